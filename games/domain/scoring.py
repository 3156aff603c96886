"""What cities, regions and the end of the game score. Nothing here changes a table."""

from collections.abc import Iterable

from msgspec import Struct

from games.domain.board import RegionTile, places_in
from games.domain.expansions import EXPANSIONS
from games.domain.state import Final, Share, State

DOLLARS_A_POINT = 3
POINTS_A_BONUS_TILE = 4
TILE_GAIN = tuple(each.tile_gain for each in EXPANSIONS if each.tile_gain)


class CityOutcome(Struct, frozen=True):
    winner: int
    majority: bool
    influence: int


def city_outcome(owners: tuple[int, ...], size: int, mover: int) -> CityOutcome | None:
    # T7: scored when full, or when the active player holds more than half of all spaces.
    if 2 * owners.count(mover) > size:
        # T8: an absolute majority gains the city's value.
        return CityOutcome(mover, majority=True, influence=size)
    if len(owners) < size:
        return None
    # T8: else the most franchises gain half of it; of tied players the first to have come.
    winner = max(dict.fromkeys(owners), key=owners.count)
    return CityOutcome(winner, majority=False, influence=size // 2)


def region_counts(state: State, region: int) -> tuple[int, ...]:
    counts = [0] * len(state.money)
    for place in places_in(state.board.region_places[region] & ~state.setup.closed):
        for owner in state.owners[place]:
            counts[owner] += 1
    return tuple(counts)


def complete_regions(state: State) -> tuple[int, ...]:
    """T13: every town holds a franchise and every city tile is gone. In the map's order."""
    free, track = state.free, state.track
    return tuple(
        region
        for region, places in enumerate(state.board.region_places)
        if not places & free and region not in track
    )


def region_shares(state: State, region: int) -> tuple[Share, ...]:
    """T14: what each player with a franchise in the region gets, by rank."""
    tile, marker = state.tiles[region], state.markers[region]
    if tile is None or marker is None:
        name = state.board.regions[region].id
        raise LookupError(f"{name} has no tile, or no franchise beside it")
    counts = region_counts(state, region)
    seats = len(counts)
    present = [seat for seat in range(seats) if counts[seat]]
    # T16: ties go to the franchise beside the tile, then clockwise from there.
    present.sort(key=lambda seat: (-counts[seat], (seat - marker) % seats))
    shares = []
    for rank, seat in enumerate(present, 1):
        influence, dollars = _gain(tile, step_of(rank, seats), len(state.track))
        shares.append(Share(seat, rank, counts[seat], influence, dollars))
    return tuple(shares)


def _gain(tile: RegionTile, step: int, on_track: int) -> tuple[int, int]:
    """Influence and dollars for the tile's first, middle or lowest number."""
    for gain in TILE_GAIN:
        gained = gain(tile, step, on_track)
        if gained is not None:
            return gained
    return tile.values[step], 0


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
