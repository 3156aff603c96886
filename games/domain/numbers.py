"""Who is who at a table that came from another server."""

from msgspec import Struct

from games.domain.errors import Refusal
from games.domain.events import Event, PlayersRenumbered
from games.domain.state import State


class RenumberPlayers(Struct, frozen=True, tag="renumber"):
    """Old numbers and new ones, of all whom the table names."""

    numbers: tuple[tuple[int, int], ...]


class NumberMissing(Refusal):
    says = "The table names person {value}, who is given no number."


class SameNumber(Refusal):
    says = "Two persons cannot both be number {value}."


def people_named(state: State) -> tuple[int, ...]:
    """The numbers of those who sit at a table, who sat there before, and of its owner."""
    seated = (who.player for who in state.setup.seats)
    named = {*seated, *state.clock.former, state.terms.owner}
    return tuple(sorted(number for number in named if number is not None))


def renumber(state: State, order: RenumberPlayers) -> tuple[Event, ...]:
    """Nobody is left with a number that is another person's here."""
    given = dict(order.numbers)
    for number in people_named(state):
        if number not in given:
            raise NumberMissing(number)
    new = list(given.values())
    for number in new:
        if new.count(number) > 1:
            raise SameNumber(number)
    return (PlayersRenumbered(order.numbers),)
