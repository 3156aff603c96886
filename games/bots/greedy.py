"""A computer player that takes the turn which leaves it furthest ahead, of those it tries."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from games.bots.worth import order_value
from games.domain import Command, State, moves
from games.domain.chance import Draws
from games.domain.commands import Expansion, PlaceBoom, TakeTurn
from games.domain.expansions import OPENINGS
from games.domain.playout import random_command

BEAM_WIDTH = 3
DEEPEST_CHAIN_COST = 12


def choose(state: State, seed: int) -> Command:
    draws = Draws(seed, "greedy")
    match state.status:
        case "playing":
            return _turn(state, draws)
        case "towns":
            towns = draws.shuffle(moves.setup_orders(state))
            return max(towns, key=lambda order: order_value(state, order))
        case "boom":
            return _place_boom(state, draws)
        case _:
            return random_command(state, draws.below)


def _place_boom(state: State, draws: Draws) -> Command:
    index, near = state.board.index, moves.near_places(state)
    orders = [order for order in moves.setup_orders(state) if isinstance(order, PlaceBoom)]
    near_ones = [order for order in orders if index[order.city] in near]
    cities = draws.shuffle(near_ones or orders)
    return max(cities, key=lambda order: state.sizes[index[order.city]])


def _turn(state: State, draws: Draws) -> TakeTurn:
    base = _opening(state)
    expansions = draws.shuffle(tuple(_expansions(state, base)))
    best = _best(state, (base, *expansions), BEAM_WIDTH)
    best = _best(state, [add_increases(state, order) for order in best], BEAM_WIDTH)
    with_bonus = [turn for order in best for turn in _bonus_turns(state, order)]
    return _best(state, (*best, *with_bonus), 1)[0]


def _opening(state: State) -> TakeTurn:
    """Begins where it pays the mover most."""
    turn = TakeTurn(state.mover)
    for opening in OPENINGS:
        places = opening.places(state)
        incomes = [opening.extra_spaces(state, state.mover, place) for place in places]
        best = incomes.index(max(incomes)) if incomes else 0
        if best:
            turn = replace(turn, **{opening.field: state.board.ids[places[best]]})
    return turn


def _expansions(state: State, base: TakeTurn) -> Iterator[TakeTurn]:
    ids = state.board.ids
    for place in moves.near_places(state):
        wish = Expansion(ids[place])
        yield replace(base, expand=(wish,))
        if "route" in state.tools[state.mover]:
            yield replace(base, expand=(wish,), use=("route",))
    for place in moves.far_places(state):
        if moves.chain(state, place).cost <= DEEPEST_CHAIN_COST:
            yield replace(base, expand=(Expansion(ids[place]),), use=("development",))
        if moves.may_use_both(state):
            wish = moves.expansion(moves.chain(state, place, has_free_link=True))
            yield replace(base, expand=(wish,), use=("development", "route"))


def add_increases(state: State, order: TakeTurn) -> TakeTurn:
    """The turn with each further increase that makes it better."""
    ids = state.board.ids
    value = order_value(state, order)
    for city in moves.increases(state):
        more = replace(order, increase=(*order.increase, ids[city]))
        new_value = order_value(state, more)
        if new_value > value:
            order, value = more, new_value
    return order


def _bonus_turns(state: State, order: TakeTurn) -> Iterator[TakeTurn]:
    if order.bonus is not None or not moves.bonus_uses(state):
        return
    ids = state.board.ids
    yield from (replace(order, bonus="share", double=city) for city in order.increase)
    for place in moves.near_places(state):
        another = Expansion(ids[place])
        if not order.expand:
            yield replace(order, bonus="cash", expand=(another,))
        elif ids[place] != order.expand[0].to:
            yield replace(order, bonus="expand", expand=(*order.expand, another))
            if moves.links(state, place)[0].cost > state.money[state.mover]:
                yield replace(order, bonus="cash", expand=(another,))


def _best(state: State, orders: Iterable[TakeTurn], count: int) -> list[TakeTurn]:
    return sorted(orders, key=lambda order: -order_value(state, order))[:count]
