"""The statements of every turn, by hand: half the time of the ORM's, prepared once a connection.

Tables and columns are our own names; values go as parameters.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from datetime import UTC, datetime
from functools import lru_cache
from itertools import chain
from typing import Any, NamedTuple, TypeVar
from uuid import UUID

from django.db import DEFAULT_DB_ALIAS, connection, connections
from django.db.backends.utils import CursorWrapper

from games.events.postgresql.base import DatabaseWrapper

# The driver keeps what it read of a statement up to so many.
PARAMETERS_A_STATEMENT = 50
T = TypeVar("T")
Row = tuple[object, ...]
ReadCount = Callable[[], int]
ReadRows = Callable[[], list[tuple[Any, ...]]]
"""Both to be asked when the answer is there: see `in_one_go`."""


@contextmanager
def in_one_go() -> Iterator[None]:
    """What is written in here travels together, where the database can; it answers at the end.

    A transaction in here travels with its BEGIN and COMMIT, and its end is when it answers.
    """
    database = connections[DEFAULT_DB_ALIAS]
    with database.in_one_go() if isinstance(database, DatabaseWrapper) else nullcontext():
        yield


def make_ready(do: Callable[[], object]) -> None:
    """What will be wanted soon, while the database writes the transaction to its disk, if there is
    such a while. Whether it will be written nobody knows yet.
    """
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, DatabaseWrapper):
        database.do_beside_commit(do)


def do_not_wait_for_disk() -> None:
    """For what travels together, where a crash of the database may undo it.

    No help on SQLite, and none inside another transaction: that one is to be durable.
    """
    if connection.vendor == "postgresql" and not connection.in_atomic_block:
        _run("SELECT set_config('synchronous_commit', 'off', true)", [])


def insert(
    table: str, shared: Mapping[str, object], columns: tuple[str, ...], rows: Sequence[Row]
) -> None:
    """Rows that have `shared` in common, which is sent once, and differ in `columns`."""
    at_once = (PARAMETERS_A_STATEMENT - len(shared)) // len(columns)
    for start in range(0, len(rows), at_once):
        some = rows[start : start + at_once]
        query, names = _insert(table, tuple(shared), columns, len(some))
        values = _adapt([*shared.values(), *chain.from_iterable(some)])
        _run(query, dict(zip(names, values, strict=True)))


class Matching(NamedTuple):
    """The rows of another table whose `columns` are as wanted.

    `taken` leads from a column of the new rows to what it takes of such a row, or of the
    `others`, which are given beside the `columns`.
    """

    table: str
    columns: tuple[str, ...]
    others: tuple[str, ...]
    taken: tuple[tuple[str, str], ...]


def insert_matching(
    table: str, shared: Mapping[str, object], matching: Matching, rows: Sequence[Row]
) -> ReadCount:
    """A row for every one that matches one of `rows`; how many."""
    query = _insert_matching(table, tuple(shared), matching, len(rows))
    return _ask(query, [*chain.from_iterable(rows), *shared.values()], _count)


def delete(
    table: str, where: Mapping[str, object], column: str, values: Sequence[object], unset: str
) -> None:
    """Every row whose `column` is one of the values, and whose `unset` is not set."""
    query = _delete(table, tuple(where), column, len(values), unset)
    _run(query, _adapt([*where.values(), *values]))


def update(table: str, values: Mapping[str, object], where: Mapping[str, object]) -> None:
    query = _update(table, tuple(values), tuple(where), "")
    _run(query, _adapt([*values.values(), *where.values()]))


def update_unset(
    table: str, values: Mapping[str, object], where: Mapping[str, object], unset: str
) -> ReadCount:
    """Those alone whose `unset` is not set; how many."""
    query = _update(table, tuple(values), tuple(where), unset)
    return _ask(query, [*values.values(), *where.values()], _count)


def select(
    table: str, columns: tuple[str, ...], where: Mapping[str, object], order: str = "1"
) -> list[tuple[Any, ...]]:
    """`where` leads from a column with its comparison to the value."""
    return select_later(table, columns, where, order)()


def select_later(
    table: str, columns: tuple[str, ...], where: Mapping[str, object], order: str = "1"
) -> ReadRows:
    """The same, for reads that travel together."""
    return _ask(_select(table, columns, tuple(where), order), [*where.values()], _rows)


def _run(query: str, values: Any) -> None:
    """A statement whose answer nobody reads."""
    _cursor().execute(query, values)


def _ask(query: str, values: list[object], read: Callable[[CursorWrapper], T]) -> Callable[[], T]:
    """Its answer, which is there at once, unless it travels with others."""
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, DatabaseWrapper) and database.answers_later:
        # Of its own, as the next statement on a cursor takes the place of the answer.
        own = database.cursor()
        own.execute(query, _adapt(values))
        return lambda: read(own)
    cursor = _cursor()
    cursor.execute(query, _adapt(values))
    answer = read(cursor)
    return lambda: answer


def _cursor() -> CursorWrapper:
    database = connections[DEFAULT_DB_ALIAS]
    if isinstance(database, DatabaseWrapper):
        return database.kept_cursor()
    return database.cursor()


def _rows(cursor: CursorWrapper) -> list[tuple[Any, ...]]:
    rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _count(cursor: CursorWrapper) -> int:
    count: int = cursor.rowcount
    return count


def moment(value: datetime) -> datetime:
    """A time as it was read: SQLite's has lost that it is UTC."""
    return value if value.tzinfo else value.replace(tzinfo=UTC)


