"""Refusals: the offending value, the rule it breaks, and what would have been possible.

A refused command changes nothing. `code` is stable and meant for programs, `rule` is
the id on the rules page, `possible` holds ids or numbers to choose from.
"""

import re
from collections.abc import Iterable
from typing import ClassVar

Value = str | int | None


def code_of(name: str) -> str:
    """`cannot-pay` of the class `CannotPay`."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()


class Refusal(Exception):
    rule: str | None = None
    says: ClassVar[str] = ""
    """The sentence, in English; every other language translates it in `locale/`."""
    of_seats: ClassVar[bool] = False
    """Whether the value and what is possible are seats."""
    of_versions: ClassVar[bool] = False
    """Whether they are versions, which no player knows."""

    def __init__(
        self, value: object = None, possible: Iterable[Value] = (), **facts: object
    ) -> None:
        self.value = value
        self.possible = tuple(possible)
        self.facts = facts
        shown = f"seat {value}" if self.of_seats else value
        sentence = self.says.format(value=shown, **facts)
        super().__init__(sentence[:1].upper() + sentence[1:] if self.of_seats else sentence)

    @property
    def code(self) -> str:
        return code_of(type(self).__name__)


class Unreadable(Refusal):
    """Not a command at all: `facts["path"]` leads to the fault."""

    says = "{path}: {problem}."


class Faulty(Refusal):
    """A refusal for several reasons: `fault` says which one, with fields for the values."""

    def __init__(
        self, value: object = None, possible: Iterable[Value] = (), *, fault: str, **facts: object
    ) -> None:
        self.fault = fault
        problem = fault.format(value=value, **facts)
        super().__init__(value, possible, problem=problem, **facts)


class Unplayable(Faulty):
    """The game cannot be set up this way."""

    says = "{problem}."

    def __init__(
        self,
        rule: str,
        fault: str,
        value: object = None,
        possible: Iterable[Value] = (),
        **facts: object,
    ) -> None:
        super().__init__(value, possible, fault=fault, **facts)
        self.rule = rule


class Illegal(Refusal):
    """The command breaks a rule."""


class WrongMoment(Illegal):
    says = "The game waits for {awaited}, not for {value}."

    def __init__(self, rule: str, value: str, awaited: str) -> None:
        super().__init__(value, (awaited,), awaited=awaited)
        self.rule = rule


class NotYourTurn(Illegal):
    rule = "S4"
    of_seats = True
    says = "It is not {value}’s turn."


class TownNotFree(Illegal):
    rule = "S5"
    says = "{value} is not a free town to start in."


class NoFranchiseThere(Illegal):
    rule = "T2"
    says = "{value} holds no franchise of yours to expand from."


class NoLink(Illegal):
    rule = "T2"
    says = "No link leads to {value} from {origin}."


class RegionOutOfPlay(Illegal):
    rule = "S2"
    says = "{value} lies in a region that is out of play."


class TownOccupied(Illegal):
    rule = "T3"
    says = "{value} is a town and already taken."


class CityAlreadyScored(Illegal):
    rule = "T3"
    says = "{value} is already scored."


class AlreadyPresent(Illegal):
    rule = "T3"
    says = "You have a franchise in {value} already."


class CannotPay(Illegal):
    rule = "T4"
    says = "{value} costs ${cost}, and you have ${money}."


class TooManyExpansions(Illegal):
    rule = "T2"
    says = "{value} expansions in one turn: one, or two with a bonus tile."


class SecondExpansionNeedsBonus(Illegal):
    rule = "B2"
    says = "Expanding to {value} as well takes the bonus tile for a second expansion."


class BonusNeedsSecondExpansion(Illegal):
    rule = "B2"
    says = "The bonus tile for a second expansion takes two places to expand to, not {value}."


class SamePlaceTwice(Illegal):
    rule = "B2"
    says = "You cannot expand to {value} twice in one turn."


class CannotIncrease(Illegal):
    rule = "T5"
    says = "You cannot increase your market share in {value}."


class IncreasedTwice(Illegal):
    rule = "T5"
    says = "Market share grows once a city and turn; {value} stands twice."


class CannotPayIncrease(Illegal):
    rule = "T5"
    says = "An increase in {value} costs $1, and you have $0."


class SupplyEmpty(Illegal):
    rule = "P1"
    says = "No franchise is left in your supply for {value}."


class NoBonusInFirstTurn(Illegal):
    rule = "B1"
    says = "No bonus tile can be used in a player's first turn."


class NoBonusTile(Illegal):
    rule = "B1"
    says = "You have no bonus tile left for {value}."


class DoubleNeedsBonus(Illegal):
    rule = "B3"
    says = "Doubling in {value} takes the bonus tile for a double market share."


class BonusNeedsDouble(Illegal):
    rule = "B3"
    says = "The bonus tile for a double market share takes a city to double in."


class DoubleNeedsIncrease(Illegal):
    rule = "B3"
    says = "You can double only where you increase in this turn, not in {value}."


class DoubleNeedsRoom(Illegal):
    rule = "B3"
    says = "Doubling takes two empty spaces, and {value} has one."


class ViaNeedsDevelopment(Illegal):
    rule = "G2"
    says = "Only the Development tile goes on past a first link, here by {value}."


class OrderNotThere(Illegal):
    rule = "T12"
    says = "The order cannot name {value}: it gets no franchise in this turn, or is named already."


class ExpansionsOpenFirst(Illegal):
    rule = "T12"
    says = "The order cannot name {value}: expansions open first, and it puts increases in order."


class RegionNotScored(Illegal):
    rule = "T18"
    says = "The order cannot name {value}: it is not scored in this turn, or is named already."


class TableRefusal(Refusal):
    """The table does not allow it, though no rule of the game forbids it."""


class BadRecord(Exception):
    """A game's record or history is not what it should be."""


class Tampered(BadRecord):
    """The first event of a history that contradicts the others or the rules."""

    def __init__(self, version: int, what: str) -> None:
        self.version = version
        self.what = what
        super().__init__(f"event {version}: {what}")


class Malformed(BadRecord):
    """The file or event cannot be read; `place` says where."""

    def __init__(self, place: str, what: str) -> None:
        self.place = place
        self.what = what
        super().__init__(f"{place}: {what}")
