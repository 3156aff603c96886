"""What a call can end with instead of an answer."""

from collections.abc import Mapping
from typing import Any


class Refused(Exception):
    """The server's problem document: a refused call has changed nothing.

    `code` is stable and for programs. A broken rule names its id in `rule`, the offending
    `value`, and in `possible` what could have been chosen instead; `facts` say the rest.
    """

    def __init__(self, status: int, problem: Mapping[str, Any]) -> None:
        self.status = status
        self.code: str = problem["code"]
        self.detail: str = problem["detail"]
        self.rule: str | None = problem.get("rule")
        self.value: str | int | None = problem.get("value")
        self.possible: list[str | int | None] = problem.get("possible", [])
        self.facts: dict[str, Any] = problem.get("facts", {})
        self.version: int | None = problem.get("version")
        super().__init__(f"{status} {self.code}: {self.detail}")


class Stale(Refused):
    """The game has gone on to `version`: look again, then choose again."""


class Illegal(Refused):
    """A rule of the game or of the table forbids it: something else can be played."""


class NoAnswer(ConnectionError):
    """Nothing came back, however often it was asked; whether it was done is not known."""


KINDS: dict[int, type[Refused]] = {409: Stale, 422: Illegal}


def refusal(status: int, problem: Mapping[str, Any]) -> Refused:
    return KINDS.get(status, Refused)(status, problem)
