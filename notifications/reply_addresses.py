"""What shows that a mail answers one of ours: its recipient, or the number of the mail it answers.

The reply address of a game's mail names the game, seat, version and person. The one of other
mails, and the envelope sender of every mail, are bound to the address that the mail goes to.
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
SEAT_BITS, OFFER_BITS, VERSION_BITS = 4, 6, 22
MOST_OFFERS = (1 << OFFER_BITS) - 1
PERSON_BYTES, SIGNATURE_BYTES = 5, 11
WHERE_BYTES = (SEAT_BITS + OFFER_BITS + VERSION_BITS) // 8
BODY_BYTES = 16 + WHERE_BYTES + PERSON_BYTES
TOKEN = re.compile(r"play\+([a-z2-7]{58})")
MARK = re.compile(r"play\+([a-z2-7]{18})")
DESK_MARK = re.compile(r"play\+desk-([a-z2-7]{18})")
NUMBERED = re.compile(r"<([!-;=?-~]{1,200})\.([a-z2-7]{18})@[^@<>]+>")
PLAIN = re.compile("(play|no-reply)")


class ReplyAddress(Struct, frozen=True):
    """What a reply address names. `offer` is which choices a number stands for, 0 the suggestions."""

    game_id: UUID
    seat: int
    version: int
    person: int
    offer: int = 0


def reply_address(game_id: UUID, seat: int, version: int, person_id: int, offer: int = 0) -> str:
    """Nobody can make one up: it holds a signature of 88 bits."""
    bits = (seat << OFFER_BITS | offer) << VERSION_BITS | version
    where = bits.to_bytes(WHERE_BYTES)
    body = game_id.bytes + where + person_id.to_bytes(PERSON_BYTES)
    return f"play+{_base32(body + _signature(body, settings.SECRET_KEY))}@{settings.MAIL_DOMAIN}"


def bounce_address(address: str) -> str:
    """The envelope sender of mails to that address, to which reports of failures come back."""
    return f"play+{_mark('bounce', address, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def is_bounce_address(text: str) -> bool:
    return _token_in(text, MARK) is not None


def is_bounce_address_of(text: str, address: str) -> bool:
    """Whether `text` is the envelope sender that was made for `address`."""
    return _is_mark(_token_in(text, MARK), "bounce", address)


def desk_address(address: str) -> str:
    """Where mails are answered that are about no game: it shows that we wrote to the address."""
    return f"play+desk-{_mark('desk', address, settings.SECRET_KEY)}@{settings.MAIL_DOMAIN}"


def is_desk(text: str) -> bool:
    """Whether requests that are about no game go there, be it without a mark."""
    return _token_in(text, PLAIN) is not None or _token_in(text, DESK_MARK) is not None


def is_desk_of(text: str, address: str) -> bool:
    """Whether `text` is the desk address that was made for `address`."""
    return _is_mark(_token_in(text, DESK_MARK), "desk", address)


def message_id(number: str) -> str:
    """The Message-ID of the mail with this number, signed: an answer names it."""
    mark = _mark("number", number, settings.SECRET_KEY)
    return f"<{number}.{mark}@{settings.MAIL_DOMAIN}>"


def number_in(text: str) -> str | None:
    """The number in a Message-ID that we have made; else None."""
    match = NUMBERED.fullmatch(text.strip())
    return match[1] if match and _is_mark(match[2], "number", match[1]) else None


def _token_in(text: str, kind: re.Pattern[str]) -> str | None:
    """None for any address that we did not make; case does not matter."""
    local, _, domain = text.strip().strip("<>").lower().rpartition("@")
    match = kind.fullmatch(local)
    return match[1] if match and domain == settings.MAIL_DOMAIN.lower() else None


def _mark(purpose: str, text: str, key: str | bytes) -> str:
    text = text if purpose == "number" else key_of(text)
    return _base32(_signature(f"{purpose} {text}".encode(), key))


def _is_mark(mark: str | None, purpose: str, text: str) -> bool:
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    return mark is not None and any(
        hmac.compare_digest(mark, _mark(purpose, text, key)) for key in keys
    )


def read_address(text: str) -> ReplyAddress | None:
    """None for any address that we did not make; case does not matter."""
    letters = _token_in(text, TOKEN)
    if letters is None:
        return None
    try:
        token = base64.b32decode(letters.upper() + "=" * 6)
    except binascii.Error:
        return None
    # The last letter has spare bits: another letter there would decode the same.
    if _base32(token) != letters:
        return None
    body, signature = token[:BODY_BYTES], token[BODY_BYTES:]
    keys = (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS)
    if not any(hmac.compare_digest(signature, _signature(body, key)) for key in keys):
        return None
    where = int.from_bytes(body[16:-PERSON_BYTES])
    return ReplyAddress(
        UUID(bytes=body[:16]),
        where >> OFFER_BITS + VERSION_BITS,
        where & ~(-1 << VERSION_BITS),
        int.from_bytes(body[-PERSON_BYTES:]),
        where >> VERSION_BITS & MOST_OFFERS,
    )


def _signature(body: bytes, key: str | bytes) -> bytes:
    digest = salted_hmac(SALT, body, secret=key, algorithm="sha256").digest()
    return digest[:SIGNATURE_BYTES]


def _base32(content: bytes) -> str:
    return base64.b32encode(content).decode().rstrip("=").lower()
