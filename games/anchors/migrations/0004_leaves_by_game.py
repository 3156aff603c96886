"""A leaf's key begins with its game, so that leaves can be spread by game."""

from importlib import import_module

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

POSTGRESQL = """
ALTER TABLE anchors_leaf
    DROP CONSTRAINT anchors_leaf_pkey,
    DROP CONSTRAINT anchors_once_a_day,
    ADD PRIMARY KEY (game_id, root_id)
"""
COLUMNS = 'root_id, "index", game_id, version, hash'


def change_key(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
        return
    schema_editor.execute("ALTER TABLE anchors_leaf RENAME TO anchors_leaf_before")
    schema_editor.create_model(apps.get_model("anchors", "Leaf"))
    schema_editor.execute(
        f"INSERT INTO anchors_leaf ({COLUMNS}) SELECT {COLUMNS} FROM anchors_leaf_before"
    )
    schema_editor.execute("DROP TABLE anchors_leaf_before")
    refusing = import_module("games.anchors.migrations.0002_refuse_change")
    for statement in refusing.on_sqlite("anchors_leaf", refusing.KEYS["anchors_leaf"]):
        schema_editor.execute(statement)


class Migration(migrations.Migration):
    dependencies = [("anchors", "0003_verified_roots")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("leaf", "anchors_once_a_day"),
                migrations.AlterField(
                    "leaf",
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "root_id",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ]
        ),
        migrations.RunPython(change_key),
        migrations.AddIndex(
            "leaf", models.Index(fields=["root", "index"], name="anchors_leaves_of_a_day")
        ),
    ]
