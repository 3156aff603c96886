"""What regions and the end of the game score. Nothing here changes a table."""

from collections.abc import Iterable, Sequence

from msgspec import Struct

from games.domain.board import full_regions, places_in
from games.domain.evolve import keep_one
from games.domain.expansions import EXPANSIONS
from games.domain.state import Final, Share, State

DOLLARS_A_POINT = 3
POINTS_A_BONUS_TILE = 4
TILE_GAIN = tuple(each.tile_gain for each in EXPANSIONS if each.tile_gain)


class CityScore(Struct, frozen=True):
    """Who gains how much from a city, and whose franchises stay there."""

    winner: int
    majority: bool
    influence: int
    stay: tuple[int, ...]


def score_city(owners: tuple[int, ...], size: int, seat: int) -> CityScore | None:
    """None where the city is not scored after a franchise of the seat; a town never is."""
    # T7: scored when full, or when the active player holds more than half of all spaces.
    majority = 2 * owners.count(seat) > size
    if size == 1 or (len(owners) < size and not majority):
        return None
    # T8: an absolute majority gains the city's value.
    winner, influence = seat, size
    if not majority:
        # T8: else the most franchises gain half of it; of tied players the first to have come.
        winner, influence = max(dict.fromkeys(owners), key=owners.count), size // 2
    # T9: whoever gained the points takes back all franchises there but one.
    return CityScore(winner, majority, influence, keep_one(owners, winner))


def region_counts(state: State, region: int) -> tuple[int, ...]:
    counts = [0] * len(state.money)
    for place in places_in(state.board.region_places[region] & ~state.setup.closed):
        for owner in state.owners[place]:
            counts[owner] += 1
    return tuple(counts)


def complete_regions(state: State) -> tuple[int, ...]:
    """T13: every town holds a franchise and every city tile is gone. In the map's order."""
    track = state.track
    return tuple(
        [region for region in full_regions(state.board, state.free) if region not in track]
    )


def region_shares(state: State, region: int) -> tuple[Share, ...]:
    """T14: what each player with a franchise in the region gets, by rank."""
    tile, marker = state.tiles[region], state.markers[region]
    if tile is None or marker is None:
        name = state.board.regions[region].id
        raise LookupError(f"{name} has no tile, or no franchise beside it")
    counts = region_counts(state, region)
    shares = []
    for rank, seat in enumerate(rank_seats(counts, marker), 1):
        step = step_of(rank, len(counts))
        influence, dollars = tile.values[step], 0
        for gain in TILE_GAIN:
            influence, dollars = gain(tile, step, len(state.track)) or (influence, dollars)
        shares.append(Share(seat, rank, counts[seat], influence, dollars))
    return tuple(shares)


def rank_seats(counts: Sequence[int], marker: int | None) -> list[int]:
    """Who has a franchise in a region, the most first."""
    seats, first = len(counts), marker or 0
    present = [seat for seat in range(seats) if counts[seat]]
    # T16: ties go to the franchise beside the tile, then clockwise from there.
    return sorted(present, key=lambda seat: (-counts[seat], (seat - first) % seats))


def leader(state: State, region: int) -> int | None:
    """Who would be first if the region were scored now; None where that is open, or over."""
    counts, marker = region_counts(state, region), state.markers[region]
    ranks = rank_seats(counts, marker)
    if not ranks or region in state.track:
        return None
    is_tied = len(ranks) > 1 and counts[ranks[0]] == counts[ranks[1]]
    return None if is_tied and marker is None else ranks[0]


def step_of(rank: int, seats: int) -> int:
    """Which of a tile's three numbers a rank gets."""
    # T15: with two players the second gets the lowest number.
    if rank == 2 and seats == 2:
        return 2
    return min(rank, 3) - 1


def final_scores(state: State) -> tuple[Final, ...]:
    """E1: for each seat its towns, each full $3, and its unused bonus tiles."""
    finals = []
    for seat, money in enumerate(state.money):
        towns = (state.present[seat] & state.board.towns).bit_count()
        cash = money // DOLLARS_A_POINT
        tiles = state.bonus[seat] * POINTS_A_BONUS_TILE
        total = state.influence[seat] + towns + cash + tiles
        finals.append(Final(seat, towns, cash, tiles, total))
    return tuple(finals)


def winners(finals: Iterable[Final]) -> tuple[int, ...]:
    """E2: the most influence; of tied players the most towns; still tied, all of them."""
    ranked = [(final.influence, final.towns, final.seat) for final in finals]
    best = max(rank[:2] for rank in ranked)
    return tuple(seat for *rank, seat in ranked if tuple(rank) == best)
