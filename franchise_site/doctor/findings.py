"""What the doctor says of one thing."""

from enum import StrEnum

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


def ok(thing: str, text: str) -> Finding:
    return Finding(Mark.OK, thing, text)


def look(thing: str, text: str) -> Finding:
    return Finding(Mark.LOOK, thing, text)


def wrong(thing: str, text: str) -> Finding:
    return Finding(Mark.WRONG, thing, text)
