"""What the doctor says of one thing."""

from enum import StrEnum
from functools import partial

from msgspec import Struct


class Mark(StrEnum):
    OK = "ok"
    LOOK = "look"
    """It cannot be checked from here."""
    WRONG = "wrong"


class Finding(Struct, frozen=True):
    mark: Mark
    thing: str
    text: str

    def __str__(self) -> str:
        return f"{self.mark:<5}  {self.thing}: {self.text}"


ok = partial(Finding, Mark.OK)
look = partial(Finding, Mark.LOOK)
wrong = partial(Finding, Mark.WRONG)
