"""What people asked and were answered, as each of them wrote it down."""

from typing import Any

from msgspec import Struct

from tests.trials.town.register import Operation, Read, Write

STALE = "stale"


class Call(Struct, frozen=True, kw_only=True):
    """A question, asked again under the same key until it was answered; nothing is known of one
    whose status is 0. Moments are of one clock. A mail's key is its Message-ID.
    """

    game: str
    person: int
    asked: float
    tried: float
    """When the last try began."""
    answered: float
    tries: int = 1
    key: str = ""
    expected: int | None = None
    status: int = 0
    code: str = ""
    version: int | None = None
    events: tuple[Any, ...] = ()
    is_mail: bool = False

    @property
    def is_accepted(self) -> bool:
        return not self.is_mail and bool(self.key) and self.status in (200, 201)

    @property
    def is_refused(self) -> bool:
        return bool(self.key) and 400 <= self.status < 500

    @property
    def is_known(self) -> bool:
        return self.status > 0


def operations(calls: list[Call]) -> list[Operation]:
    """Of one game, without mails. Calls under the same key are one: it was done by the first
    answer.
    """
    by_key: dict[str, list[Call]] = {}
    found: list[Operation] = []
    for each in calls:
        if each.key:
            by_key.setdefault(f"{each.person} {each.key}", []).append(each)
        elif each.version is not None:
            found.append(Read(each.asked, each.answered, each.version))
    for same in by_key.values():
        asked = min(each.asked for each in same)
        accepted = [each for each in same if each.is_accepted and each.version is not None]
        first = min(accepted, key=lambda each: each.answered, default=None)
        if first is not None and first.version is not None:
            before = first.version - len(first.events)
            found.append(Write(asked, before, first.answered, first.version))
            continue
        for each in same:
            if not each.is_known and each.expected is not None:
                found.append(Write(asked, each.expected))
            elif each.code == STALE and each.version is not None:
                found.append(Read(each.tried, each.answered, each.version))
    return found


class Person(Struct, frozen=True):
    number: int
    address: str
    token: str
