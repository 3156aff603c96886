"""People's numbers in a game that came from another server."""

from collections.abc import Sequence

from msgspec import Struct

from games.domain.chain import Link
from games.domain.errors import Refusal, Tampered
from games.domain.events import Event, PlayersRenumbered
from games.domain.state import State

HOST = "host"
"""The actor in the stamp of an import."""


class RenumberPlayers(Struct, frozen=True, tag="renumber"):
    """Pairs of old and new number, for all people whom the table names."""

    numbers: tuple[tuple[int, int], ...]


class NumberMissing(Refusal):
    says = "The table names person {value}, who is given no number."


class TooManyNumbers(Refusal):
    says = "The table names {named} persons, and {value} are given a number."


class SameNumber(Refusal):
    says = "Two persons cannot both be number {value}."


class NumberTaken(Refusal):
    says = "The table names another person {value}, whose number nobody else can have."


def people_named(state: State) -> tuple[int, ...]:
    """The numbers of those who sit or sat at the table, and of its owner."""
    players = (seat.player for seat in state.setup.seats)
    numbers = {*players, *state.clock.former, state.terms.owner}
    return tuple(sorted(number for number in numbers if number is not None))


def renumber(state: State, order: RenumberPlayers) -> tuple[Event, ...]:
    """Each keeps the own number or gets one that nobody else at the table has."""
    named = people_named(state)
    if len(order.numbers) > len(named):
        raise TooManyNumbers(len(order.numbers), named=len(named))
    new_numbers = dict(order.numbers)
    for number in named:
        if number not in new_numbers:
            raise NumberMissing(number)
    taken: set[int] = set()
    for old, new in order.numbers:
        if new in taken:
            raise SameNumber(new)
        if new != old and new in named:
            raise NumberTaken(new)
        taken.add(new)
    return (PlayersRenumbered(order.numbers),)


def renumberings(events: Sequence[Event]) -> tuple[int, ...]:
    """The versions at which the people of a game get other numbers."""
    versions = enumerate(events, 1)
    return tuple(version for version, event in versions if isinstance(event, PlayersRenumbered))


def check_renumberings(events: Sequence[Event], links: Sequence[Link]) -> None:
    """Only the host imports a game, and only once."""
    for number, version in enumerate(renumberings(events)):
        link = links[version - 1]
        if number:
            raise Tampered(version, "its players were renumbered before")
        if link.stamp.actor != HOST or link.fingerprint:
            raise Tampered(version, "players are renumbered only by the host's import")
