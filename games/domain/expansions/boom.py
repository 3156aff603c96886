"""Expansion 2: the Boom marker."""

from collections.abc import Iterator
from functools import lru_cache

from games.domain.board import Board, places_in, reach
from games.domain.commands import PlaceBoom, TakeTurn
from games.domain.errors import Illegal
from games.domain.events import BoomMoved, Event
from games.domain.moments import GameExpansion, Opening, OrderSample, SetupChoice, Turn, begin
from games.domain.state import State


class NoBoomInThisGame(Illegal):
    rule = "O1"
    says = "This game is played without the Boom marker."


class BoomCannotStandThere(Illegal):
    rule = "O1"
    says = "The Boom marker cannot start at {value}: it takes a city in play."


class BoomCannotReach(Illegal):
    rule = "O2"
    says = "The Boom marker cannot go to {value} in this turn."


def await_first_city(state: State) -> tuple[Event, ...] | None:
    """O1: after the starting towns."""
    if state.setup.options.boom and state.boom is None:
        return begin(state, "boom", state.setup.first)
    return None


def starting_cities(state: State) -> int:
    """O1: any city in play; none is scored yet."""
    return state.free & state.board.cities


def first_orders(state: State) -> Iterator[PlaceBoom]:
    for city in places_in(starting_cities(state)):
        yield PlaceBoom(state.mover, state.board.ids[city])


def place_marker(state: State, order: PlaceBoom) -> tuple[Event, ...]:
    board, cities = state.board, starting_cities(state)
    if not cities >> board.index[order.city] & 1:
        possible = (board.ids[city] for city in places_in(cities))
        raise BoomCannotStandThere(order.city, possible)
    return (BoomMoved(order.seat, order.city),)


def reachable_cities(state: State, stands: int) -> int:
    """O2: cities one link away, or several links by way of towns and scored cities."""
    unscored = state.free & state.board.cities
    passable = (state.board.towns | state.board.cities) & ~unscored & ~state.setup.closed
    places = _reach_through(state.board, 1 << stands, passable)
    in_play = state.board.cities & ~state.setup.closed
    targets = in_play if state.rulings.boom_goes_to_scored_cities else unscored
    return places & targets & ~(1 << stands)


@lru_cache(maxsize=4096)
def _reach_through(board: Board, start: int, passable: int) -> int:
    places = reach(board, start)
    while (wider := places | reach(board, places & passable)) != places:
        places = wider
    return places


def turn_cities(state: State) -> tuple[int, ...]:
    """Where the marker may be in this turn; first where it is."""
    if state.boom is None:
        return ()
    return (state.boom, *places_in(reachable_cities(state, state.boom)))


def move_marker(turn: Turn, order: TakeTurn) -> None:
    if order.boom is None:
        return
    state = turn.state
    if state.boom is None:
        raise NoBoomInThisGame(order.boom)
    # O2: left where it is, or moved to a directly connected city.
    place = state.board.index[order.boom]
    if place == state.boom:
        return
    targets = reachable_cities(state, state.boom)
    if not targets >> place & 1:
        possible = (state.board.ids[target] for target in places_in(targets))
        raise BoomCannotReach(order.boom, possible)
    turn.add(BoomMoved(turn.seat, order.boom))


def doubled_spaces(state: State, seat: int, city: int) -> int:
    """O3: the empty spaces of the marker's city count double for the active player."""
    if not state.present[seat] & state.free & 1 << city:
        return 0
    return state.sizes[city] - len(state.owners[city])


def _extra_spaces(state: State, seat: int) -> int:
    return 0 if state.boom is None else doubled_spaces(state, seat, state.boom)


BOOM = GameExpansion(
    option="boom",
    rules="boom",
    called="the Boom marker",
    title="Boom",
    about="A marker wanders from city to city and doubles what its city pays.",
    samples=(
        OrderSample(
            "turn", "boom", TakeTurn(0, boom="chicago"), "Move the Boom marker before your income."
        ),
        OrderSample(
            "boom", "boom", PlaceBoom(0, "chicago"), "Put the Boom marker beside its first city."
        ),
    ),
    after_towns=await_first_city,
    choices=(
        SetupChoice(
            "boom",
            PlaceBoom,
            "a city for the Boom marker",
            "O1",
            lambda _: True,
            first_orders,
            place_marker,
            lambda event: {"boom": event.city} if isinstance(event, BoomMoved) else None,
        ),
    ),
    opening=Opening(
        "boom",
        "Boom marker",
        turn_cities,
        doubled_spaces,
        lambda event: event.city if isinstance(event, BoomMoved) else None,
    ),
    before_income=move_marker,
    extra_spaces=_extra_spaces,
    position=lambda state: {"boom": None if state.boom is None else state.board.ids[state.boom]},
)
