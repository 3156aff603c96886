"""The reply address of a turn mail names the game, seat, version and person; the envelope sender
of a mail is bound to the address that it goes to.
"""

import base64
import binascii
import hmac
import re
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac
from msgspec import Struct

from games.addresses import key_of
from games.domain.notation import WORDS

MARKER = f"##- {' · '.join(WORDS[language].reply_above for language, _ in settings.LANGUAGES)} -##"
"""A mail shows it above the text that an answer may quote."""

SALT = "notifications.inbound.addresses"
SEAT_BITS, VERSION_BITS = 4, 28
PERSON_BYTES, SIGNATURE_BYTES = 5, 11
BODY_BYTES = 16 + (SEAT_BITS + VERSION_BITS) // 8 + PERSON_BYTES
TOKEN = re.compile(r"play\+([a-z2-7]{58})")
MARK = re.compile(r"play\+([a-z2-7]{18})")


class ReplyAddress(Struct, frozen=True):
    """What a reply address names."""

    game_id: UUID
    seat: int
    version: int
    person: int


def reply_address(game_id: UUID, seat: int, version: int, person_id: int) -> str:
    """Nobody can make one up: it holds a signature of 88 bits."""
    where = (seat << VERSION_BITS | version).to_bytes((SEAT_BITS + VERSION_BITS) // 8)
    body = game_id.bytes + where + person_id.to_bytes(PERSON_BYTES)
    return f"play+{_base32(body + _signature(body, settings.SECRET_KEY))}@{settings.MAIL_DOMAIN}"


def bounce_address(address: str) -> str:
    """The envelope sender of mails to that address, to which reports of failures come back."""
    return f"play+{_mark(address, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def is_bounce_address(text: str) -> bool:
    return _mark_in(text) is not None


def is_bounce_address_of(text: str, address: str) -> bool:
    """Whether `text` is the envelope sender that was made for `address`."""
    mark = _mark_in(text)
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return mark is not None and any(hmac.compare_digest(mark, _mark(address, key)) for key in keys)


def _mark_in(text: str) -> str | None:
    local, _, domain = text.strip().strip("<>").lower().rpartition("@")
    match = MARK.fullmatch(local)
    return match[1] if match and domain == settings.MAIL_DOMAIN.lower() else None


def _mark(address: str, key: str | bytes) -> str:
    return _base32(_signature(f"bounce {key_of(address)}".encode(), key))


def no_reply_address() -> str:
    return f"no-reply@{settings.MAIL_DOMAIN}"


def read_address(text: str) -> ReplyAddress | None:
    """None for any address that we did not make; case does not matter."""
    local, _, domain = text.strip().strip("<>").lower().rpartition("@")
    match = TOKEN.fullmatch(local)
    if match is None or domain != settings.MAIL_DOMAIN.lower():
        return None
    try:
        token = base64.b32decode(match[1].upper() + "=" * 6)
    except binascii.Error:
        return None
    # The last letter has spare bits: another letter there would decode the same.
    if _base32(token) != match[1]:
        return None
    body, signature = token[:BODY_BYTES], token[BODY_BYTES:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(hmac.compare_digest(signature, _signature(body, key)) for key in keys):
        return None
    where = int.from_bytes(body[16:-PERSON_BYTES])
    return ReplyAddress(
        UUID(bytes=body[:16]),
        where >> VERSION_BITS,
        where & ~(-1 << VERSION_BITS),
        int.from_bytes(body[-PERSON_BYTES:]),
    )


def _signature(body: bytes, key: str | bytes) -> bytes:
    digest = salted_hmac(SALT, body, secret=key, algorithm="sha256").digest()
    return digest[:SIGNATURE_BYTES]


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()
