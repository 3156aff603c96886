"""An estimate of what a state is worth to each player: points held, and points to come.

The weights come from games of the greedy player against random play.
"""

from math import inf

from games.domain.board import places_in, reach
from games.domain.commands import Command
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.income import income
from games.domain.scoring import region_counts, step_of
from games.domain.state import State

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
