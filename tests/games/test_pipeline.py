"""What travels together: nobody waits in between, and all of it is undone together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from tempfile import TemporaryFile

import psycopg
import pytest
from django.db import (
    DEFAULT_DB_ALIAS,
    DataError,
    close_old_connections,
    connection,
    connections,
    transaction,
)
from django.test.utils import CaptureQueriesContext

from games.domain.commands import command
from games.events import sql
from games.events.postgresql.base import DatabaseWrapper
from games.services import act
from tests.doing import start_game
from tests.people import cast

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="PostgreSQL's own"),
]
BIGGER_THAN_A_SOCKET = 2_000_000


@pytest.fixture
def onlooker() -> Iterator[psycopg.Connection]:
    with psycopg.connect(**connection.get_connection_params(), autocommit=True) as other:
        yield other


@pytest.fixture(autouse=True)
def _table() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute(
            "CREATE TABLE crates (number int PRIMARY KEY, load text NOT NULL, gone date)"
        )
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE crates")


def crates() -> list[int]:
    return [
        number for (number,) in sql.select("crates", ("number",), {"number >": 0}, order="number")
    ]


def pack(*numbers: object, load: str = "") -> None:
    sql.insert("crates", {"load": load}, ("number",), [(number,) for number in numbers])


def pack_each(*each: object) -> None:
    for number in each:
        if isinstance(number, Exception):
            raise number
        pack(number)


def pack_together(*each: object) -> None:
    with transaction.atomic(), sql.in_one_go():
        pack_each(*each)


def pack_ready(made: list[int], *each: object) -> None:
    with sql.in_one_go(), transaction.atomic():
        sql.make_ready(lambda: made.append(1))
        pack_each(*each)


@transaction.atomic
def pack_whole(*each: object, then: Callable[[], None] = lambda: None) -> None:
    transaction.on_commit(then)
    pack_each(*each)


@pytest.fixture
def _locks_are_given_up_soon() -> Iterator[None]:
    with connection.cursor() as cursor:
        cursor.execute("SET lock_timeout = '5s'")
    yield
    with connection.cursor() as cursor:
        cursor.execute("RESET lock_timeout")


@pytest.mark.usefixtures("_locks_are_given_up_soon")
def test_no_statement_waits_for_the_answer_to_another(onlooker: psycopg.Connection) -> None:
    with transaction.atomic():
        with sql.in_one_go(), onlooker.transaction():
            onlooker.execute("LOCK TABLE crates")
            pack(1)
            rows = sql.select_later("crates", ("number",), {"number =": 1})
            pack(2)
        assert rows() == [(1,)]
        assert onlooker.execute("SELECT number FROM crates").fetchall() == []
    assert onlooker.execute("SELECT number FROM crates").fetchall() == [(1,), (2,)]


def test_a_statement_that_fails_undoes_those_before_it_and_none_comes_after() -> None:
    with pytest.raises(DataError):
        pack_together(1, "no number", 2)
    assert crates() == []
    pack(3)
    assert crates() == [3]


def test_what_is_bigger_than_the_sockets_hold_arrives_and_is_read() -> None:
    load = "x" * BIGGER_THAN_A_SOCKET
    with transaction.atomic(), sql.in_one_go():
        pack(1, load=load)
        rows = sql.select_later("crates", ("load",), {"number =": 1})
        pack(2, load=load)
    assert rows() == [(load,)]
    assert crates() == [1, 2]


def test_within_a_transaction_it_is_undone_by_its_savepoint() -> None:
    with transaction.atomic():
        pack(1)
        with pytest.raises(DataError):
            pack_together(2, "no number")
        with sql.in_one_go():
            pack(3)
    assert crates() == [1, 3]


def test_an_error_of_ours_in_between_is_the_one_that_is_raised() -> None:
    with pytest.raises(LookupError):
        pack_together(1, LookupError())
    assert crates() == []


@contextmanager
def count_waits() -> Iterator[list[str]]:
    """A line for each time that the database was waited for, by the driver's own trace."""
    waits: list[str] = []
    connection.ensure_connection()
    with TemporaryFile("w+") as trace:
        connection.connection.pgconn.trace(trace.fileno())
        try:
            yield waits
        finally:
            connection.connection.pgconn.untrace()
            trace.seek(0)
            waits += [line for line in trace if "ReadyForQuery" in line]


def test_a_transaction_travels_with_its_begin_and_its_commit(onlooker: psycopg.Connection) -> None:
    with count_waits() as waits, sql.in_one_go(), transaction.atomic():
        pack(1)
        pack(2)
    assert len(waits) == 1
    assert onlooker.execute("SELECT number FROM crates").fetchall() == [(1,), (2,)]


