"""Phase 2: where a marker may go, and by which links."""

from collections.abc import Iterable
from heapq import heappop, heappush
from itertools import pairwise

from games.domain.board import Route, Way, places_in, reach
from games.domain.commands import Expansion
from games.domain.errors import (
    AlreadyPresent,
    BrokenChain,
    ChainOutOfPlay,
    CityAlreadyScored,
    DevelopmentNotNeeded,
    NoFranchiseThere,
    NoLink,
    RegionOutOfPlay,
    TownOccupied,
    ViaNeedsDevelopment,
)
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


def far_places(state: State, seat: int) -> int:
    """G2: the open places that only the Development tile leads to."""
    return open_places(state, seat) & ~reachable_places(state, seat)


def direct_ways(state: State, seat: int, places: Iterable[int]) -> list[Way]:
    """T2: the links from own franchises to these places; to each the cheapest first."""
    present, routes = state.present[seat], state.board.routes
    return [route.way for place in places for route in routes[place] if route.bit & present]


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
    name, possible = board.ids[place], _names(state, reachable_places(state, seat))
    # S2: nobody can expand into a region out of play.
    if state.setup.closed & bit:
        raise RegionOutOfPlay(name, possible)
    # T3: no franchise of one's own may stand there.
    if state.present[seat] & bit:
        raise AlreadyPresent(name, possible)
    # T3: a town must be unoccupied, a city unscored.
    if board.towns & bit:
        raise TownOccupied(name, possible)
    raise CityAlreadyScored(name, possible)


def find_way(state: State, seat: int, wish: Expansion, *, developing: bool) -> Way:
    board = state.board
    place = board.index[wish.to]
    check_open(state, seat, place)
    if wish.via and not developing:
        raise ViaNeedsDevelopment(wish.via[0], _names(state, reachable_places(state, seat)))
    origin = None if wish.origin is None else board.index[wish.origin]
    # T2: the way starts at an own franchise; a marker of this turn is none.
    if origin is not None and not state.present[seat] >> origin & 1:
        raise NoFranchiseThere(wish.origin, _names(state, state.present[seat]))
    if developing:
        return _chain_way(state, seat, wish, origin, place)
    route = (
        cheapest_route(state, seat, place)
        if origin is None
        else next((route for route in board.routes[place] if route.end == origin), None)
    )
    # T2: one link, no place jumped.
    if route is None or not route.bit & state.present[seat]:
        raise NoLink(
            wish.to,
            _names(state, reachable_places(state, seat)),
            origin=wish.origin or ANY_OWN_PLACE,
        )
    return route.way


def _chain_way(state: State, seat: int, wish: Expansion, origin: int | None, place: int) -> Way:
    """G2: the Development tile's marker goes along any chain of links, and all are paid."""
    board = state.board
    # G2: it leads to a place that is not next to an own franchise.
    if reachable_places(state, seat) >> place & 1:
        raise DevelopmentNotNeeded(wish.to, _names(state, far_places(state, seat)))
    if not wish.via:
        starts = state.present[seat] if origin is None else 1 << origin
        return cheapest_chain(state, starts, place)
    via = tuple(board.index[stop] for stop in wish.via)
    for stop in via:
        # G5: any place in play may be passed.
        if state.setup.closed >> stop & 1:
            in_play = (board.towns | board.cities) & ~state.setup.closed
            raise ChainOutOfPlay(board.ids[stop], _names(state, in_play))
    start = _chain_start(state, seat, via[0]) if origin is None else origin
    path = (start, *via, place)
    links = tuple(_link_cost(state, here, there) for here, there in pairwise(path))
    return Way(tuple(board.ids[stop] for stop in path), links, sum(links))


def _chain_start(state: State, seat: int, stop: int) -> int:
    route = cheapest_route(state, seat, stop)
    if route is None:
        nexts = _names(state, reach(state.board, state.present[seat]))
        raise NoLink(state.board.ids[stop], nexts, origin=ANY_OWN_PLACE)
    return route.end


def _link_cost(state: State, here: int, there: int) -> int:
    board = state.board
    for route in board.routes[here]:
        if route.end == there:
            return route.cost
    nexts = _names(state, board.neighbours[here])
    raise BrokenChain(board.ids[there], nexts, origin=board.ids[here])


def cheapest_chain(state: State, starts: int, place: int) -> Way:
    """The cheapest chain, then the one of fewest links, then by the order of the map."""
    board, closed = state.board, state.setup.closed
    waiting: list[tuple[int, int, tuple[int, ...], tuple[int, ...]]] = [
        (0, 0, (start,), ()) for start in places_in(starts)
    ]
    settled = 0
    while True:
        cost, length, path, links = heappop(waiting)
        here = path[-1]
        if here == place:
            return Way(tuple(board.ids[stop] for stop in path), links, cost)
        if settled >> here & 1:
            continue
        settled |= 1 << here
        for route in board.routes[here]:
            if not route.bit & (settled | closed):
                onward = (*path, route.end), (*links, route.cost)
                heappush(waiting, (cost + route.cost, length + 1, *onward))


def _names(state: State, places: int) -> tuple[str, ...]:
    return tuple(state.board.ids[place] for place in places_in(places))
