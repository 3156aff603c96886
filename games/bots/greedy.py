"""A computer player that takes the turn which leaves it furthest ahead, of those it tries."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from games.bots.worth import order_value
from games.domain import Command, State
from games.domain.board import places_in
from games.domain.chance import Draws
from games.domain.commands import ChooseTown, Expansion, PlaceBoom, TakeTurn
from games.domain.expanding import cheapest_chain, cheapest_route, far_places, reachable_places
from games.domain.expansions import boom
from games.domain.income import empty_spaces
from games.domain.legal import bonus_uses
from games.domain.playout import random_command

BEAM_WIDTH = 3
DEEPEST_CHAIN_COST = 12


def choose(state: State, seed: int) -> Command:
    draws = Draws(seed, "greedy")
    match state.status:
        case "playing":
            return _turn(state, draws)
        case "towns":
            towns = places_in(state.free & state.board.towns)
            orders = [ChooseTown(state.mover, state.board.ids[town]) for town in towns]
            return max(draws.shuffle(orders), key=lambda order: order_value(state, order))
        case "boom":
            return _place_boom(state, draws)
        case _:
            return random_command(state, draws.below)


def _place_boom(state: State, draws: Draws) -> Command:
    near = reachable_places(state, state.mover) & boom.starting_cities(state)
    cities = draws.shuffle(places_in(near or boom.starting_cities(state)))
    city = max(cities, key=lambda place: state.sizes[place])
    return PlaceBoom(state.mover, state.board.ids[city])


def _turn(state: State, draws: Draws) -> TakeTurn:
    base = TakeTurn(state.mover, boom=_boom_move(state))
    expansions = draws.shuffle(tuple(_expansions(state, base)))
    best = _best(state, (base, *expansions), BEAM_WIDTH)
    best = _best(state, [add_increases(state, order) for order in best], BEAM_WIDTH)
    with_bonus = [turn for order in best for turn in _bonus_turns(state, order)]
    return _best(state, (*best, *with_bonus), 1)[0]


def _boom_move(state: State) -> str | None:
    """The city where the marker pays the mover most; None where it should stay."""
    if state.boom is None:
        return None
    cities = (state.boom, *places_in(boom.reachable_cities(state, state.boom)))
    best = max(cities, key=lambda city: empty_spaces(state, state.mover, city))
    return None if best == state.boom else state.board.ids[best]


def _expansions(state: State, base: TakeTurn) -> Iterator[TakeTurn]:
    seat, ids = state.mover, state.board.ids
    near = reachable_places(state, seat)
    for place in places_in(near):
        wish = Expansion(ids[place])
        yield replace(base, expand=(wish,))
        if "route" in state.tools[seat]:
            yield replace(base, expand=(wish,), use="route")
    if "development" in state.tools[seat]:
        for place in places_in(far_places(state, seat)):
            if sum(cheapest_chain(state, state.present[seat], place).links) <= DEEPEST_CHAIN_COST:
                yield replace(base, expand=(Expansion(ids[place]),), use="development")


def add_increases(state: State, order: TakeTurn) -> TakeTurn:
    """The turn with each further increase that makes it better."""
    ids = state.board.ids
    value = order_value(state, order)
    for city in places_in(state.present[state.mover] & state.free):
        more = replace(order, increase=(*order.increase, ids[city]))
        new_value = order_value(state, more)
        if new_value > value:
            order, value = more, new_value
    return order


def _bonus_turns(state: State, order: TakeTurn) -> Iterator[TakeTurn]:
    if order.bonus is not None or not bonus_uses(state):
        return
    ids = state.board.ids
    yield from (replace(order, bonus="share", double=city) for city in order.increase)
    seat = state.mover
    for place in places_in(reachable_places(state, seat)):
        another = Expansion(ids[place])
        if not order.expand:
            yield replace(order, bonus="cash", expand=(another,))
        elif ids[place] != order.expand[0].to:
            yield replace(order, bonus="expand", expand=(*order.expand, another))
            route = cheapest_route(state, seat, place)
            if route is not None and route.cost > state.money[seat]:
                yield replace(order, bonus="cash", expand=(another,))


def _best(state: State, orders: Iterable[TakeTurn], count: int) -> list[TakeTurn]:
    return sorted(orders, key=lambda order: -order_value(state, order))[:count]
