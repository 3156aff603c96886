"""A database of the version before, upgraded: `python -m tests.notifications.upgrading ROWS`.

Puts the rows into a database of that version, migrates it, sends what is due, and writes what
became of it as JSON.
"""

import base64
import json
import os
import sys
from pathlib import Path
from typing import Any

import django

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
django.setup()

import time_machine  # noqa: E402 - after the set-up
from django.apps.registry import Apps  # noqa: E402
from django.core import mail  # noqa: E402
from django.core.management import call_command  # noqa: E402
from django.db import connection  # noqa: E402
from django.db import models as fields  # noqa: E402
from django.db.migrations.executor import MigrationExecutor  # noqa: E402
from django.test.utils import setup_test_environment  # noqa: E402

from games import models  # noqa: E402
from games.anchors.models import Leaf  # noqa: E402
from games.edge import now  # noqa: E402
from notifications.models import Notice, Offer  # noqa: E402
from notifications.outbox.queue import POSTS  # noqa: E402
from notifications.outbox.tasks import send_digests, send_mails  # noqa: E402
from tests.notifications.daily import AT, seven  # noqa: E402

BEFORE = [
    ("games", "0015_sign_ins"),
    ("event_store", "0002_refuse_change"),
    ("notifications", "0012_domain_trouble"),
]
BEFORE_KEYS_OF_GAMES = [
    ("anchors", "0003_verified_roots"),
    ("notifications", "0017_what_posts_came_to"),
]


def load(apps: Apps, label: str, rows: list[dict[str, Any]]) -> None:
    model = apps.get_model(label)
    fields = {field.attname: field for field in model._meta.concrete_fields}  # noqa: SLF001 - Django's documented name
    model._base_manager.bulk_create(  # noqa: SLF001 - likewise
        model(**{name: value_of(fields[name], value) for name, value in row.items()})
        for row in rows
    )


def value_of(field: "fields.Field[Any, Any]", value: Any) -> Any:
    if isinstance(field, fields.BinaryField):
        return base64.b64decode(value)
    return value if isinstance(field, fields.ForeignKey) else field.to_python(value)


def upgrade(file: Path) -> None:
    migrate(BEFORE, file)
    migrate(BEFORE_KEYS_OF_GAMES, file.with_name("keys_of_games.json"))
    call_command("migrate", verbosity=0)


def migrate(to: list[tuple[str, str]], file: Path) -> None:
    executor = MigrationExecutor(connection)
    executor.migrate(to)
    apps = executor.loader.project_state(to).apps
    for label, rows in json.loads(file.read_text()).items():
        load(apps, label, rows)


def keys() -> list[tuple[str, ...]]:
    return sorted(
        (each.message, each.channel, each.recipient.username if each.recipient_id else "")
        for each in Notice.objects.filter(sent=None)
    )


def kept() -> dict[str, list[tuple[Any, ...]]]:
    columns = {
        models.Invitation: ("number", "address"),
        models.ChatLine: ("number", "text"),
        models.ChatReport: ("line", "text"),
        models.ChatRead: ("line",),
        models.PrivateNote: ("text",),
        models.Variation: ("number", "name"),
        Offer: ("number", "tables"),
        Leaf: ("index", "version"),
    }
    return {
        model.__name__: list(model._base_manager.order_by("pk").values_list(*names))  # noqa: SLF001 - Django's documented name
        for model, names in columns.items()
    }


def main(file: Path) -> None:
    upgrade(file)
    setup_test_environment(debug=False)
    answer: dict[str, Any] = {"carried": keys(), "kept": kept()}
    with time_machine.travel(AT, tick=False) as clock:
        answer["calls"] = POSTS.due(now()).count()
        send_mails()
        answer["left"] = keys()
        answer["mails"] = sorted((each.to[0], each.subject) for each in mail.outbox)
        mail.outbox.clear()
        clock.move_to(seven())
        send_digests()
        answer["daily"] = [(each.to[0], each.subject) for each in mail.outbox]
    sys.stdout.write(json.dumps(answer))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
