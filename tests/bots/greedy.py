"""The computer player of old: it takes the turn that leaves it furthest ahead, of those it tries.

Its estimate of a table is what it holds and what is to come, by weights set by hand. Players of
today are measured against it.
"""

from collections.abc import Iterable, Iterator
from math import inf

from msgspec.structs import replace

from games.domain import Command, Refusal, State, moves
from games.domain.board import places_in, reach
from games.domain.chance import Draws
from games.domain.commands import Expansion, PlaceBoom, TakeTurn
from games.domain.decide import judge
from games.domain.expansions import OPENINGS
from games.domain.income import income
from games.domain.playout import random_command
from games.domain.scoring import region_counts, step_of

BEAM_WIDTH = 3
DEEPEST_CHAIN_COST = 12

A_DOLLAR = 0.15
A_DOLLAR_TO_SPEND = 0.35
A_DOLLAR_OF_INCOME = 13.5
A_BONUS_TILE = 2.7
A_TOWN = 3.0
A_MAJORITY = 0.9
A_LEAD_IN_A_FULL_CITY = 0.2
A_REGION = 0.55
NOTHING_CLOSED = 0.2
AN_OPEN_NEIGHBOUR = 0.15


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


def order_value(state: State, order: Command) -> float:
    """How far ahead the order leaves its player; minus infinity if it is refused."""
    try:
        return lead(judge(state, order)[1], order.seat)
    except Refusal:
        return -inf


def lead(state: State, seat: int) -> float:
    """How far a seat is ahead of the best other one."""
    points = list(state.influence) if state.status == "ended" else estimate(state)
    return points[seat] - max(other for i, other in enumerate(points) if i != seat)


def estimate(state: State) -> list[float]:
    board = state.board
    in_play = (board.towns | board.cities) & ~state.setup.closed
    still_open = state.free.bit_count() / in_play.bit_count()
    worths = [
        influence
        + (state.present[seat] & board.towns).bit_count() * A_TOWN
        + state.bonus[seat] * A_BONUS_TILE
        + state.money[seat] * (A_DOLLAR + A_DOLLAR_TO_SPEND * still_open)
        + income(state, seat) * A_DOLLAR_OF_INCOME * still_open
        + _open_neighbours(state, seat) * AN_OPEN_NEIGHBOUR
        for seat, influence in enumerate(state.influence)
    ]
    _add_cities(state, worths)
    _add_regions(state, worths)
    return worths


def _open_neighbours(state: State, seat: int) -> float:
    """Open places one link away, the larger the better."""
    present = state.present[seat]
    neighbours = places_in(reach(state.board, present) & state.free & ~present)
    return sum(1 + state.sizes[place] / 2 for place in neighbours)


def _add_cities(state: State, worths: list[float]) -> None:
    """Adds a city's value times the share of the needed majority that a seat has."""
    for city in places_in(state.free & state.board.cities):
        owners, size = state.owners[city], state.sizes[city]
        needed = size // 2 + 1
        for seat in set(owners):
            own = owners.count(seat)
            if own + size - len(owners) >= needed:
                worths[seat] += A_MAJORITY * size * own / needed
            elif own == max(map(owners.count, owners)):
                worths[seat] += A_LEAD_IN_A_FULL_CITY * len(owners)


def _add_regions(state: State, worths: list[float]) -> None:
    """Adds what a region would give now, weighted by how much of it is closed."""
    seats = range(len(worths))
    for region, places in enumerate(state.board.region_places):
        tile = state.tiles[region]
        if tile is None or region in state.track:
            continue
        closed = 1 - (places & state.free).bit_count() / places.bit_count()
        counts = region_counts(state, region)
        ranked = sorted((seat for seat in seats if counts[seat]), key=lambda seat: -counts[seat])
        for rank, seat in enumerate(ranked, 1):
            value = tile.values[step_of(rank, len(worths))]
            weight = NOTHING_CLOSED + (1 - NOTHING_CLOSED) * closed * closed
            worths[seat] += A_REGION * value * weight
