"""Days for the tests: a site with a key, moves at given times, and a hand that forges."""

from datetime import UTC, datetime
from uuid import UUID

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.anchors.keys import write_private_key
from games.anchors.models import Root
from games.domain.anchors import SignedAnchor, write_key
from games.domain.commands import command
from games.services import act
from tests.people import table_of

KEY, OTHER_KEY = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
ANCHOR_KEY, OTHER_ANCHOR_KEY = map(write_private_key, (KEY, OTHER_KEY))
PUBLIC_KEY = write_key(KEY.public_key())


def at(day: int, hour: int = 12, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def pass_turn(game: UUID) -> None:
    state = table_of(game)
    act(game, command("turn", state.mover, {}), actor="user:1", expected=state.version)


def roots() -> list[SignedAnchor]:
    return [root.signed_anchor for root in Root.objects.order_by("day")]
