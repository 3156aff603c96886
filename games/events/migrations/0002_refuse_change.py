"""History is only ever added to: the database refuses everything else."""

from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

TABLE = "event_store_storedevent"
SAYS = "an event is never changed or deleted"

# ALWAYS: also for a session that calls itself a replica.
POSTGRESQL = f"""
CREATE FUNCTION event_store_refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN RAISE EXCEPTION '{SAYS}' USING ERRCODE = 'restrict_violation'; END $$;
CREATE TRIGGER event_store_no_change BEFORE UPDATE OR DELETE ON {TABLE}
    FOR EACH ROW EXECUTE FUNCTION event_store_refuse();
CREATE TRIGGER event_store_no_truncate BEFORE TRUNCATE ON {TABLE}
    FOR EACH STATEMENT EXECUTE FUNCTION event_store_refuse();
ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER event_store_no_change;
ALTER TABLE {TABLE} ENABLE ALWAYS TRIGGER event_store_no_truncate;
"""

# INSERT OR REPLACE deletes without a DELETE trigger, so an INSERT must not meet a row.
SQLITE = (
    f"""CREATE TRIGGER event_store_no_update BEFORE UPDATE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, '{SAYS}'); END""",
    f"""CREATE TRIGGER event_store_no_delete BEFORE DELETE ON {TABLE}
    BEGIN SELECT RAISE(ABORT, '{SAYS}'); END""",
    f"""CREATE TRIGGER event_store_no_replace BEFORE INSERT ON {TABLE}
    WHEN EXISTS (SELECT 1 FROM {TABLE} WHERE game_id = NEW.game_id AND version = NEW.version)
      OR (NEW.fingerprint <> '' AND EXISTS (SELECT 1 FROM {TABLE} WHERE fingerprint <> ''
          AND game_id = NEW.game_id AND command_id = NEW.command_id))
    BEGIN SELECT RAISE(ABORT, '{SAYS}'); END""",
)


def refuse(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    vendor = schema_editor.connection.vendor
    statements = {"postgresql": (POSTGRESQL,), "sqlite": SQLITE}[vendor]
    for statement in statements:
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("event_store", "0001_initial")]
    operations = [migrations.RunPython(refuse)]
