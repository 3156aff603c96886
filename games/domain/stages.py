"""The stages before the first turn, up to the next choice of a player."""

from collections.abc import Iterator
from typing import Any

from games.domain.board import places_in
from games.domain.commands import ChooseTown, SetupCommand
from games.domain.errors import TownNotFree
from games.domain.events import Event, SetupStageBegan, TownChosen
from games.domain.evolve import replay
from games.domain.expansions import EXPANSIONS
from games.domain.moments import SetupChoice, begin
from games.domain.state import State


def next_stage(state: State) -> tuple[Event, ...]:
    """The events up to the next choice of a player."""
    for stage in STAGES:
        events = stage(state)
        if events is not None:
            waits = not events or isinstance(events[-1], SetupStageBegan)
            return events if waits else (*events, *next_stage(replay(events, state)))
    return begin(state, "playing", state.setup.first)


def _await_towns(state: State) -> tuple[Event, ...] | None:
    if all(state.present):
        return None
    first, seats = state.setup.first, len(state.setup.seats)
    if state.setup.options.introductory:
        # S6: two given towns each, by turn order.
        return tuple(
            TownChosen((first + place) % seats, town, first)
            for place, towns in enumerate(state.board.introductory_towns[seats])
            for town in towns
        )
    # S5: the player to the right of the first player begins.
    return begin(state, "towns", (first - 1) % seats)


def free_towns(state: State) -> int:
    """S5: those out of play are not free."""
    return state.free & state.board.towns


def _town_orders(state: State) -> Iterator[ChooseTown]:
    for town in places_in(free_towns(state)):
        yield ChooseTown(state.mover, state.board.ids[town])


def _choose_town(state: State, order: ChooseTown) -> tuple[Event, ...]:
    board, free = state.board, free_towns(state)
    if not free >> board.index[order.town] & 1:
        raise TownNotFree(order.town, (board.ids[town] for town in places_in(free)))
    # S5: on to the next player counter-clockwise, the first player last.
    return (TownChosen(order.seat, order.town, (order.seat - 1) % len(state.setup.seats)),)


STAGES = (
    *(each.before_towns for each in EXPANSIONS if each.before_towns),
    _await_towns,
    *(each.after_towns for each in EXPANSIONS if each.after_towns),
)
CHOICES: tuple[SetupChoice[Any], ...] = (
    SetupChoice(
        "towns",
        ChooseTown,
        "a starting town",
        "S5",
        lambda _: True,
        _town_orders,
        _choose_town,
        lambda event: {"town": event.town} if isinstance(event, TownChosen) else None,
    ),
    *(choice for each in EXPANSIONS for choice in each.choices),
)


def due_choice(state: State) -> SetupChoice[Any] | None:
    """The choice that the set-up waits for."""
    due = (choice for choice in CHOICES if choice.status == state.status and choice.is_due(state))
    return next(due, None)


def decide_setup(state: State, order: SetupCommand) -> tuple[Event, ...]:
    choice = next(choice for choice in CHOICES if isinstance(order, choice.order))
    events = choice.decide(state, order)
    return (*events, *next_stage(replay(events, state)))
