"""Phase 2: where a marker may go, and by which links."""

from functools import lru_cache

from games.domain import errors
from games.domain.board import Board, Route, Way, places_in, reach
from games.domain.commands import Expansion
from games.domain.state import State

ANY_OWN_PLACE = "any place of yours"


def open_places(state: State, seat: int) -> int:
    """T3: unoccupied towns, and unscored cities without a franchise of the seat.

    An unscored city always has an empty space: the last one filled would have scored it.
    """
    return state.free & ~state.present[seat]


def reachable_places(state: State, seat: int) -> int:
    """T2, T3: the open places one link away from an own franchise."""
    return reach(state.board, state.present[seat]) & open_places(state, seat)


@lru_cache(maxsize=1 << 13)
def direct_ways(board: Board, starts: int, place: int) -> tuple[Way, ...]:
    """T2: the links from these places to another, the cheapest first."""
    return tuple(route.way for route in board.routes[place] if route.bit & starts)


def cheapest_route(state: State, seat: int, place: int) -> Route | None:
    """T4: the cheapest link from this place to an own one."""
    present = state.present[seat]
    for route in state.board.routes[place]:
        if route.bit & present:
            return route
    return None


def affordable_places(state: State, seat: int, money: int) -> tuple[str, ...]:
    """The places that this much money reaches by one link."""
    routes = [
        (place, cheapest_route(state, seat, place))
        for place in places_in(reachable_places(state, seat))
    ]
    return tuple(state.board.ids[place] for place, route in routes if route and route.cost <= money)


def check_open(state: State, seat: int, place: int) -> None:
    bit = 1 << place
    if open_places(state, seat) & bit:
        return
    board = state.board
    name, possible = board.ids[place], names(state, reachable_places(state, seat))
    # S2: nobody can expand into a region out of play.
    if state.setup.closed & bit:
        raise errors.RegionOutOfPlay(name, possible)
    # T3: no franchise of one's own may stand there.
    if state.present[seat] & bit:
        raise errors.AlreadyPresent(name, possible)
    # T3: a town must be unoccupied, a city unscored.
    if board.towns & bit:
        raise errors.TownOccupied(name, possible)
    raise errors.CityAlreadyScored(name, possible)


def find_way(state: State, seat: int, wish: Expansion) -> Way:
    """T2: one link, no place jumped."""
    board = state.board
    place = board.index[wish.to]
    check_open(state, seat, place)
    if wish.via:
        raise errors.ViaNeedsDevelopment(wish.via[0], names(state, reachable_places(state, seat)))
    origin = find_origin(state, seat, wish)
    route = (
        cheapest_route(state, seat, place)
        if origin is None
        else board.route_by_end[place].get(origin)
    )
    if route is None or not route.bit & state.present[seat]:
        raise errors.NoLink(
            wish.to,
            names(state, reachable_places(state, seat)),
            origin=wish.origin or ANY_OWN_PLACE,
        )
    return route.way


def find_origin(state: State, seat: int, wish: Expansion) -> int | None:
    """T2: the way starts at an own franchise; a marker of this turn is none."""
    if wish.origin is None:
        return None
    origin = state.board.index[wish.origin]
    if not state.present[seat] >> origin & 1:
        raise errors.NoFranchiseThere(wish.origin, names(state, state.present[seat]))
    return origin


def names(state: State, places: int) -> tuple[str, ...]:
    return tuple(state.board.ids[place] for place in places_in(places))
