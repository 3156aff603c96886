"""What was anchored is only ever added to: the database refuses everything else."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

SAYS = "what was anchored is never changed or deleted"
KEYS = {
    "anchors_root": "day = NEW.day",
    "anchors_leaf": 'root_id = NEW.root_id AND ("index" = NEW."index" OR game_id = NEW.game_id)',
}
FUNCTION = f"""
CREATE FUNCTION anchors_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{SAYS}' USING ERRCODE = 'restrict_violation'; END $$;
"""


def on_postgresql(table: str) -> str:
    """ALWAYS: also for a session that calls itself a replica."""
    return f"""
    CREATE TRIGGER {table}_no_change BEFORE UPDATE OR DELETE ON {table}
        FOR EACH ROW EXECUTE FUNCTION anchors_refuse();
    CREATE TRIGGER {table}_no_truncate BEFORE TRUNCATE ON {table}
        FOR EACH STATEMENT EXECUTE FUNCTION anchors_refuse();
    ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_change;
    ALTER TABLE {table} ENABLE ALWAYS TRIGGER {table}_no_truncate;
    """


def on_sqlite(table: str, same: str) -> tuple[str, ...]:
    """INSERT OR REPLACE deletes without a DELETE trigger, so an INSERT must not meet a row."""
    refuse = f"BEGIN SELECT RAISE(ABORT, '{SAYS}'); END"
    return (
        f"CREATE TRIGGER {table}_no_update BEFORE UPDATE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_delete BEFORE DELETE ON {table} {refuse}",
        f"CREATE TRIGGER {table}_no_replace BEFORE INSERT ON {table} "
        f"WHEN EXISTS (SELECT 1 FROM {table} WHERE {same}) {refuse}",
    )


def refuse(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        statements = [FUNCTION, *map(on_postgresql, KEYS)]
    else:
        statements = [each for table, same in KEYS.items() for each in on_sqlite(table, same)]
    for statement in statements:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("anchors", "0001_initial")]
    operations = [migrations.RunPython(refuse)]
