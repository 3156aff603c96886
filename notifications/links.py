"""Links in mails. Each is signed for one purpose and one person."""

from base64 import b32encode
from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.crypto import constant_time_compare
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from msgspec import Struct, convert
from msgspec.structs import astuple

PLAY, STOP, FEED = "mail: play", "mail: stop", "feed"
NO_INVITATIONS = "mail: no invitations"
SEPARATOR, NOTHING = "~", "-"
NOTHINGS = ("", NOTHING)
"""A path with a dot at its beginning looks hidden, so that nothing has a letter of its own."""

T = TypeVar("T", bound=Struct)


class Tap(Struct, frozen=True):
    """A suggestion in a turn mail, good for the position that the mail shows."""

    game: UUID
    version: int
    person: int
    number: int


class Stop(Struct, frozen=True):
    """The end of a game's mails; without a game of the daily mail, with the nil id of all."""

    game: UUID | None
    person: int


class Feed(Struct, frozen=True):
    """A person's feeds; a new edition ends the addresses of the editions before."""

    person: int
    edition: int


def page_url(name: str, *arguments: object) -> str:
    return f"{settings.SITE_URL}{reverse(name, args=arguments)}"


def table_url(game_id: UUID) -> str:
    return page_url("game", game_id)


def tap_url(tap: Tap) -> str:
    return page_url("mail-play", _sign(tap, PLAY))


def stop_url(stop: Stop) -> str:
    return page_url("mail-stop", _sign(stop, STOP))


def feed_url(name: str, feed: Feed) -> str:
    return page_url(name, _sign(feed, FEED))


def no_invitations_url(address: str) -> str:
    text = urlsafe_base64_encode(address.lower().encode())
    return page_url("mail-no-invitations", _token(text, NO_INVITATIONS))


def no_invitations_address(token: str) -> str | None:
    text = _unsign(token, NO_INVITATIONS)
    return None if text is None else urlsafe_base64_decode(text).decode()


def tap_of(token: str) -> Tap | None:
    return _read(Tap, token, PLAY)


def stop_of(token: str) -> Stop | None:
    return _read(Stop, token, STOP)


def feed_of(token: str) -> Feed | None:
    return _read(Feed, token, FEED)


def _sign(value: Tap | Stop | Feed, purpose: str) -> str:
    fields = (NOTHING if field is None else str(field) for field in astuple(value))
    return _token(".".join(fields), purpose)


def _read(kind: type[T], token: str, purpose: str) -> T | None:
    text = _unsign(token, purpose)
    if text is None:
        return None
    values = (None if field in NOTHINGS else field for field in text.split("."))
    return convert(dict(zip(kind.__struct_fields__, values, strict=True)), kind, strict=False)


def _token(text: str, purpose: str) -> str:
    return f"{text}{SEPARATOR}{_in_small_letters(_signer(purpose).signature(text))}"


def _in_small_letters(signature: str) -> str:
    """Spam filters take one of mixed letters for a coin's address."""
    letters = b32encode(urlsafe_base64_decode(signature)).decode()
    return letters.rstrip("=").lower()


def _unsign(token: str, purpose: str) -> str | None:
    """Compares texts: of a signature's last letter some bits are spare, and others decode the same.

    Links of earlier versions have their signature in base 64.
    """
    text, _, signature = token.rpartition(SEPARATOR)
    for key in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        good = _signer(purpose).signature(text, key)
        if any(constant_time_compare(signature, each) for each in (_in_small_letters(good), good)):
            return text
    return None


def _signer(purpose: str) -> signing.Signer:
    """A colon in an address would be written in three letters."""
    return signing.Signer(salt=purpose, sep=SEPARATOR)
