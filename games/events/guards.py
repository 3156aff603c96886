"""The triggers that refuse change: are they there, armed, and as they were made?"""

import re

from django.db import connection
from msgspec import Struct

ARMED = "A"
"""PostgreSQL's letter for a trigger that fires for replicas as well."""


class Guards(Struct, frozen=True):
    """Of one table. `met` is the rows that an INSERT would replace, as SQLite's trigger says it."""

    table: str
    prefix: str
    function: str
    says: str
    met: str

    @property
    def on_postgresql(self) -> dict[str, str]:
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
    def on_sqlite(self) -> dict[str, str]:
        abort = f"BEGIN SELECT RAISE(ABORT, '{self.says}'); END"
        return {
            f"{self.prefix}_no_update": f"BEFORE UPDATE ON {self.table} {abort}",
            f"{self.prefix}_no_delete": f"BEFORE DELETE ON {self.table} {abort}",
            f"{self.prefix}_no_replace": (f"BEFORE INSERT ON {self.table} WHEN {self.met} {abort}"),
        }

    @property
    def body(self) -> str:
        return f"BEGIN RAISE EXCEPTION '{self.says}' USING ERRCODE = 'restrict_violation'; END"


OF_EVENTS = Guards(
    "event_store_storedevent",
    "event_store",
    "event_store_refuse",
    "an event is never changed or deleted",
    "EXISTS (SELECT 1 FROM event_store_storedevent"
    " WHERE game_id = NEW.game_id AND version = NEW.version)"
    " OR (NEW.fingerprint <> '' AND EXISTS (SELECT 1 FROM event_store_storedevent"
    " WHERE fingerprint <> '' AND game_id = NEW.game_id AND command_id = NEW.command_id))",
)


def broken_guards(guards: Guards = OF_EVENTS) -> list[str]:
    """What is wrong with them, a sentence each."""
    if connection.vendor == "postgresql":
        return [*_of_postgresql(guards), *_of_the_function(guards)]
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = {name: _plain(sql).partition(f" {name} ")[2] for name, sql in cursor.fetchall()}
    return [
        f"the trigger {name} is missing" if name not in found else f"the trigger {name} is changed"
        for name, text in guards.on_sqlite.items()
        if found.get(name) != text
    ]


def _of_postgresql(guards: Guards) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled::text, pg_get_triggerdef(oid, true) FROM pg_trigger"
            " WHERE tgrelid = %s::regclass AND NOT tgisinternal",
            [guards.table],
        )
        found = {name: (armed, text) for name, armed, text in cursor.fetchall()}
    wrong = []
    for name, text in guards.on_postgresql.items():
        if name not in found:
            wrong.append(f"the trigger {name} is missing")
        elif found[name][0] != ARMED:
            wrong.append(f"the trigger {name} is disabled")
        elif _plain(found[name][1]).partition(f" {name} ")[2] != text:
            wrong.append(f"the trigger {name} is changed")
    return wrong


def _of_the_function(guards: Guards) -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = %s", [guards.function])
        bodies = [_plain(body).removesuffix(";") for (body,) in cursor.fetchall()]
    return (
        [] if bodies == [guards.body] else [f"the function {guards.function} is missing or changed"]
    )


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
