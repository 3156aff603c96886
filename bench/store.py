"""Speed of the store on PostgreSQL with durable settings, beside the raw driver.

The raw driver does the same work with the same bytes in the same run: BEGIN, one INSERT of
all events, UPDATE of the game's row, INSERT of the notice, COMMIT. The eventsourcing
package only saves as many events; it has no row and no outbox to write.
"""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import islice
from uuid import UUID, uuid4

from django.db import connection
from eventsourcing.application import Application
from psycopg.conninfo import make_conninfo

from bench.domain import Tally
from bench.measure import print_line, versus
from bench.raw import RawTurn, raw_rows
from games.domain import Command, Event, Options, State
from games.domain.clock import EVERY_HOUR, clock_events
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.payloads import from_payloads
from games.domain.state import Terms
from games.domain.take_backs import TakeBack
from games.edge import new_command_id, now
from games.events import store
from games.events.store import Cause
from games.models import Person
from games.services import act, create_game, write
from tests.bots import greedy
from tests.together import run_together

TURNS = 100
SECONDS_OF_WRITING = 4
ROUNDS_OF_WRITING = 2
Shape = tuple[str, int, int]
"""What is done, by how many processes, of how many threads."""
ONE: Shape = ("ours", 1, 1)
SITE: Shape = ("ours", 2, 4)
"""As the image starts its server."""
EIGHT: Shape = ("ours", 8, 1)
PEERS: Shape = ("peer", 2, 4)
DECIDING: tuple[Shape, Shape] = (("deciding", 8, 1), ("deciding", 1, 1))
BARE: tuple[Shape, Shape] = (("raw", 8, 1), ("raw", 1, 1))
SHAPES = (ONE, SITE, PEERS, EIGHT, *DECIDING, *BARE)
LONG_GAME = 1000


def main() -> None:
    print("store, PostgreSQL, durable")
    with database():
        measure_appends()
        measure_writers()
        measure_loads()


@contextmanager
def database() -> Iterator[None]:
    connection.creation.create_test_db(verbosity=0, autoclobber=True)
    try:
        yield
    finally:
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        connection.creation.destroy_test_db(str(connection.settings_dict["NAME"]), verbosity=0)


def new_game(seed: int) -> UUID:
    people = [Person.objects.get_or_create(username=f"bench-{seed}-{n}")[0] for n in range(2)]
    terms = Terms("Bench", owner=people[0].pk, pace_hours=24)
    game = create_game(CreateGame(terms, 2, Options(introductory=True)), actor="bench").game_id
    for person in people:
        act(game, TakeSeat(player=person.pk), actor="bench")
    act(game, StartGame(seed, first=0), actor="bench")
    return game


class Turns:
    """Plays the same turn of eight events again and again, and takes it back each time."""

    def __init__(self, seed: int = 3) -> None:
        self.game = new_game(seed)
        while True:
            state = self.state()
            self.order: Command = greedy.choose(state, state.version)
            if len(decide(state, self.order)) == 8:
                break
            act(self.game, self.order, actor="bench")

    def state(self) -> State:
        return replay(store.read(self.game))

    def take_back(self) -> None:
        act(self.game, TakeBack(self.state().turn_starts[-1].version), actor="bench")

    def submit(self) -> None:
        act(self.game, self.order, actor="user:1", expected=None)

    def prepare_append(self) -> Callable[[], None]:
        """The append alone; the events are decided before."""
        before = self.state()
        events = decide(before, self.order)
        after = replay(events, before)
        head = store.head_of(self.game)
        cause = Cause("user:1", now(), new_command_id(), "f" * 32)

        def append() -> None:
            write(self.game, before, after, events, cause, head, EVERY_HOUR)

        return append


def time_once(work: Callable[[], object]) -> float:
    began = time.perf_counter()
    work()
    return time.perf_counter() - began


def measure_appends() -> None:
    turns = Turns()
    raw, peer = RawTurn(turns.game, dsn()), Peer()
    appends, submits, floor, theirs = [], [], [], []
    for _ in range(TURNS):
        appends.append(time_once(turns.prepare_append()))
        turns.take_back()
        submits.append(time_once(turns.submit))
        turns.take_back()
        floor.append(time_once(raw.turn(8)))
        theirs.append(time_once(peer.turn(8)))
    ours, whole, bare, package = map(median, (appends, submits, floor, theirs))
    print_line(
        "append a turn of 8 events, row and outbox, over bare SQL",
        f"{1 / ours:,.0f} / {1 / bare:,.0f} = {bare / ours:.2f}",
        ">= 0.5",
        "what is over the database's own work is Python's",
    )
    print_line(
        "the same with loading and deciding: a whole turn",
        f"{1 / whole:,.0f} / {1 / bare:,.0f} = {bare / whole:.2f}",
        "",
        "one process takes that many turns a second, one after the other",
    )
    print_line(
        "append, over the eventsourcing package's save of 8 events",
        f"{1 / ours:,.0f} / {1 / package:,.0f} = {package / ours:.2f}",
        "> 1",
        "",
    )


