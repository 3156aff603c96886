"""Links in mails. Each is signed for one purpose, one person and one place in a game."""

from uuid import UUID

from django.conf import settings
from django.core import signing
from django.urls import reverse
from msgspec import Struct

PLAY, STOP = "mail: play", "mail: stop"


class Tap(Struct, frozen=True):
    """A suggestion of a turn mail, good for the version that the mail was about."""

    game: UUID
    version: int
    person: int
    number: int


class Stop(Struct, frozen=True):
    game: UUID
    person: int


def table_url(game_id: UUID) -> str:
    return _absolute(reverse("game", args=[game_id]))


def tap_url(tap: Tap) -> str:
    return _absolute(reverse("mail-play", args=[_signed(tap, PLAY)]))


def stop_url(stop: Stop) -> str:
    return _absolute(reverse("mail-stop", args=[_signed(stop, STOP)]))


def tap_of(token: str) -> Tap | None:
    found = _read(token, PLAY)
    return None if found is None else Tap(UUID(found[0]), *map(int, found[1:]))


def stop_of(token: str) -> Stop | None:
    found = _read(token, STOP)
    return None if found is None else Stop(UUID(found[0]), int(found[1]))


def _signed(value: Tap | Stop, purpose: str) -> str:
    fields = [str(getattr(value, name)) for name in value.__struct_fields__]
    return signing.Signer(salt=purpose).sign(".".join(fields)).replace(":", "~")


def _read(token: str, purpose: str) -> list[str] | None:
    try:
        text = signing.Signer(salt=purpose).unsign(token.replace("~", ":"))
    except signing.BadSignature:
        return None
    return text.split(".")


def _absolute(path: str) -> str:
    return f"{settings.SITE_URL}{path}"
