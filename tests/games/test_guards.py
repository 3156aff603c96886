"""What refuses change is looked at: nothing of it is gone, and nothing came to it."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest
from django.db import connection, transaction

from games.audit.verify import verify_store

pytestmark = pytest.mark.django_db
POSTGRESQL = connection.vendor == "postgresql"
TABLES = ("event_store_storedevent", "anchors_root", "anchors_leaf")
TRIGGER = (
    "CREATE FUNCTION swallow() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;\n"
    "CREATE TRIGGER swallow BEFORE INSERT ON {} FOR EACH ROW EXECUTE FUNCTION swallow()"
    if POSTGRESQL
    else "CREATE TRIGGER swallow BEFORE INSERT ON {} BEGIN SELECT RAISE(IGNORE); END"
)
DROPS = (
    ("DROP INDEX event_store_command_once", "event_store_storedevent", "(game_id, command_id)"),
    ("ALTER TABLE anchors_leaf DROP CONSTRAINT anchors_leaf_pkey", "anchors_leaf", "(game_id, "),
    (
        "ALTER TABLE event_store_storedevent DROP CONSTRAINT event_store_storedevent_pkey",
        "event_store_storedevent",
        "(game_id, version)",
    ),
    (
        "DROP INDEX event_store_command_once;\nCREATE UNIQUE INDEX event_store_command_once"
        " ON event_store_storedevent (game_id, command_id) WHERE false",
        "event_store_storedevent",
        "(game_id, command_id)",
    ),
)


@contextmanager
def findings_after(sql: str) -> Iterator[list[str]]:
    """What is found after the database's owner ran the statements, each on a line."""
    with suppress(ZeroDivisionError), transaction.atomic():
        with connection.cursor() as cursor:
            for statement in sql.splitlines():
                cursor.execute(statement)
        yield [each.what for each in verify_store()]
        raise ZeroDivisionError("undone")


@pytest.mark.parametrize("table", TABLES)
def test_an_owner_of_the_database_who_adds_what_swallows_events_is_found(table: str) -> None:
    with findings_after(TRIGGER.format(table)) as findings:
        assert findings == [f"the trigger swallow does not belong to {table}"]
    if POSTGRESQL:
        with findings_after(
            f"CREATE RULE swallow AS ON UPDATE TO {table} DO INSTEAD NOTHING"
        ) as findings:
            assert findings == [f"the rule swallow does not belong to {table}"]


@pytest.mark.parametrize(("sql", "table", "key"), DROPS if POSTGRESQL else DROPS[:1])
def test_an_owner_of_the_database_who_drops_a_unique_key_is_found(
    sql: str, table: str, key: str
) -> None:
    with findings_after(sql) as findings:
        (what,) = findings
    assert what.startswith(f"the unique key {key}")
    assert what.endswith(f" of {table} is missing")
