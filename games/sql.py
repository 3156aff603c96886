"""The statements of every turn, by hand: half the time of the ORM's, prepared once a connection.

Tables and columns are our own names; values go as parameters.
"""

from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

from django.db import connection


def insert(table: str, columns: tuple[str, ...], rows: Sequence[Sequence[object]]) -> None:
    given = [[_adapted(value) for value in row] for row in rows]
    with connection.cursor() as cursor:
        cursor.executemany(_insert(table, columns), given)


def update(table: str, values: Mapping[str, object], where: Mapping[str, object]) -> int:
    """How many rows there were to change."""
    given = [_adapted(value) for value in (*values.values(), *where.values())]
    with connection.cursor() as cursor:
        cursor.execute(_update(table, tuple(values), tuple(where)), given)
        found: int = cursor.rowcount
    return found


def select(
    table: str, columns: tuple[str, ...], where: Mapping[str, object], order: str
) -> list[tuple[Any, ...]]:
    """`where` leads from a column with its comparison to the value."""
    with connection.cursor() as cursor:
        query = _select(table, columns, tuple(where), order)
        cursor.execute(query, [_adapted(value) for value in where.values()])
        found: list[tuple[Any, ...]] = cursor.fetchall()
    return found


@lru_cache
def _select(table: str, columns: tuple[str, ...], where: tuple[str, ...], order: str) -> str:
    rows = " AND ".join(f"{comparison} %s" for comparison in where)
    return f"SELECT {', '.join(columns)} FROM {table} WHERE {rows} ORDER BY {order}"  # noqa: S608


@lru_cache
def _insert(table: str, columns: tuple[str, ...]) -> str:
    marks = ", ".join(["%s"] * len(columns))
    return f"INSERT INTO {table} ({', '.join(columns)}) VALUES ({marks})"  # noqa: S608


@lru_cache
def _update(table: str, columns: tuple[str, ...], where: tuple[str, ...]) -> str:
    changes = ", ".join(f"{name} = %s" for name in columns)
    rows = " AND ".join(f"{name} = %s" for name in where)
    return f"UPDATE {table} SET {changes} WHERE {rows}"  # noqa: S608


def _adapted(value: object) -> Any:
    """A value as this database's driver takes it."""
    if isinstance(value, UUID):
        return value if connection.features.has_native_uuid_field else value.hex
    if isinstance(value, datetime):
        return connection.ops.adapt_datetimefield_value(value)
    return value
