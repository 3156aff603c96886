"""Checks the triggers and unique keys that protect a table: present, enabled, unchanged.

A rule or a trigger beside them is a fault too: it could drop or change what is written.
"""

import re
from collections.abc import Iterator, Mapping, Set
from typing import Any

from django.db import connection
from msgspec import Struct

ARMED = "A"
"""PostgreSQL's letter for a trigger that fires for replicas as well."""


class Guards(Struct, frozen=True):
    """Of one table. `replaced_rows` is SQL for the rows that an INSERT would replace."""

    table: str
    prefix: str
    function: str
    says: str
    replaced_rows: str
    unique: tuple[str, ...]
    """Columns, and for which rows, as PostgreSQL writes it."""

    @property
    def postgresql_triggers(self) -> dict[str, str]:
        calls = f"EXECUTE FUNCTION {self.function}()"
        return {
            f"{self.prefix}_no_change": (
                f"BEFORE DELETE OR UPDATE ON {self.table} FOR EACH ROW {calls}"
            ),
            f"{self.prefix}_no_truncate": (
                f"BEFORE TRUNCATE ON {self.table} FOR EACH STATEMENT {calls}"
            ),
        }

    @property
    def sqlite_triggers(self) -> dict[str, str]:
        abort = f"BEGIN SELECT RAISE(ABORT, '{self.says}'); END"
        return {
            f"{self.prefix}_no_update": f"BEFORE UPDATE ON {self.table} {abort}",
            f"{self.prefix}_no_delete": f"BEFORE DELETE ON {self.table} {abort}",
            f"{self.prefix}_no_replace": (
                f"BEFORE INSERT ON {self.table} WHEN {self.replaced_rows} {abort}"
            ),
        }

    @property
    def body(self) -> str:
        return f"BEGIN RAISE EXCEPTION '{self.says}' USING ERRCODE = 'restrict_violation'; END"


EVENT_GUARDS = Guards(
    "event_store_storedevent",
    "event_store",
    "event_store_refuse",
    "an event is never changed or deleted",
    "EXISTS (SELECT 1 FROM event_store_storedevent"
    " WHERE game_id = NEW.game_id AND version = NEW.version)"
    " OR (NEW.fingerprint <> '' AND EXISTS (SELECT 1 FROM event_store_storedevent"
    " WHERE fingerprint <> '' AND game_id = NEW.game_id AND command_id = NEW.command_id))",
    ("(game_id, version)", "(game_id, command_id) WHERE (NOT ((fingerprint)::text = ''::text))"),
)


SQLITE_TRIGGERS = (
    "SELECT name, 'A', sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
)
POSTGRESQL_TRIGGERS = (
    "SELECT tgname, tgenabled::text, pg_get_triggerdef(oid, true) FROM pg_trigger"
    " WHERE tgrelid = %s::regclass AND NOT tgisinternal"
)


def guard_faults(guards: Guards = EVENT_GUARDS) -> list[str]:
    """What is wrong with the guards, a sentence each."""
    if connection.vendor == "postgresql":
        return [
            *_trigger_faults(guards, guards.postgresql_triggers, POSTGRESQL_TRIGGERS),
            *_rule_faults(guards),
            *_key_faults(guards, _postgresql_keys(guards)),
            *_function_faults(guards),
        ]
    return [
        *_trigger_faults(guards, guards.sqlite_triggers, SQLITE_TRIGGERS),
        *_key_faults(guards, _sqlite_keys(guards)),
    ]


def _read(query: str, about: str) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(query, [about])
        rows: list[tuple[Any, ...]] = cursor.fetchall()
    return rows


def _trigger_faults(guards: Guards, wanted: Mapping[str, str], query: str) -> Iterator[str]:
    triggers = {name: (armed, sql) for name, armed, sql in _read(query, guards.table)}
    for name, text in wanted.items():
        armed, sql = triggers.get(name, (None, ""))
        if armed is None:
            yield f"the trigger {name} is missing"
        elif armed != ARMED:
            yield f"the trigger {name} is disabled"
        elif _squeeze_spaces(sql).partition(f" {name} ")[2] != text:
            yield f"the trigger {name} is changed"
    for name in sorted(set(triggers) - set(wanted)):
        yield f"the trigger {name} does not belong to {guards.table}"


def _rule_faults(guards: Guards) -> list[str]:
    query = "SELECT rulename FROM pg_rewrite WHERE ev_class = %s::regclass ORDER BY 1"
    rules = _read(query, guards.table)
    return [f"the rule {name} does not belong to {guards.table}" for (name,) in rules]


def _key_faults(guards: Guards, keys: Set[str]) -> list[str]:
    return [
        f"the unique key {text} of {guards.table} is missing"
        for text in guards.unique
        if text not in keys
    ]


def _postgresql_keys(guards: Guards) -> set[str]:
    query = (
        "SELECT pg_get_indexdef(indexrelid) FROM pg_index"
        " WHERE indrelid = %s::regclass AND indisunique AND indisvalid"
    )
    return {text.partition(" USING btree ")[2] for (text,) in _read(query, guards.table)}


def _sqlite_keys(guards: Guards) -> set[str]:
    """SQLite's keys are compared by their columns alone, in any order."""
    query = (
        "SELECT found.name, of.name FROM pragma_index_list(%s) found,"
        ' pragma_index_info(found.name) of WHERE found."unique"'
    )
    columns: dict[str, set[str]] = {}
    for name, column in _read(query, guards.table):
        columns.setdefault(name, set()).add(column)
    return {
        text
        for text in guards.unique
        if set(text[1:].partition(")")[0].split(", ")) in columns.values()
    }


def _function_faults(guards: Guards) -> list[str]:
    bodies = _read("SELECT prosrc FROM pg_proc WHERE proname = %s", guards.function)
    if [_squeeze_spaces(body).removesuffix(";") for (body,) in bodies] == [guards.body]:
        return []
    return [f"the function {guards.function} is missing or changed"]


def _squeeze_spaces(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