@lru_cache
def _select(table: str, columns: tuple[str, ...], where: tuple[str, ...], order: str) -> str:
    rows = " AND ".join(f"{comparison} %s" for comparison in where)
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {rows} ORDER BY {order}"  # noqa: S608


@lru_cache
def _insert(
    table: str, shared: tuple[str, ...], columns: tuple[str, ...], rows: int
) -> tuple[str, tuple[str, ...]]:
    """The statement, and the names of its parameters."""
    own = [[f"{name}_{row}" for name in columns] for row in range(rows)]
    values = ", ".join(f"({', '.join(f'%({name})s' for name in (*shared, *row))})" for row in own)
    query = f"INSERT INTO {table} ({', '.join((*shared, *columns))}) VALUES {values}"  # noqa: S608
    return query, (*shared, *chain.from_iterable(own))


@lru_cache
def _insert_matching(table: str, shared: tuple[str, ...], matching: Matching, rows: int) -> str:
    same = ", ".join(matching.columns)
    given = ", ".join((*matching.columns, *matching.others))
    row = f"({', '.join(['%s'] * (len(matching.columns) + len(matching.others)))})"
    columns, values = zip(*matching.taken, strict=True)
    # A join, as SQLite finds no index for a row of values IN others.
    return (
        f"WITH wanted ({given}) AS (VALUES {', '.join([row] * rows)}) "  # noqa: S608
        f"INSERT INTO {table} ({', '.join((*shared, *columns))}) "
        f"SELECT {', '.join((*['%s'] * len(shared), *values))} "
        f"FROM wanted JOIN {matching.table} USING ({same})"
    )


@lru_cache
def _delete(table: str, where: tuple[str, ...], column: str, values: int, unset: str) -> str:
    rows = " AND ".join(f"{comparison} %s" for comparison in where)
    among = ", ".join(["%s"] * values)
    return f"DELETE FROM {table} WHERE {rows} AND {column} IN ({among}) AND {unset} IS NULL"  # noqa: S608


@lru_cache
def _update(table: str, columns: tuple[str, ...], where: tuple[str, ...], unset: str) -> str:
    changes = ", ".join(f"{name} = %s" for name in columns)
    conditions = [f"{name} = %s" for name in where] + ([f"{unset} IS NULL"] if unset else [])
    rows = " AND ".join(conditions)
    return f"UPDATE {table} SET {changes} WHERE {rows}"  # noqa: S608


def _adapt(values: list[object]) -> list[Any]:
    """As this database's driver takes them."""
    if connection.features.has_native_uuid_field:
        return values
    adapted: list[Any] = []
    for value in values:
        if isinstance(value, UUID):
            adapted.append(value.hex)
        elif isinstance(value, datetime):
            adapted.append(connection.ops.adapt_datetimefield_value(value))
        else:
            adapted.append(value)
    return adapted
