"""Does a busy host stay quick? The same work among a thousand games and among a million.

One played game is copied within PostgreSQL, each copy with a key and players of its own. The
thousand lie in a database beside the million, so that a slow moment of the machine meets both.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from itertools import cycle, islice
from random import Random
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.utils import CursorWrapper

from bench.measure import print_line
from bench.store import database, median, new_game, time_once
from games.domain import Command
from games.edge import new_game_id, now
from games.models import Game, Person
from games.queries import due_games, my_games
from games.rows import snapshot_of
from games.services import act
from tests.bots import greedy

FEW, MANY, WITH_EVENTS = 1_000, 1_000_000, 100_000
EVENTS = 100
GAMES_A_PERSON = 20
DUE = 100
PAGE = 20
ROUNDS = 300
DEMANDS = {"submit a turn": "<= 1.5", "list my games": "<= 1.5", "find due deadlines": "<= 1.1"}
MEANS_OF_SIZES = {
    "event_store_storedevent": f"the first {EVENTS} events of a game; they stay for ever",
    "games_game": "what lists and turns read",
    "games_seat": "",
}
TABLES = ("event_store_storedevent", "games_game", "games_seat")

Work = Callable[[], object]


def main() -> None:
    print("growth, PostgreSQL, durable")
    with database():
        crowd = Crowd()
        crowd.grow(FEW, with_events=FEW)
        few = crowd.works()
        with copy_database() as small:
            crowd.grow(MANY, with_events=WITH_EVENTS)
            many = crowd.works()
            for what, works in many.items():
                before, after = time_both(small, few[what], works)
                value = f"{after * 1e3:.2f} / {before * 1e3:.2f} ms = {after / before:.2f}"
                over = f"{what}, {MANY:,} games over {FEW:,}"
                print_line(over, value, DEMANDS[what], "more games make nothing slower")
        measure_sizes()


@contextmanager
def copy_database() -> Iterator[BaseDatabaseWrapper]:
    """A connection to a second database, which is as the first is now."""
    copied = connections.create_connection(DEFAULT_DB_ALIAS)
    first = str(connection.settings_dict["NAME"])
    copied.settings_dict = {**connection.settings_dict, "NAME": f"{first}_few"}
    connection.close()
    with copied._nodb_cursor() as cursor:  # noqa: SLF001
        cursor.execute(f'CREATE DATABASE "{first}_few" TEMPLATE "{first}"')
    try:
        yield copied
    finally:
        copied.close()
        with copied._nodb_cursor() as cursor:  # noqa: SLF001
            cursor.execute(f'DROP DATABASE "{first}_few"')


def time_both(
    small: BaseDatabaseWrapper, few: Sequence[Work], many: Sequence[Work]
) -> tuple[float, float]:
    took: tuple[list[float], list[float]] = ([], [])
    large = connections[DEFAULT_DB_ALIAS]
    for works in zip(few, many, strict=True):
        for times, work, there in zip(took, works, (small, large), strict=True):
            connections[DEFAULT_DB_ALIAS] = there
            times.append(time_once(work))
    return median(took[0]), median(took[1])


class Crowd:
    def __init__(self) -> None:
        self.model = new_game(seed=5)
        self.order, self.version = self.next_turn()
        self.games = 0
        self.played: list[UUID] = []

    def next_turn(self) -> tuple[Command, int]:
        """The next turn of a game that has been played for a while."""
        while True:
            row = Game.objects.get(id=self.model)
            order: Command = greedy.choose(snapshot_of(row), row.version)
            if row.version >= EVENTS:
                return order, row.version
            act(self.model, order, actor="bench")

    def works(self) -> dict[str, list[Work]]:
        games = [self.played.pop() for _ in range(ROUNDS)]
        crowd = list(Person.objects.filter(username__startswith="crowd").order_by("?")[:ROUNDS])
        people = islice(cycle(crowd), ROUNDS)
        return {
            "submit a turn": [partial(self.submit, game) for game in games],
            "list my games": [partial(list_games, who) for who in people],
            "find due deadlines": [lambda: list(due_games(now())[:DUE])] * ROUNDS,
        }

    def submit(self, game: UUID) -> None:
        act(game, self.order, actor="user:1", expected=self.version)

    def grow(self, games: int, *, with_events: int) -> None:
        """Adds games up to that number; the first are due, and a person has as many at any size."""
        ids = [new_game_id() for _ in range(self.games, games)]
        crowd = games // GAMES_A_PERSON
        deadline = f"now() + (number - {DUE}) * interval '1 second'"
        with copies(ids, self.games) as cursor:
            cursor.execute(PEOPLE, [self.games, self.games + crowd])
            person = f"(SELECT max(id) FROM games_person) - (copies.number + {{}}) %% {crowd}"
            of_a_game = {
                "mover_id": person.format(0),
                "deadline": deadline if not self.games else LATER,
            }
            self.copy(cursor, "games_game", "id", of_a_game)
            self.copy(cursor, "games_seat", "game_id", {"player_id": person.format("model.number")})
            cursor.execute("DELETE FROM copies WHERE number >= %s", [with_events])
            self.copy(cursor, "event_store_storedevent", "game_id", {})
            cursor.execute("VACUUM ANALYZE")
            cursor.execute("CHECKPOINT")
        self.played = self.played + ids[: with_events - self.games]
        Random(7).shuffle(self.played)
        self.games = games

    def copy(self, cursor: CursorWrapper, table: str, key: str, other: dict[str, str]) -> None:
        with connection.cursor() as columns:
            columns.execute(f"SELECT * FROM {table} LIMIT 0")
            names = [each.name for each in columns.description or ()]
        values = {name: f"model.{name}" for name in names} | {key: "copies.id"} | other
        cursor.execute(
            f"INSERT INTO {table} ({', '.join(names)})"
            f" SELECT {', '.join(values[name] for name in names)}"
            f" FROM copies CROSS JOIN {table} model WHERE model.{key} = %s",
            [self.model],
        )


def list_games(person: Person) -> list[Game]:
    return list(my_games(person)[:PAGE])


LATER = "now() + (copies.number %% 100000 + 3600) * interval '1 second'"
PEOPLE = (
    "INSERT INTO games_person (username, password, is_superuser, first_name, last_name, email,"
    " is_staff, is_active, date_joined, time_zone, language)"
    " SELECT 'crowd-' || n, '', false, '', '', '', false, true, now(), 'UTC', 'en'"
    " FROM generate_series(%s + 1, %s) n"
)


@contextmanager
def copies(ids: list[UUID], first: int) -> Iterator[CursorWrapper]:
    with connection.cursor() as cursor:
        cursor.execute("CREATE TEMPORARY TABLE copies (number int, id uuid)")
        with cursor.copy("COPY copies FROM STDIN") as rows:
            for number, each in enumerate(ids, first):
                rows.write_row((number, each))
        yield cursor
        cursor.execute("DROP TABLE copies")


def measure_sizes() -> None:
    games = {table: WITH_EVENTS if table.startswith("event") else MANY for table in TABLES}
    with connection.cursor() as cursor:
        for table, count in games.items():
            cursor.execute("SELECT pg_table_size(%s), pg_indexes_size(%s)", [table, table])
            rows, indexes = (size / count for size in cursor.fetchone())
            print_line(
                f"{table}, bytes a game: rows + indexes",
                f"{rows:,.0f} + {indexes:,.0f}",
                "",
                MEANS_OF_SIZES[table],
            )
