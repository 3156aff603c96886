"""Turns on tables that are laid out for a test, and their events."""

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from msgspec.structs import replace

from games.domain import Event, State
from games.domain.board import RegionTile
from games.domain.commands import command
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.state import NOBODY, Tool
from games.rules import laying
from games.rules.laying import NAMES, by_seat, seat

__all__ = [
    "FIRST",
    "NAMES",
    "after",
    "all_of",
    "is_scored",
    "lay",
    "only",
    "seat",
    "spaces",
    "turn",
]

E = TypeVar("E")
T = TypeVar("T")
FIRST = "franchise-1"
"""The ruleset of games that began before there was another."""


def lay(
    players: int,
    places: str = "",
    *,
    turn: int | None = None,
    influence: Mapping[str, int] = {},
    supply: Mapping[str, int] = {},
    tiles: Mapping[str, RegionTile] = {},
    tools: Mapping[str, Sequence[Tool]] = {},
    sizes: Mapping[str, int] = {},
    boom: str | None = None,
    still: Sequence[str] = (),
    **usual: Any,
) -> State:
    """A table as examples have it, with what only tests ask for."""
    state = laying.lay(players, places, **usual)
    board = state.board
    return replace(
        state,
        turn=state.turn if turn is None else turn,
        influence=by_seat(influence, players),
        supply=tuple(
            supply.get(name, left) for name, left in zip(NAMES, state.supply, strict=False)
        ),
        tiles=_replace_items(state.tiles, board.region_index, tiles),
        tools=tuple(tuple(tools.get(name, ())) for name in NAMES[:players]),
        sizes=_replace_items(state.sizes, board.index, sizes),
        boom=None if boom is None else board.index[boom],
        still=tuple(seat(colour) for colour in still),
    )


def _replace_items(
    items: tuple[T, ...], index: Mapping[str, int], changes: Mapping[str, T]
) -> tuple[T, ...]:
    new = list(items)
    for name, item in changes.items():
        new[index[name]] = item
    return tuple(new)


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
