"""What a channel is: how it takes messages, and what became of each."""

from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from datetime import datetime, timedelta

from msgspec import Struct

from notifications.channels.replies import About
from notifications.messages.message import Said
from notifications.models import Notice

FIRST_WAIT = timedelta(minutes=2)
LONGEST_WAIT = timedelta(hours=4)
MOST_DOUBLED = 10


class Parcel(Struct, frozen=True):
    """A notice that a worker has taken, with its message."""

    notice: Notice
    message: Said


class Fate(Struct, frozen=True):
    """Without a `wait` no other try follows, whether the message `went` or not. One that went is
    kept for a while, with the `reply` and how many milliseconds it `took`.

    `stops` says that nothing else can go now.
    """

    went: bool = False
    wait: timedelta | None = None
    tries: int = 0
    held: bool = False
    stops: bool = False
    about: About | None = None
    reply: str = ""
    took: int | None = None


Deliver = Callable[[Sequence[Parcel], datetime], list[Fate]]
"""The worker settles the notices afterwards: a kill in between sends them twice."""


class Channel(Struct, frozen=True):
    """`open` lasts for a batch, of which it delivers `at_once` at a time.

    `may_try` is asked before. The outbox writes each message to a player for each channel that
    `tells_players`.
    """

    open: Callable[[], AbstractContextManager[Deliver]]
    may_try: Callable[[datetime], bool]
    at_once: int
    tells_players: bool


def wait_after(tries: int) -> timedelta:
    return double(FIRST_WAIT, tries - 1, LONGEST_WAIT)


def double(wait: timedelta, times: int, longest: timedelta) -> timedelta:
    return min(wait * (1 << min(times, MOST_DOUBLED)), longest)
