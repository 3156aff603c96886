"""What a table seems worth to each player: points held, and points that are on the way.

The weights were found by letting the greedy player play against chance.
"""

from games.domain.board import places_in, reach
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
A_WAY_ON = 0.15


def lead(state: State, seat: int) -> float:
    """How far ahead of the best other player a seat is."""
    points = list(state.influence) if state.status == "ended" else estimate(state)
    return points[seat] - max(other for i, other in enumerate(points) if i != seat)


def estimate(state: State) -> list[float]:
    board = state.board
    in_play = (board.towns | board.cities) & ~state.setup.closed
    still_open = state.free.bit_count() / in_play.bit_count()
    found = [
        influence
        + (state.present[seat] & board.towns).bit_count() * A_TOWN
        + state.bonus[seat] * A_BONUS_TILE
        + state.money[seat] * (A_DOLLAR + A_DOLLAR_TO_SPEND * still_open)
        + income(state, seat) * A_DOLLAR_OF_INCOME * still_open
        + _ways_on(state, seat) * A_WAY_ON
        for seat, influence in enumerate(state.influence)
    ]
    _add_cities(state, found)
    _add_regions(state, found)
    return found


def _ways_on(state: State, seat: int) -> float:
    """Open places one link away, the larger the better."""
    present = state.present[seat]
    ways = places_in(reach(state.board, present) & state.free & ~present)
    return sum(1 + state.sizes[place] / 2 for place in ways)


def _add_cities(state: State, found: list[float]) -> None:
    """A city is worth its value times how much of the needed majority stands."""
    for city in places_in(state.free & state.board.cities):
        owners, size = state.owners[city], state.sizes[city]
        needed = size // 2 + 1
        for seat in set(owners):
            own = owners.count(seat)
            if own + size - len(owners) >= needed:
                found[seat] += A_MAJORITY * size * own / needed
            elif own == max(map(owners.count, owners)):
                found[seat] += A_LEAD_IN_A_FULL_CITY * len(owners)


def _add_regions(state: State, found: list[float]) -> None:
    """A region is worth what it would give now, times how much of it is closed."""
    seats = range(len(found))
    for region, places in enumerate(state.board.region_places):
        tile = state.tiles[region]
        if tile is None or region in state.track:
            continue
        closed = 1 - (places & state.free).bit_count() / places.bit_count()
        counts = region_counts(state, region)
        ranked = sorted((seat for seat in seats if counts[seat]), key=lambda seat: -counts[seat])
        for rank, seat in enumerate(ranked, 1):
            value = tile.values[step_of(rank, len(found))]
            weight = NOTHING_CLOSED + (1 - NOTHING_CLOSED) * closed * closed
            found[seat] += A_REGION * value * weight