def median(times: list[float]) -> float:
    return sorted(times)[len(times) // 2]


class Peer:
    """The eventsourcing package on the same server."""

    def __init__(self, *, creates: bool = True) -> None:
        """Only one of several processes may create the tables."""
        tables = {"CREATE_TABLE": "yes" if creates else "no"}
        self.shelf: Application[UUID] = Application(env={**peer_environment(), **tables})
        self.begin()

    def begin(self) -> None:
        self.tally = Tally(2)
        self.shelf.save(self.tally)

    def turn(self, events: int, *, get: bool = False) -> Callable[[], None]:
        def save() -> None:
            if get:
                self.tally = self.shelf.repository.get(self.tally.id)
            for _ in range(events):
                self.tally.pay(0, 1)
            self.shelf.save(self.tally)

        return save

    def game_of(self, events: int) -> UUID:
        tally = Tally(2)
        for _ in range(events - 1):
            tally.pay(0, 1)
        self.shelf.save(tally)
        return tally.id


def peer_environment() -> dict[str, str]:
    settings = connection.settings_dict
    return {
        "PERSISTENCE_MODULE": "eventsourcing.postgres",
        "POSTGRES_DBNAME": str(settings["NAME"]),
        "POSTGRES_HOST": host(),
        "POSTGRES_PORT": str(settings["PORT"] or 5432),
        "POSTGRES_USER": str(settings["USER"]),
        "POSTGRES_PASSWORD": str(settings["PASSWORD"]),
    }


def host() -> str:
    settings = connection.settings_dict
    return str(settings.get("OPTIONS", {}).get("host") or settings["HOST"])


def dsn() -> str:
    settings = connection.settings_dict
    return make_conninfo(
        dbname=str(settings["NAME"]),
        user=str(settings["USER"]),
        password=str(settings["PASSWORD"]) or None,
        host=host() or None,
        port=str(settings["PORT"]) or None,
    )


def measure_writers() -> None:
    """Writers play different games, in rounds, so that a slow moment of the machine meets all."""
    Peer()
    best = dict.fromkeys(SHAPES, 0.0)
    for _ in range(ROUNDS_OF_WRITING):
        for shape in SHAPES:
            best[shape] = max(best[shape], turns_of_writers(*shape))

    def over(what: str, many: Shape, one: Shape, demand: str = "", means: str = "") -> None:
        rates = f"{best[many]:,.0f} / {best[one]:,.0f} = {best[many] / best[one]:.2f}"
        print_line(what, rates, demand, means)

    over("8 writers' turns/s, over as many of bare SQL", EIGHT, BARE[0], ">= 0.43")
    over(
        "8 writers, as the site runs them, over one",
        SITE,
        ONE,
        means="two web processes of four threads take that many turns a second",
    )
    over("8 that get and save with the package, likewise: ours over theirs", SITE, PEERS, "> 1")
    over("8 processes of one writer each, over one", EIGHT, ONE)
    over("8 processes that only decide, over one: the machine's share", *DECIDING)
    over("8 processes of bare SQL, over one: the database's share", *BARE)


def turns_of_writers(kind: str, processes: int, threads: int) -> float:
    rates = run_together(
        [
            ("bench.writer", kind, str(SECONDS_OF_WRITING), str(seed), str(threads))
            for seed in range(processes)
        ]
    )
    return sum(map(float, rates))


def long_game() -> tuple[Event, ...]:
    """Whole games, taken back to their start, until there are enough events."""
    game = new_game(seed=4)
    events = list(store.read(game))
    state = replay(events)
    while len(events) < LONG_GAME:
        if state.status == "ended":
            happened = decide(state, TakeBack(state.turn_starts[0].version))
        else:
            happened = decide(state, greedy.choose(state, state.version))
            happened += clock_events(state, replay(happened, state), len(events), EVERY_HOUR)
        events += happened
        state = replay(happened, state)
    return tuple(islice(events, LONG_GAME))


def measure_loads() -> None:
    game, events = uuid4(), long_game()
    head = store.head_of(game)
    store.append(game, head, events, Cause("bench", now(), "all", "f" * 32))
    peer = Peer()
    theirs = peer.game_of(LONG_GAME)
    raw = raw_rows(game, dsn())

    def ours() -> int:
        return len(events) if replay(store.read(game)) else 0

    def bare() -> int:
        return len(from_payloads([text for (text,) in raw()]))

    def package() -> int:
        peer.shelf.repository.get(theirs)
        return len(events)

    mine, floor = versus(ours, bare, rounds=15)
    again, other = versus(ours, package, rounds=5)
    print_line(
        f"load and fold {LONG_GAME} events, over a bare SELECT and decoding",
        f"{mine * LONG_GAME * 1e3:.1f} / {floor * LONG_GAME * 1e3:.1f} ms = {mine / floor:.2f}",
        "<= 2",
        "a replay, a check and an export read a whole history",
    )
    print_line(
        "the eventsourcing package's rebuild of as many, over ours",
        f"{other * LONG_GAME * 1e3:.1f} / {again * LONG_GAME * 1e3:.1f} ms = {other / again:.1f}",
        ">= 5",
        "",
    )
