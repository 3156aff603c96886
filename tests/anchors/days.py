"""Days for the tests: a site with a key, moves at given times, and a hand that forges."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import connection

from games.anchors.keys import write_private_key
from games.anchors.models import Root
from games.domain import command
from games.domain.anchors import SignedAnchor, write_key
from games.services import act
from tests.people import table_of

KEY, OTHER_KEY = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
ANCHOR_KEY, OTHER_ANCHOR_KEY = map(write_private_key, (KEY, OTHER_KEY))
PUBLIC_KEY = write_key(KEY.public_key())
TABLES = ("anchors_leaf", "anchors_root")


def at(day: int, hour: int = 12, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def passed(game: UUID) -> None:
    state = table_of(game)
    act(game, command("turn", state.mover, {}), actor="user:1", expected=state.version)


def roots() -> list[SignedAnchor]:
    return [root.signed for root in Root.objects.order_by("day")]


@contextmanager
def open_to_change(*tables: str) -> Iterator[None]:
    """As the owner of the database can: without the triggers."""
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            for table in tables:
                cursor.execute(f"ALTER TABLE {table} DISABLE TRIGGER USER")
            yield
            for table in tables:
                cursor.execute(
                    "SELECT tgname FROM pg_trigger WHERE tgrelid = %s::regclass AND NOT tgisinternal",
                    [table],
                )
                for (name,) in cursor.fetchall():
                    cursor.execute(f"ALTER TABLE {table} ENABLE ALWAYS TRIGGER {name}")
            return
        there = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' AND tbl_name = %s"
        found = [row for table in tables for row in cursor.execute(there, [table]).fetchall()]
        for name, _ in found:
            cursor.execute(f"DROP TRIGGER {name}")
        yield
        for _, sql in found:
            cursor.execute(sql)


def forget_anchors() -> None:
    with open_to_change(*TABLES), connection.cursor() as cursor:
        for table in TABLES:
            cursor.execute(f"DELETE FROM {table}")
