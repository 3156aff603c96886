"""Days for the tests: a site with a key, and moves at given times."""

from datetime import UTC, datetime

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

from games.anchors.keys import write_private_key
from games.anchors.models import Root
from games.domain.anchors import SignedAnchor, write_key

KEY, OTHER_KEY = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2))
ANCHOR_KEY, OTHER_ANCHOR_KEY = map(write_private_key, (KEY, OTHER_KEY))
PUBLIC_KEY = write_key(KEY.public_key())


def at(day: int, hour: int = 12, minute: int = 0) -> datetime:
    return datetime(2026, 3, day, hour, minute, tzinfo=UTC)


def roots() -> list[SignedAnchor]:
    return [root.signed_anchor for root in Root.objects.order_by("day")]
