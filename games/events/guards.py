"""The triggers that refuse change: are they there, armed, and as they were made?"""

import re

from django.db import connection

TABLE = "event_store_storedevent"
ARMED = "A"
"""PostgreSQL's letter for a trigger that fires for replicas as well."""

POSTGRESQL = {
    "event_store_no_change": (
        "BEFORE DELETE OR UPDATE ON event_store_storedevent"
        " FOR EACH ROW EXECUTE FUNCTION event_store_refuse()"
    ),
    "event_store_no_truncate": (
        "BEFORE TRUNCATE ON event_store_storedevent"
        " FOR EACH STATEMENT EXECUTE FUNCTION event_store_refuse()"
    ),
}
BODY = (
    "BEGIN RAISE EXCEPTION 'an event is never changed or deleted'"
    " USING ERRCODE = 'restrict_violation'; END"
)
ABORT = "BEGIN SELECT RAISE(ABORT, 'an event is never changed or deleted'); END"
SQLITE = {
    "event_store_no_update": f"BEFORE UPDATE ON event_store_storedevent {ABORT}",
    "event_store_no_delete": f"BEFORE DELETE ON event_store_storedevent {ABORT}",
    "event_store_no_replace": (
        "BEFORE INSERT ON event_store_storedevent WHEN EXISTS (SELECT 1 FROM"
        " event_store_storedevent WHERE game_id = NEW.game_id AND version = NEW.version)"
        " OR (NEW.fingerprint <> '' AND EXISTS (SELECT 1 FROM event_store_storedevent"
        " WHERE fingerprint <> '' AND game_id = NEW.game_id AND command_id = NEW.command_id)) "
        + ABORT
    ),
}


def broken_guards() -> list[str]:
    """What is wrong with them, a sentence each."""
    if connection.vendor == "postgresql":
        return [*_of_postgresql(), *_of_the_function()]
    with connection.cursor() as cursor:
        cursor.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'")
        found = {name: _plain(sql).partition(f" {name} ")[2] for name, sql in cursor.fetchall()}
    return [
        f"the trigger {name} is missing" if name not in found else f"the trigger {name} is changed"
        for name, text in SQLITE.items()
        if found.get(name) != text
    ]


def _of_postgresql() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT tgname, tgenabled::text, pg_get_triggerdef(oid, true) FROM pg_trigger"
            " WHERE tgrelid = %s::regclass AND NOT tgisinternal",
            [TABLE],
        )
        found = {name: (armed, text) for name, armed, text in cursor.fetchall()}
    wrong = []
    for name, text in POSTGRESQL.items():
        if name not in found:
            wrong.append(f"the trigger {name} is missing")
        elif found[name][0] != ARMED:
            wrong.append(f"the trigger {name} is disabled")
        elif _plain(found[name][1]).partition(f" {name} ")[2] != text:
            wrong.append(f"the trigger {name} is changed")
    return wrong


def _of_the_function() -> list[str]:
    with connection.cursor() as cursor:
        cursor.execute("SELECT prosrc FROM pg_proc WHERE proname = 'event_store_refuse'")
        bodies = [_plain(body).removesuffix(";") for (body,) in cursor.fetchall()]
    return [] if bodies == [BODY] else ["the function event_store_refuse is missing or changed"]


def _plain(text: str) -> str:
    return re.sub(r"\s+", " ", text).strip()
