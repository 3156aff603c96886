"""Who is who at a table that came from another server."""

from collections.abc import Sequence

from msgspec import Struct

from games.domain.chain import Link
from games.domain.errors import Refusal, Tampered
from games.domain.events import Event, PlayersRenumbered
from games.domain.state import State

HOST = "host"
"""Who brings games in, as the stamp names the actor."""


class RenumberPlayers(Struct, frozen=True, tag="renumber"):
    """Old numbers and new ones, of all whom the table names."""

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
    """The numbers of those who sit at a table, who sat there before, and of its owner."""
    seated = (who.player for who in state.setup.seats)
    named = {*seated, *state.clock.former, state.terms.owner}
    return tuple(sorted(number for number in named if number is not None))


def renumber(state: State, order: RenumberPlayers) -> tuple[Event, ...]:
    """Each keeps the own number or has one that is new to the table: no two change places."""
    named, given = people_named(state), dict(order.numbers)
    if len(order.numbers) > len(named):
        raise TooManyNumbers(len(order.numbers), named=len(named))
    for number in named:
        if number not in given:
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
    """The versions at which the people of a game have other numbers than before."""
    found = (isinstance(event, PlayersRenumbered) for event in events)
    return tuple(version for version, is_one in enumerate(found, 1) if is_one)


def check_renumberings(events: Sequence[Event], links: Sequence[Link]) -> None:
    """Only the host brings a game in, and only once."""
    for number, version in enumerate(renumberings(events)):
        link = links[version - 1]
        if number:
            raise Tampered(version, "its players were renumbered before")
        if link.stamp.actor != HOST or link.fingerprint:
            raise Tampered(version, "players are renumbered only by the host's import")
