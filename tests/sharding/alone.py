"""Who would wait for whom for ever on a Citus, of two that write to tables on every node.

Until its transaction ends, whoever has inserted a row has such a table together with others that
insert; whoever changes, locks or deletes a row, or inserts over one, has it alone. So of two that
have inserted and then change, each waits for the other, whatever their rows are.
"""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import Any

import pytest
from django.db import DEFAULT_DB_ALIAS, connections, transaction

from games.distribution import places
from tests.sharding.all_shards import caller

WRITES = re.compile(r'\s*(INSERT INTO|UPDATE|DELETE FROM)\s+"?(\w+)')
LOCKS = re.compile(r'\s*SELECT .* FROM "?(\w+).* FOR (?:NO KEY )?UPDATE', re.DOTALL)


@contextmanager
def watch_order() -> Iterator[list[str]]:
    """The statements that want a table alone in whose transaction a row was inserted before."""
    own = connections[DEFAULT_DB_ALIAS]
    outer, enter = len(own.atomic_blocks), transaction.Atomic.__enter__
    strangers: list[str] = []
    modes: dict[str, bool] = {}

    def begin(block: transaction.Atomic) -> None:
        if connections[DEFAULT_DB_ALIAS] is own and len(own.atomic_blocks) == outer:
            modes.clear()
        enter(block)

    def look(execute: Callable[..., Any], sql: Any, params: Any, many: bool, context: Any) -> Any:
        table, is_alone = read_write(str(sql))
        if table in _everywhere() and len(own.atomic_blocks) > outer:
            if is_alone and modes.get(table) is False:
                strangers.append(f"{caller()} has inserted into {table} before: {sql}")
            modes.setdefault(table, is_alone)
        return execute(sql, params, many, context)

    with pytest.MonkeyPatch.context() as patch, own.execute_wrapper(look):
        patch.setattr(transaction.Atomic, "__enter__", begin)
        yield strangers


def read_write(sql: str) -> tuple[str, bool]:
    """Which table is written or locked, if any, and whether alone."""
    if locks := LOCKS.match(sql):
        return locks[1], True
    writes = WRITES.match(sql)
    if writes is None:
        return "", False
    return writes[2], writes[1] != "INSERT INTO" or "ON CONFLICT" in sql


@cache
def _everywhere() -> frozenset[str]:
    return frozenset(each.table for each in places() if not each.column)
