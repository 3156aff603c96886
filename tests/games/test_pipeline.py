"""What travels together: nobody waits in between, and all of it is undone together."""

from collections.abc import Iterator

import psycopg
import pytest
from django.db import DataError, connection, transaction

from games.events import sql

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
        cursor.execute("CREATE TABLE crates (number int PRIMARY KEY, load text NOT NULL)")
    yield
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE crates")


def crates() -> list[int]:
    return [
        number for (number,) in sql.select("crates", ("number",), {"number >": 0}, order="number")
    ]


def pack(*numbers: object, load: str = "") -> None:
    sql.insert("crates", {"load": load}, ("number",), [(number,) for number in numbers])


def pack_together(*each: object) -> None:
    with transaction.atomic(), sql.in_one_go():
        for number in each:
            if isinstance(number, Exception):
                raise number
            pack(number)


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
