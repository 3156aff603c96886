"""An offer's key begins with its game, so that offers can be spread by game."""

from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import StateApps

# The id stays for the version before, which may still run beside this one.
POSTGRESQL = """
ALTER TABLE notifications_offer
    DROP CONSTRAINT notifications_offer_pkey,
    DROP CONSTRAINT offers_one_a_number,
    ADD PRIMARY KEY (game_id, person_id, number)
"""
COLUMNS = "game_id, person_id, number, at, tables"


def change_key(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    if schema_editor.connection.vendor == "postgresql":
        schema_editor.execute(POSTGRESQL)
        return
    schema_editor.execute("ALTER TABLE notifications_offer RENAME TO notifications_offer_before")
    schema_editor.create_model(apps.get_model("notifications", "Offer"))
    schema_editor.execute(
        f"INSERT INTO notifications_offer ({COLUMNS}) "
        f"SELECT {COLUMNS} FROM notifications_offer_before"
    )
    schema_editor.execute("DROP TABLE notifications_offer_before")


class Migration(migrations.Migration):
    dependencies = [("notifications", "0017_what_posts_came_to")]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.RemoveConstraint("offer", "offers_one_a_number"),
                migrations.RemoveField("offer", "id"),
                migrations.AddField(
                    "offer",
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "person",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
            ]
        ),
        migrations.RunPython(change_key),
    ]