def test_what_is_made_ready_is_made_while_the_answer_to_commit_is_on_its_way() -> None:
    made: list[str] = []
    with CaptureQueriesContext(connection) as done, sql.in_one_go(), transaction.atomic():
        pack(1)
        sql.make_ready(lambda: made.append(done[-1]["sql"]))
        assert made == []
    assert made == ["COMMIT"]


def test_nothing_is_made_ready_of_what_was_undone_or_is_part_of_something_else() -> None:
    made: list[int] = []
    with pytest.raises(LookupError):
        pack_ready(made, LookupError())
    with transaction.atomic(), sql.in_one_go(), transaction.atomic():
        sql.make_ready(lambda: made.append(2))
    with sql.in_one_go(), transaction.atomic():
        pack(1)
    assert made == []


@pytest.mark.parametrize(("idle", "asked"), [(False, 1), (True, 2)])
def test_only_a_connection_that_was_idle_is_asked_whether_it_works(
    monkeypatch: pytest.MonkeyPatch, idle: bool, asked: int
) -> None:
    crates()
    connection.close_at = None
    close_old_connections()
    if idle:
        monkeypatch.setattr(connection, "used_at", 0)
    with count_waits() as waits:
        crates()
    assert len(waits) == asked


def test_what_went_wrong_is_raised_where_the_transaction_ends() -> None:
    told: list[int] = []
    with sql.in_one_go():
        with pytest.raises(DataError):
            pack_whole(1, "no number", 2, then=lambda: told.append(1))
        assert crates() == []
    assert told == []
    pack(3)
    assert crates() == [3]


def test_a_transaction_within_another_is_undone_alone() -> None:
    with transaction.atomic():
        pack(1)
        with pytest.raises(DataError), sql.in_one_go():
            pack_whole(2, "no number")
        with sql.in_one_go():
            pack_whole(3)
        pack(4)
    assert crates() == [1, 3, 4]


def test_our_error_undoes_also_what_went_wrong_before_it() -> None:
    with pytest.raises(LookupError), sql.in_one_go():
        pack_whole(2, "no number", LookupError())
    with transaction.atomic():
        pack(1)
        with pytest.raises(LookupError), sql.in_one_go():
            pack_whole(2, "no number", LookupError())
        pack(3)
    assert crates() == [1, 3]


def test_a_count_is_there_at_the_end_of_what_travelled_within_another_journey() -> None:
    pack(1)
    with sql.in_one_go():
        with sql.in_one_go():
            count = sql.update_unset("crates", {"load": "x"}, {"number": 1}, "gone")
        assert count() == 1
    assert crates() == [1]


def test_the_kept_cursor_ends_with_its_connection() -> None:
    database = connections[DEFAULT_DB_ALIAS]
    assert isinstance(database, DatabaseWrapper)
    pack(1)
    first = database.kept_cursor().cursor
    pack(2)
    assert database.kept_cursor().cursor is first
    database.close()
    pack(3)
    assert database.kept_cursor().cursor is not first
    assert crates() == [1, 2, 3]


STATEMENTS_OF_A_TURN = (
    "SELECT g.version, g.watch, g.snapshot, g.head, g.chain, c.id, c.time_zone",
    "BEGIN",
    "INSERT INTO event_store_storedevent",
    "UPDATE games_game",
    "DELETE FROM notifications_notice",
    "INSERT INTO notifications_notice",
    "WITH wanted (person_id, what, active, message, occasion)",
    "COMMIT",
)


def test_a_turn_waits_for_what_it_reads_and_for_what_it_writes() -> None:
    game = start_game(cast())
    # The driver prepares each statement once, which is a wait of its own.
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    with count_waits() as waits, CaptureQueriesContext(connection) as done:
        act(game, command("turn", 1, {}), actor="user:2")
    for text, start in zip([each["sql"] for each in done], STATEMENTS_OF_A_TURN, strict=True):
        assert text.startswith(start)
    assert len(waits) == 2


def test_what_a_crash_may_undo_does_not_wait_for_the_disk_and_what_comes_after_does() -> None:
    def waits() -> str:
        with connection.cursor() as cursor:
            cursor.execute("SHOW synchronous_commit")
            return str(cursor.fetchone()[0])

    with connection.cursor() as cursor:
        cursor.execute("SET synchronous_commit = on")
    try:
        with sql.in_one_go():
            sql.do_not_wait_for_disk()
            pack(1)
            said = sql.select_later(
                "crates", ("current_setting('synchronous_commit')",), {"number =": 1}
            )
        assert said() == [("off",)]
        assert (waits(), crates()) == ("on", [1])
        with transaction.atomic():
            with sql.in_one_go():
                sql.do_not_wait_for_disk()
                pack(2)
            assert waits() == "on"
    finally:
        with connection.cursor() as cursor:
            cursor.execute("RESET synchronous_commit")
