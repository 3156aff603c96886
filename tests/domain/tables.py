"""Turns on tables that are laid out for a test, and their events."""

from collections.abc import Sequence
from typing import TypeVar

from games.domain import Event, State
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.state import NOBODY
from games.rules.laying import NAMES, lay, seat

__all__ = ["NAMES", "after", "all_of", "is_scored", "lay", "only", "seat", "spaces", "turn"]

E = TypeVar("E")


def turn(state: State, **body: object) -> tuple[Event, ...]:
    """The events of a turn by whoever is to move, given as JSON."""
    return decide(state, command("turn", state.mover, body))


def after(state: State, **body: object) -> State:
    return replay(turn(state, **body), state)


def spaces(state: State, place: str) -> str:
    """Who stands in a place, clockwise from the symbol."""
    owners = state.owners[state.board.index[place]]
    return " ".join("nobody" if owner == NOBODY else NAMES[owner] for owner in owners)


def is_scored(state: State, city: str) -> bool:
    return not state.free >> state.board.index[city] & 1


def only(kind: type[E], events: Sequence[Event]) -> E:
    """The one event of a kind."""
    (event,) = all_of(kind, events)
    return event


def all_of(kind: type[E], events: Sequence[Event]) -> list[E]:
    return [event for event in events if isinstance(event, kind)]
