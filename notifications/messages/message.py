"""What a message is, before a channel gives it its form."""

from collections.abc import Callable, Mapping

from msgspec import Struct

from notifications.messages.batch import Batch
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
    belongs to, `series` what a mail program may sort them by. A visit to `stop` ends such
    messages; `reply_to` takes an answer.
    """

    to: str
    number: str
    content: Letter | Text
    thread: str = ""
    series: str = ""
    stop: str = ""
    reply_to: str = ""
    headers: Mapping[str, str] = {}


class Call(Struct, frozen=True, tag_field="kind"):
    """What a program is posted; what else it has, its kind says."""


Said = Message | Call


Compose = Callable[[Notice, Batch], Said | None]
"""One message. None where nobody wants it any more."""
