"""Expansion 3: the Route and the Development tile, which regions give and a turn may use."""

from collections.abc import Iterator, Sequence
from heapq import heappop, heappush
from itertools import pairwise

from msgspec.structs import replace

from games.domain import errors
from games.domain.board import Way, places_in, reach
from games.domain.commands import Expansion, TakeTurn
from games.domain.errors import Illegal
from games.domain.events import ToolSpent
from games.domain.expanding import (
    ANY_OWN_PLACE,
    cheapest_route,
    check_open,
    find_origin,
    find_way,
    names,
    open_places,
    reachable_places,
)
from games.domain.moments import Turn
from games.domain.state import State, Tool

TOOLS: dict[str, Tool] = {"development-tile": "development", "route-tile": "route"}


class NotYourTool(Illegal):
    rule = "G2"
    says = "You do not hold the {value} tile."


class ToolUsedTwice(Illegal):
    rule = "G2"
    says = "The {value} tile is used once; it stands twice."


class OneToolATurn(Illegal):
    rule = "G2"
    says = "One of the two tiles is used in a turn, by the rules of this game."


class RouteFreesNothing(Illegal):
    rule = "G2"
    says = "The Route tile would free nothing on the way to {value}, which costs $0 as it is."


class ToolNeedsExpansion(Illegal):
    rule = "G2"
    says = "The {value} tile is used with an expansion."


class DevelopmentNotNeeded(Illegal):
    rule = "G2"
    says = "{value} is next to a franchise of yours; the Development tile leads further."


class ChainOutOfPlay(Illegal):
    rule = "G5"
    says = "A chain cannot pass {value}, which is out of play."


class BrokenChain(Illegal):
    rule = "G5"
    says = "No link leads from {origin} on to {value}."


def find_ways(turn: Turn, order: TakeTurn) -> Sequence[Way] | None:
    """G2: held since an earlier turn, each once, and in phase 2."""
    if not order.use:
        return None
    _check_tools(turn.state, order)
    ways = min(_possible_ways(turn.state, order), key=_total_cost)
    for tool in order.use:
        turn.add(ToolSpent(turn.seat, tool))
    return ways


def _check_tools(state: State, order: TakeTurn) -> None:
    held = state.tools[order.seat]
    for i, tool in enumerate(order.use):
        if tool not in held:
            raise NotYourTool(tool, held)
        if tool in order.use[:i]:
            raise ToolUsedTwice(tool)
    if len(order.use) > state.rulings.tools_a_turn:
        raise OneToolATurn(order.use[1], order.use)
    if not order.expand:
        raise ToolNeedsExpansion(order.use[0])


def _possible_ways(state: State, order: TakeTurn) -> Iterator[Sequence[Way]]:
    """With both tiles the chain that is cheapest with a free link may be another one."""
    chain = _needs_chain(state, order) if "development" in order.use else None
    frees_link = "route" in order.use
    for has_free_link in (False, True) if chain and frees_link else (False,):
        ways = [
            _find_chain(state, order.seat, wish, has_free_link=has_free_link)
            if wish is chain
            else find_way(state, order.seat, wish)
            for wish in order.expand
        ]
        yield _free_dearest_link(state, ways) if frees_link else ways


def _total_cost(ways: Sequence[Way]) -> int:
    return sum(way.cost for way in ways)


def _free_dearest_link(state: State, ways: Sequence[Way]) -> Sequence[Way]:
    """G2: one link is free; the dearest is what any player would choose."""
    dearest = max(ways, key=lambda way: max(way.links))
    if not may_use_route(state, dearest):
        raise RouteFreesNothing(dearest.path[-1])
    return [free_dearest_link(way) if way is dearest else way for way in ways]


def may_use_route(state: State, way: Way) -> bool:
    """G2: not where only a $0 link would be free."""
    return max(way.links) > 0 or not state.rulings.idle_route_is_refused


def free_dearest_link(way: Way) -> Way:
    return replace(way, cost=way.cost - max(way.links))


def _needs_chain(state: State, order: TakeTurn) -> Expansion:
    """G2: the expansion that needs the Development tile, else the first one."""
    far = far_places(state, order.seat)
    index = state.board.index
    return next((wish for wish in order.expand if far >> index[wish.to] & 1), order.expand[0])


def far_places(state: State, seat: int) -> int:
    """G2: the open places that only the Development tile leads to."""
    return open_places(state, seat) & ~reachable_places(state, seat)


def _find_chain(state: State, seat: int, wish: Expansion, *, has_free_link: bool) -> Way:
    """G2: the Development tile's marker goes along any chain of links, and all are paid."""
    board = state.board
    place = board.index[wish.to]
    check_open(state, seat, place)
    origin = find_origin(state, seat, wish)
    # G2: it leads to a place that is not next to an own franchise.
    if reachable_places(state, seat) >> place & 1:
        raise DevelopmentNotNeeded(wish.to, names(state, far_places(state, seat)))
    if not wish.via:
        starts = state.present[seat] if origin is None else 1 << origin
        return cheapest_chain(state, starts, place, has_free_link=has_free_link)
    via = tuple(board.index[stop] for stop in wish.via)
    for stop in via:
        # G5: any place in play may be passed.
        if state.setup.closed >> stop & 1:
            in_play = (board.towns | board.cities) & ~state.setup.closed
            raise ChainOutOfPlay(board.ids[stop], names(state, in_play))
    start = _chain_start(state, seat, via[0]) if origin is None else origin
    path = (start, *via, place)
    links = tuple(_link_cost(state, here, there) for here, there in pairwise(path))
    return Way(tuple(board.ids[stop] for stop in path), links, sum(links))


def _chain_start(state: State, seat: int, stop: int) -> int:
    route = cheapest_route(state, seat, stop)
    if route is None:
        nexts = names(state, reach(state.board, state.present[seat]))
        raise errors.NoLink(state.board.ids[stop], nexts, origin=ANY_OWN_PLACE)
    return route.end


def _link_cost(state: State, here: int, there: int) -> int:
    board = state.board
    route = board.route_by_end[here].get(there)
    if route is None:
        nexts = names(state, board.neighbours[here])
        raise BrokenChain(board.ids[there], nexts, origin=board.ids[here])
    return route.cost


def cheapest_chain(state: State, starts: int, place: int, *, has_free_link: bool = False) -> Way:
    """The cheapest chain, then the one of fewest links, then by the order of the map.

    With a free link, the cheapest once any one link of it is free.
    """
    board, closed = state.board, state.setup.closed
    waiting: list[tuple[int, int, tuple[int, ...], tuple[int, ...], bool]] = [
        (0, 0, (start,), (), has_free_link) for start in places_in(starts)
    ]
    settled = {True: closed, False: closed}
    while True:
        cost, length, path, links, may_be_free = heappop(waiting)
        here = path[-1]
        if here == place:
            return Way(tuple(board.ids[stop] for stop in path), links, sum(links))
        if settled[may_be_free] >> here & 1:
            continue
        settled[may_be_free] |= 1 << here
        for route in board.routes[here]:
            if not route.bit & settled[may_be_free]:
                onward = (length + 1, (*path, route.end), (*links, route.cost))
                heappush(waiting, (cost + route.cost, *onward, may_be_free))
                if may_be_free:
                    heappush(waiting, (cost, *onward, False))
