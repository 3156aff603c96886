"""One writer: `python -m bench.writer ours|peer|raw SECONDS SEED`; prints its turns a second."""

import os
import sys
import time

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from bench.raw import RawTurn  # noqa: E402
from bench.store import Peer, dsn, new_game  # noqa: E402 - after the set-up
from games.domain import random_command, replay  # noqa: E402
from games.domain.chance import Draws  # noqa: E402
from games.events import store  # noqa: E402
from games.services import act  # noqa: E402

WARM_UP = 40
TURNS_A_GAME = 30
EVENTS_A_TURN = 7
GAMES = 400
SEEDS_APART = 1000


class Ours:
    """Random turns, in the next of the games made before after each that ends."""

    def __init__(self, seed: int) -> None:
        self.draws = Draws(seed, "writer")
        self.games = [new_game(seed + n * SEEDS_APART) for n in range(GAMES)]
        with connection.cursor() as cursor:
            # As autovacuum does within a minute; else statements are planned for empty tables.
            cursor.execute("ANALYZE")
        self.begin()

    def begin(self) -> None:
        self.game = self.games.pop()
        self.state = replay(store.read(self.game))

    def turn(self) -> None:
        if self.state.status == "ended":
            self.begin()
        order = random_command(self.state, self.draws.below)
        done = act(self.game, order, actor="user:1", expected=self.state.version)
        self.state = replay(done.events, self.state)


class Theirs:
    """Gets the aggregate, as many events as a turn has, saves; a new one where a game would end."""

    def __init__(self) -> None:
        self.peer = Peer(creates=False)
        self.turns = 0

    def turn(self) -> None:
        self.turns += 1
        if self.turns % TURNS_A_GAME == 0:
            self.peer.begin()
        self.peer.turn(EVENTS_A_TURN, get=True)()


class Raw:
    """The bare statements of a turn, prepared."""

    def __init__(self, seed: int) -> None:
        self.raw = RawTurn(new_game(seed), dsn(), creates=False)

    def turn(self) -> None:
        self.raw.turn(EVENTS_A_TURN)()


def writer_of(kind: str, seed: int) -> Ours | Theirs | Raw:
    match kind:
        case "ours":
            return Ours(seed)
        case "raw":
            return Raw(seed)
        case _:
            return Theirs()


def main(kind: str, seconds: float, seed: int) -> float:
    writer = writer_of(kind, seed)
    for _ in range(WARM_UP):
        writer.turn()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    end, turns = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        writer.turn()
        turns += 1
    return turns / seconds


if __name__ == "__main__":
    rate = main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]))
    sys.stdout.write(f"{rate}\n")
