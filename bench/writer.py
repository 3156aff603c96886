"""Writers of one process, which runs together with others.

A kind is one of `KINDS`; each thread is a writer with a connection of its own. The answer
is the turns a second of all of them.
"""

import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Protocol

from django.db import connection

from bench.raw import RawTurn
from bench.store import Peer, dsn, new_game
from games.domain.chance import Draws
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.events import store
from games.services import act

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


def main(
    wait_for_all: Callable[[], None], kind: str, seconds: str, first_seed: str, count: str
) -> float:
    threads, seed = int(count), int(first_seed) * int(count)
    with ThreadPoolExecutor(threads) as pool:
        writers = list(pool.map(lambda n: warm_up(kind, seed + n), range(threads)))
        wait_for_all()
        done = sum(pool.map(lambda writer: count_turns(writer, float(seconds)), writers))
    return done / float(seconds)
