"""What a city and a region are seen as: keys of weights, each with what it is weighed by."""

from collections.abc import Iterator, Sequence

from games.domain.board import RegionTile

Key = tuple[str | int, ...]
Term = tuple[Key, float]
Held = tuple[int, tuple[int, ...], bool]
"""A place: its size, who owns its franchises, whether it is open."""
MOST_OPEN, NEARLY_CLOSED = 4, 2
WIDEST_LEAD = 3
A_DOLLAR = 0.4
A_TOOL = 2.0
A_BONUS_TILE = 4.0
WORTH_OF = {"bonus-tile": A_BONUS_TILE, "development-tile": A_TOOL, "route-tile": A_TOOL}


def region_terms(
    seats: int,
    tile: RegionTile | None,
    places: Sequence[Held],
    marker: int | None,
    mover: int | None,
    late: int,
    on_track: int,
) -> list[list[Term]]:
    """For each seat the terms of the region's cities, and of the region itself."""
    terms: list[list[Term]] = [[] for _ in range(seats)]
    counts, left = [0] * seats, 0
    for size, owners, is_open in places:
        left += is_open
        is_contested = is_open and size > 1
        if is_contested:
            for seat, term in _city_terms(seats, size, owners, mover, late):
                terms[seat].append(term)
        best = max(map(owners.count, owners), default=0)
        for seat in set(owners):
            own = owners.count(seat)
            # T9: who leads takes back all but one.
            counts[seat] += 1 if is_contested and own == best else own
    if tile is not None:
        left = min(left, MOST_OPEN)
        values = _tile_values(tile, on_track)
        for seat, mine in enumerate(terms):
            mine += _tile_terms(seat, counts, values, marker, left, seat == mover, late)
    return terms


def _tile_terms(
    seat: int,
    counts: Sequence[int],
    values: tuple[float, float, float],
    marker: int | None,
    left: int,
    moves: bool,  # noqa: FBT001 - a part of the key
    late: int,
) -> Iterator[Term]:
    """What the seat may expect of the tile: all get the lowest number, some get more."""
    own, (first, second, low) = counts[seat], values
    others = sorted((count for i, count in enumerate(counts) if i != seat), reverse=True)
    if moves and left <= NEARLY_CLOSED:
        yield ("close", left, late), 1.0
    yield ("low", left, min(own, 2), late), low
    if not own:
        yield ("absent", min(others[0], 2), left, late), first - low
        return
    lead = _lead(seat, counts, others[0], marker)
    yield ("first", lead, left, int(moves), late), first - low
    if len(others) > 1:
        over_second = max(-WIDEST_LEAD, min(WIDEST_LEAD, own - others[1]))
        yield ("second", int(lead > 0), over_second, left, late), second - low


def _lead(seat: int, counts: Sequence[int], best: int, marker: int | None) -> int:
    """Above 0 where the seat is first; T16: a tie goes by the franchise beside the tile."""
    own, seats = counts[seat], len(counts)
    if own != best:
        return 2 * max(-WIDEST_LEAD, min(WIDEST_LEAD, own - best))
    if marker is None:
        return 0
    tied = (other for other, count in enumerate(counts) if count == best)
    first = min(tied, key=lambda other: (other - marker) % seats)
    return 1 if first == seat else -1


def _tile_values(tile: RegionTile, on_track: int) -> tuple[float, float, float]:
    """What the tile's three numbers are worth in points."""
    first, second, low = tile.values
    match tile.kind:
        case "dollars":
            return first * A_DOLLAR, second * A_DOLLAR, low * A_DOLLAR
        case "number-of-regions":
            return max(0, on_track + first), max(0, on_track + second), max(0, on_track + low)
        case _:
            return first + WORTH_OF.get(tile.kind, 0.0), second, low


def _city_terms(
    seats: int, size: int, owners: tuple[int, ...], mover: int | None, late: int
) -> list[tuple[int, Term]]:
    """For each seat there, how many it has beside the best other one, and who is to come next."""
    terms: list[tuple[int, Term]] = []
    present = dict.fromkeys(owners)
    for rank, seat in enumerate(present):
        own = owners.count(seat)
        best = rest = 0
        is_first = 1
        for other_rank, other in enumerate(present):
            if other == seat:
                continue
            count = owners.count(other)
            if count > best:
                best, rest = count, int(best > 0) or rest
                is_first = int(rank < other_rank)
            else:
                rest = 1
        # 0: the seat comes next; 1: another one there does; 2: nobody there before it.
        turn = 2
        if mover is not None:
            wait = (seat - mover) % seats
            if wait == 0:
                turn = 0
            elif any((other - mover) % seats < wait for other in present):
                turn = 1
        terms.append((seat, (("city", size, own, best, rest, turn, is_first, late), 1.0)))
    return terms


BY_HAND: dict[Key, float] = {
    ("money-1", 0): 0.2, ("money-2", 0): 0.25, ("money-3", 0): 0.3,
    ("money-1", 1): 0.4, ("money-2", 1): 0.3, ("money-3", 1): 0.1,
    ("income", 1): 10.0, ("bonus", 0): 4.0, ("reserve", 1): 3.0, ("town", 0): 1.0,
    ("town", 1): 1.5, ("near-town", 1): 0.3, ("move", 0): 1.0,
    ("route", 1): 2.0, ("development", 1): 2.0,
}  # fmt: skip


def prior(key: Key) -> float:
    """What a weight is guessed to be before any game was played."""
    match key:
        case ("city", size, own, best, _, _, is_first, _):
            needed = int(size) // 2 + 1
            left = int(size) - int(own) - int(best)
            share = int(own) / needed
            if int(own) + left >= needed:
                chance = share * share * (1.0 if int(own) > int(best) else 0.6)
                return 0.8 * int(size) * chance
            return 0.3 * int(size) if (own, is_first) > (best, 0) else 0.0
        case ("first", lead, left, _, _):
            nearness = (1.0, 0.8, 0.6, 0.4, 0.3)[int(left)]
            return nearness * (0.95 if int(lead) > 0 else 0.5 if lead == 0 else 0.15)
        case ("low", left, own, _):
            return (0.9, 0.7, 0.5, 0.35, 0.25)[int(left)] * (1.0 if own else 0.2)
        case ("second", is_first, second, left, _):
            nearness = (1.0, 0.8, 0.6, 0.4, 0.3)[int(left)]
            return 0.0 if is_first else nearness * (0.8 if int(second) > 0 else 0.2)
        case ("close", left, _):
            return 1.0 if int(left) < 2 else 0.3
        case _:
            return BY_HAND.get(key, 0.0)
