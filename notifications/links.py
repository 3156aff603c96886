"""Links in mails. Each is signed for one purpose and one person."""

from typing import TypeVar
from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from msgspec import Struct, convert
from msgspec.structs import astuple

PLAY, STOP, FEED = "mail: play", "mail: stop", "feed"
NO_INVITATIONS = "mail: no invitations"
T = TypeVar("T", bound=Struct)


class Tap(Struct, frozen=True):
    """A suggestion in a turn mail, good for the version that the mail shows."""

    game: UUID
    version: int
    person: int
    number: int


class Stop(Struct, frozen=True):
    """The end of a game's mails, or, without a game, of the daily mail."""

    game: UUID | None
    person: int


class Feed(Struct, frozen=True):
    """A person's feeds; a new edition ends the addresses of the editions before."""

    person: int
    edition: int


def table_url(game_id: UUID) -> str:
    return _absolute_url(reverse("game", args=[game_id]))


def home_url() -> str:
    return _absolute_url(reverse("home"))


def guide_url() -> str:
    """The page that says how to write a turn in words."""
    return f"{_absolute_url(reverse('rules'))}#orders"


def settings_url() -> str:
    return _absolute_url(reverse("account-mail"))


def anchors_url() -> str:
    """The page that says what the head in a mail proves."""
    return _absolute_url(reverse("anchors"))


def tap_url(tap: Tap) -> str:
    return _absolute_url(reverse("mail-play", args=[_sign(tap, PLAY)]))


def stop_url(stop: Stop) -> str:
    return _absolute_url(reverse("mail-stop", args=[_sign(stop, STOP)]))


def feed_url(name: str, feed: Feed) -> str:
    return _absolute_url(reverse(name, args=[_sign(feed, FEED)]))


def invitation_url(secret: str) -> str:
    return _absolute_url(reverse("join", args=[secret]))


def no_invitations_url(address: str) -> str:
    token = _signer(NO_INVITATIONS).sign(urlsafe_base64_encode(address.lower().encode()))
    return _absolute_url(reverse("mail-no-invitations", args=[token]))


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
    fields = ("" if field is None else str(field) for field in astuple(value))
    return _signer(purpose).sign(".".join(fields))


def _read(kind: type[T], token: str, purpose: str) -> T | None:
    text = _unsign(token, purpose)
    if text is None:
        return None
    values = (field or None for field in text.split("."))
    return convert(dict(zip(kind.__struct_fields__, values, strict=True)), kind, strict=False)


def _unsign(token: str, purpose: str) -> str | None:
    try:
        return _signer(purpose).unsign(token)
    except signing.BadSignature:
        return None


def _signer(purpose: str) -> signing.Signer:
    """A colon in an address would be written in three letters."""
    return signing.Signer(salt=purpose, sep="~")


def _absolute_url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
