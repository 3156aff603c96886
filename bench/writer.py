"""Writers of one process: `python -m bench.writer KIND SECONDS SEED THREADS`.

A kind is one of `KINDS`; each thread is a writer with a connection of its own. Prints the
turns a second of all together.
"""

import os
import sys
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from bench.raw import RawTurn  # noqa: E402
from bench.store import Peer, dsn, new_game  # noqa: E402 - after the set-up
from games.domain.chance import Draws  # noqa: E402
from games.domain.decide import judge  # noqa: E402
from games.domain.evolve import replay  # noqa: E402
from games.domain.playout import random_command  # noqa: E402
from games.events import store  # noqa: E402
from games.services import act  # noqa: E402

WARM_UP = 40
TURNS_A_GAME = 30
EVENTS_A_TURN = 7
GAMES = 400
SEEDS_APART = 1000


class Ours:
    """Plays random turns; when a game ends, goes on in the next of those made before."""

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
    """Gets the aggregate and saves a turn's events; begins a new one where a game would end."""

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


class DomainAlone:
    """Plays the same game again and again by the domain alone, and stores nothing."""

    def __init__(self, seed: int) -> None:
        self.draws = Draws(seed, "writer")
        self.state = self.first = replay(store.read(new_game(seed)))

    def turn(self) -> None:
        if self.state.status == "ended":
            self.state = self.first
        order = random_command(self.state, self.draws.below)
        _, self.state = judge(self.state, order)


class Writer(Protocol):
    def turn(self) -> None: ...


KINDS: dict[str, Callable[[int], Writer]] = {
    "ours": Ours,
    "peer": lambda _: Theirs(),
    "raw": Raw,
    "deciding": DomainAlone,
}


def warm_up(kind: str, seed: int) -> Writer:
    writer = KINDS[kind](seed)
    for _ in range(WARM_UP):
        writer.turn()
    return writer


def count_turns(writer: Writer, seconds: float) -> int:
    end, done = time.perf_counter() + seconds, 0
    while time.perf_counter() < end:
        writer.turn()
        done += 1
    return done


def main(kind: str, seconds: float, seed: int, threads: int) -> float:
    with ThreadPoolExecutor(threads) as pool:
        writers = list(pool.map(lambda n: warm_up(kind, seed * threads + n), range(threads)))
        sys.stdout.write("ready\n")
        sys.stdout.flush()
        sys.stdin.readline()
        return sum(pool.map(lambda writer: count_turns(writer, seconds), writers)) / seconds


if __name__ == "__main__":
    rate = main(sys.argv[1], float(sys.argv[2]), int(sys.argv[3]), int(sys.argv[4]))
    sys.stdout.write(f"{rate}\n")
