"""What a message is, before a channel gives it its form."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec import Struct

from notifications.messages.letter import Letter, Picture
from notifications.models import Notice


class Text(Struct, frozen=True):
    """What is said without a letter's design. `original` is a mail that it encloses."""

    subject: str
    text: str
    html: str = ""
    pictures: tuple[Picture, ...] = ()
    original: bytes = b""


class Message(Struct, frozen=True):
    """What is said to one address.

    `number` is the same whenever the same message is composed; `thread` is that of those it
    belongs to. A visit to `stop` ends such messages; `reply_to` takes an answer.
    """

    to: str
    number: str
    content: Letter | Text
    thread: str = ""
    stop: str = ""
    reply_to: str = ""
    headers: Mapping[str, str] = {}


class Call(Struct, frozen=True):
    """What a program is told, as values that JSON can hold."""

    content: dict[str, Any]


Said = Message | Call


class Batch(Struct):
    """What a worker goes through at once; `memory` is of what it has read for all of it."""

    at: datetime
    notices: Sequence[Notice]
    memory: dict[str, Any] = {}


Compose = Callable[[Notice, Batch], Said | None]
"""One message. None where nobody wants it any more."""
