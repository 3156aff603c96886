"""The hash chain of a game: an event's hash covers the hash before it and all that is stored.

Format 2:

    hash = sha256(previous hash + version \\n type \\n time \\n actor \\n command id \\n
                  fingerprint \\n digest \\n event as JSON text)

The first previous hash is the sha256 of "franchise chain 2", a line break and the game's id.

Format 1, which no new game may use, leaves out type, fingerprint and digest, and begins with
the sha256 of the game's id alone. A game keeps the format that it began with.

A part that is missing is empty. No part holds a line break, so two different events never
give the same bytes.
"""

import re
from hashlib import sha256

import msgspec
from msgspec import Struct

from games.domain.events import Event
from games.domain.payloads import encoder
from games.domain.units import Actor

FORMATS = (1, 2)
FORMAT = 2


class Stamp(Struct, frozen=True):
    """Who caused an event, when (ISO 8601, UTC), and by which command."""

    at: str = ""
    """ISO 8601, UTC; empty in a game that was played at one table."""
    actor: Actor = ""
    command: str = ""
    """The id that its events have in common."""

    def __post_init__(self) -> None:
        if "\n" in f"{self.at}{self.actor}{self.command}":
            raise ValueError("a line break in a stamp")


NO_STAMP = Stamp()


class Link(Struct, frozen=True):
    """What an event's hash covers beside the hash before it."""

    version: int
    stamp: Stamp
    payload: bytes
    fingerprint: str = ""
    digest: str = ""
    type: str | None = None
    """As stored; if None, as the payload says."""


def genesis(game: str, form: int = FORMAT) -> bytes:
    text = game if form == 1 else f"franchise chain {form}\n{game}"
    return sha256(text.encode()).digest()


def hash_of(link: Link, previous: bytes, form: int = FORMAT) -> bytes:
    stamp = link.stamp
    if form == 1:
        text = f"{link.version}\n{stamp.at}\n{stamp.actor}\n{stamp.command}\n"
    else:
        kind = type_of(link.payload) if link.type is None else link.type
        text = (
            f"{link.version}\n{kind}\n{stamp.at}\n{stamp.actor}\n{stamp.command}\n"
            f"{link.fingerprint}\n{link.digest}\n"
        )
    return sha256(previous + text.encode() + link.payload).digest()


def format_of(game: str, first: Link, hash_: bytes) -> int | None:
    """The format that a game's first event was hashed by."""
    fits = (form for form in FORMATS if hash_of(first, genesis(game, form), form) == hash_)
    return next(fits, None)


def payload_of(event: Event) -> bytes:
    """The event as it is stored, hashed and exported: its type first, then its fields."""
    return encoder.encode(event)


class _TypeOnly(Struct):
    type: str


_type_decoder = msgspec.json.Decoder(_TypeOnly)


def type_of(payload: bytes) -> str:
    return _type_decoder.decode(payload).type


SHORT_HASH = 20
SHORT_HEAD = re.compile(rf"([1-9][0-9]{{0,9}}):([0-9a-f]{{{SHORT_HASH},64}})")


class ShortHead(Struct, frozen=True):
    """A game's version, and how the hash of that event begins."""

    version: int
    hash: str

    def __str__(self) -> str:
        return f"{self.version}:{self.hash}"


class NotAHead(ValueError):
    """The text is no head."""

    def __init__(self, text: str) -> None:
        self.text = text
        super().__init__(
            f"{text!r} is no head: a version, a colon and at least {SHORT_HASH} hex digits"
        )


def short_head(version: int, hash_: str) -> str:
    """`57:` and the first 20 hex digits of the event's hash, as mails and pages show it."""
    return f"{version}:{hash_[:SHORT_HASH]}"


def parse_head(text: str) -> ShortHead:
    head = SHORT_HEAD.fullmatch(text.strip().lower())
    if head is None:
        raise NotAHead(text)
    return ShortHead(int(head[1]), head[2])
