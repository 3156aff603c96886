"""The hash chain of a game: each event's hash covers the one before it.

    hash = sha256(previous hash + version \\n time \\n actor \\n command id \\n event as JSON text)

The first previous hash is the sha256 of the game's id. Time, actor and command id are
empty where there are none; none of them holds a line break, so no two events run into
the same bytes.
"""

import re
from hashlib import sha256

from msgspec import Struct

from games.domain.events import Event, encoder


class Stamp(Struct, frozen=True):
    """Who caused an event, when (ISO 8601, UTC), and by which command."""

    at: str = ""
    actor: str = ""
    command: str = ""

    def __post_init__(self) -> None:
        if "\n" in f"{self.at}{self.actor}{self.command}":
            raise ValueError("a line break in a stamp")


NO_STAMP = Stamp()


def genesis(game: str) -> bytes:
    return sha256(game.encode()).digest()


def link(previous: bytes, version: int, stamp: Stamp, payload: bytes) -> bytes:
    head = f"{version}\n{stamp.at}\n{stamp.actor}\n{stamp.command}\n"
    return sha256(previous + head.encode() + payload).digest()


def payload_of(event: Event) -> bytes:
    """The event as it is stored, hashed and exported: its type first, then its fields."""
    return encoder.encode(event)


SHORT_HASH = 20
SHORT_HEAD = re.compile(rf"([1-9][0-9]{{0,9}}):([0-9a-f]{{{SHORT_HASH},64}})")


class ShortHead(Struct, frozen=True):
    """A game's version, and how the hash of that event begins."""

    version: int
    hash: str

    def __str__(self) -> str:
        return f"{self.version}:{self.hash}"


class NotAHead(ValueError):
    """What was given for a head is none."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"{text!r} is no head: a version, a colon and at least {SHORT_HASH} hex digits"
        )


def short_head(version: int, hash_: str) -> str:
    """`57:` and the first 20 hex digits of the event's hash, as mails and pages show it."""
    return str(ShortHead(version, hash_[:SHORT_HASH]))


def parse_head(text: str) -> ShortHead:
    found = SHORT_HEAD.fullmatch(text.strip().lower())
    if found is None:
        raise NotAHead(text)
    return ShortHead(int(found[1]), found[2])
