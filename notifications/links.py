"""Links in mails. Each is signed for one purpose and one person."""

from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from django.utils.http import urlsafe_base64_decode, urlsafe_base64_encode
from msgspec import Struct

PLAY, STOP, FEED = "mail: play", "mail: stop", "feed"
NO_INVITATIONS = "mail: no invitations"


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
    token = signing.Signer(salt=NO_INVITATIONS, sep="~").sign(
        urlsafe_base64_encode(address.lower().encode())
    )
    return _absolute_url(reverse("mail-no-invitations", args=[token]))


def no_invitations_address(token: str) -> str | None:
    try:
        text = signing.Signer(salt=NO_INVITATIONS, sep="~").unsign(token)
    except signing.BadSignature:
        return None
    return urlsafe_base64_decode(text).decode()


def tap_of(token: str) -> Tap | None:
    fields = _unsign(token, PLAY)
    return None if fields is None else Tap(UUID(fields[0]), *map(int, fields[1:]))


def stop_of(token: str) -> Stop | None:
    fields = _unsign(token, STOP)
    return None if fields is None else Stop(UUID(fields[0]) if fields[0] else None, int(fields[1]))


def feed_of(token: str) -> Feed | None:
    fields = _unsign(token, FEED)
    return None if fields is None else Feed(*map(int, fields))


def _sign(value: Tap | Stop | Feed, purpose: str) -> str:
    fields = [getattr(value, name) for name in value.__struct_fields__]
    text = ".".join("" if field is None else str(field) for field in fields)
    return signing.Signer(salt=purpose).sign(text).replace(":", "~")


def _unsign(token: str, purpose: str) -> list[str] | None:
    try:
        text = signing.Signer(salt=purpose).unsign(token.replace("~", ":"))
    except signing.BadSignature:
        return None
    return text.split(".")


def _absolute_url(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
