"""What belongs to a game has the game first in its key: invitations, chat, notes, variations.

A row keeps its number.
"""

from typing import Any

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.operations.base import Operation
from django.db.migrations.state import StateApps

Column = tuple[str, Any]


def key(second: str) -> Column:
    primary = models.CompositePrimaryKey(
        "game_id", second, blank=True, editable=False, primary_key=True, serialize=False
    )
    return ("pk", primary)


def game(related_name: str) -> Column:
    to_game: Any = models.ForeignKey(
        db_index=False,
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to="games.game",
    )
    return ("game", to_game)


def owner(related_name: str) -> Column:
    to_person: Any = models.ForeignKey(
        on_delete=django.db.models.deletion.CASCADE,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )
    return ("person", to_person)


def somebody(name: str, related_name: str) -> Column:
    to_person: Any = models.ForeignKey(
        db_constraint=False,
        null=True,
        on_delete=django.db.models.deletion.SET_NULL,
        related_name=related_name,
        to=settings.AUTH_USER_MODEL,
    )
    return (name, to_person)


NUMBER: Column = ("number", models.BigIntegerField())
FIELDS: dict[str, list[Column]] = {
    "Invitation": [
        key("number"),
        game("invitations"),
        NUMBER,
        ("reference", models.CharField(max_length=64)),
        ("secret", models.CharField(db_index=True, max_length=40)),
        ("address", models.EmailField(blank=True, max_length=254)),
        somebody("by", "invitations"),
        ("created", models.DateTimeField()),
        ("revoked", models.DateTimeField(null=True)),
        ("used", models.DateTimeField(null=True)),
        somebody("used_by", "invitations_used"),
    ],
    "ChatLine": [
        key("number"),
        game("chat"),
        NUMBER,
        somebody("person", "chat_lines"),
        ("text", models.TextField()),
        ("at", models.DateTimeField()),
        ("edited", models.DateTimeField(null=True)),
        ("hidden", models.BooleanField(default=False)),
        ("command_id", models.CharField(db_default="", default="", max_length=64)),
    ],
    "ChatRead": [
        key("person_id"),
        game("chats_read"),
        owner("chats_read"),
        ("line", models.BigIntegerField()),
    ],
    "PrivateNote": [
        key("person_id"),
        game("notes"),
        owner("notes"),
        ("text", models.TextField()),
        ("at", models.DateTimeField()),
    ],
    "Variation": [
        key("number"),
        game("variations"),
        NUMBER,
        owner("variations"),
        ("name", models.CharField(max_length=60)),
        ("base", models.PositiveIntegerField()),
        ("steps", models.TextField()),
        ("length", models.PositiveSmallIntegerField()),
        ("snapshot", models.TextField()),
        ("version", models.PositiveIntegerField(default=0)),
        ("secret", models.CharField(db_index=True, max_length=50, null=True)),
        ("changed", models.DateTimeField()),
    ],
}


def copy_rows(apps: StateApps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    with schema_editor.connection.cursor() as cursor:
        for name in FIELDS:
            options = apps.get_model("games", name)._meta  # noqa: SLF001 - Django's documented name
            columns = [field.column for field in options.concrete_fields if field.column]
            taken = ["id" if column == "number" else column for column in columns]
            cursor.execute(
                f"INSERT INTO {options.db_table} ({', '.join(columns)}) "
                f"SELECT {', '.join(taken)} FROM games_{name.lower()}"
            )
        if schema_editor.connection.vendor == "postgresql":
            # Tables with checks to come cannot be altered.
            cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")


def begin_anew(name: str) -> list[Operation]:
    return [
        migrations.SeparateDatabaseAndState(state_operations=[migrations.DeleteModel(name)]),
        migrations.CreateModel(
            name=name, fields=FIELDS[name], options={"db_table": f"games_first_{name.lower()}"}
        ),
    ]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0015_sign_ins"),
        ("notifications", "0013_one_outbox"),
    ]

    operations = [
        migrations.RenameModel("Line", "Variation"),
        migrations.RemoveConstraint("chatreport", "games_one_report_each"),
        migrations.RenameField("chatreport", "line", "reported"),
        migrations.AddField("chatreport", "line", models.BigIntegerField(null=True)),
        migrations.RunSQL("UPDATE games_chatreport SET line = reported_id"),
        migrations.RemoveField("chatreport", "reported"),
        migrations.AddConstraint(
            "chatreport",
            models.UniqueConstraint(fields=["game", "line", "by"], name="games_one_report_each"),
        ),
        *(operation for name in FIELDS for operation in begin_anew(name)),
        migrations.RunPython(copy_rows),
        *(migrations.RunSQL(f"DROP TABLE games_{name.lower()}") for name in FIELDS),
        *(migrations.AlterModelTable(name, None) for name in FIELDS),
        migrations.AddConstraint(
            "invitation",
            models.UniqueConstraint(fields=["game", "reference"], name="games_invited_once"),
        ),
        migrations.AddConstraint(
            "chatline",
            models.UniqueConstraint(
                condition=models.Q(("command_id", ""), _negated=True),
                fields=["game", "command_id"],
                name="games_chat_said_once",
            ),
        ),
    ]
