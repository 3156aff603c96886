"""How a post says that it is ours: by the Standard Webhooks, and as Stripe does."""

from base64 import b64decode, b64encode
from collections.abc import Sequence
from hmac import digest

PREFIX = "whsec_"


def write_secret(key: bytes) -> str:
    return PREFIX + b64encode(key).decode()


def key_of(secret: str) -> bytes:
    """A secret without the prefix, as they once were, is its own key."""
    if secret.startswith(PREFIX):
        return b64decode(secret.removeprefix(PREFIX))
    return secret.encode()


def sign(name: str, moment: int, body: bytes, secrets: Sequence[str]) -> dict[str, str]:
    """The headers, with a signature under each of the secrets."""
    standard = f"{name}.{moment}.".encode() + body
    as_stripe = f"{moment}.".encode() + body
    return {
        "webhook-id": name,
        "webhook-timestamp": str(moment),
        "webhook-signature": " ".join(
            f"v1,{b64encode(digest(key_of(secret), standard, 'sha256')).decode()}"
            for secret in secrets
        ),
        "Franchise-Signature": ",".join(
            (
                f"t={moment}",
                *(f"v1={digest(secret.encode(), as_stripe, 'sha256').hex()}" for secret in secrets),
            )
        ),
    }
