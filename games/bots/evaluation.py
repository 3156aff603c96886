"""A guess of how many points ahead of the others' mean each seat will end.

It is a sum of weights that were learned by self-play, one set for each number of players. What
a weight stands for is its key: `("city", 4, 2, 1, ...)` is a city of four spaces in which the
seat has two franchises and the best other one. What depends on the course of the game has a
weight for the end and others that grow with the share of the map that is open.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import itemgetter, mul
from typing import Any

from msgspec import Struct

from games.bots.patterns import Key, Term, prior, region_terms
from games.domain.board import Board, places_in
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.income import income
from games.domain.scoring import final_scores, winners
from games.domain.state import State

DEGREES = 3
"""Weights of 1, of x and of x squared, where x is the share of the map that is open."""
MOST_LATE = 2
"""With so many region tiles to go the game is as early as it gets."""
LITTLE_MONEY, MUCH_MONEY = 3, 8
SHORT_SUPPLY = 8
A_WIN = 20.0
"""In points: a game that is won is worth more than a lead that may still be lost."""
SPACES_A_DOLLAR = 5
MOST_KEPT, MOST_GAINS = 20_000, 10_000
"""Ten times as many save a fiftieth of the time, and a worker grew by a quarter in twenty minutes."""
NEAR_COSTS = ((0, 1), (3,), (5, 8))
CITY_SIZES = ((2, 3), (4, 5), (6, 7, 8))
HELD = ("money-1", "money-2", "money-3", "income", "bonus", "reserve", "town", "move")
NEAR = ("near-town", *(f"near-{cost}-{size}" for cost in range(3) for size in range(3)))
RARE = (
    "route", "development", "milestone-towns", "milestone-regions", "milestone-links", "short",
)  # fmt: skip
RegionKey = tuple[Any, ...]
Gain = tuple[int, int, int, RegionKey]
"""With so many places open, of a place, so many franchises more, and the region before."""
Owners = tuple[tuple[int, ...], ...]


class Rates(Struct, frozen=True):
    """What one of each is worth in points; a space is an empty one in a city of one's own."""

    held: tuple[float, ...]
    near: tuple[float, ...]
    rare: tuple[float, ...]

    @property
    def dollar(self) -> float:
        return self.held[HELD.index("money-2")]

    @property
    def space(self) -> float:
        return self.held[HELD.index("income")] / SPACES_A_DOLLAR

    @property
    def tile(self) -> float:
        return self.held[HELD.index("bonus")]

    @property
    def town(self) -> float:
        return self.held[HELD.index("town")]


class Outlook(Struct):
    """The points that each seat is expected to end with, and who wins where that is sure."""

    points: list[float]
    winner: int | None = None

    def lead(self, seat: int) -> float:
        """Over the others' mean."""
        return lead(self.points, seat)

    def worth(self, seat: int) -> float:
        if self.winner is None:
            return lead(self.points, seat)
        return lead(self.points, seat) + (A_WIN if seat == self.winner else -A_WIN)


def lead(points: Sequence[float], seat: int) -> float:
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


class Evaluation:
    """For tables that are laid out alike: the same sizes, tiles and number of players."""

    def __init__(self, weights: Mapping[Key, float], state: State) -> None:
        board, closed = state.board, state.setup.closed
        self.weights, self.board = weights, board
        self.seats, self.sizes, self.tiles = len(state.money), state.sizes, state.tiles
        self.in_play = ((board.towns | board.cities) & ~closed).bit_count()
        self.regions = [
            (region, bits, _getter(places_in(bits)))
            for region, bits in enumerate(board.region_places)
            if not bits & closed
        ]
        self.counting_regions = {
            region
            for region, tile in enumerate(state.tiles)
            if tile is not None and tile.kind == "number-of-regions"
        }
        self.size_masks = tuple(
            sum(1 << city for city in places_in(board.cities) if state.sizes[city] in sizes)
            for sizes in CITY_SIZES
        )
        self._worths: dict[RegionKey, tuple[float, ...]] = {}
        self._gains: dict[Gain, float] = {}
        self._rates: dict[int, Rates] = {}
        self._near: dict[int, tuple[int, ...]] = {}
        self._progress: dict[tuple[object, ...], tuple[int, int, int]] = {}
        self._near_worths: dict[tuple[int, int], float] = {}

    def outlook(self, state: State) -> Outlook:
        """For each seat what it has and may expect; at the end what it has."""
        if state.status == "ended":
            return _final_outlook(state.influence, state.winners)
        if len(state.still) == self.seats - 1 and (outlook := _if_ended(state)):
            return outlook
        rates = self.rates(state)
        totals = []
        for seat, influence in enumerate(state.influence):
            worth = self.near_worth(state, state.present[seat]) + influence
            worth += sum(map(mul, rates.held, _holdings(state, seat)))
            if any(rare := self._rare(state, seat)):
                worth += sum(map(mul, rates.rare, rare))
            totals.append(worth)
        kept = self._worths
        for key in self.region_keys(state, state.to_move):
            worths = kept.get(key) or self.region_worths(key)
            for seat, worth in enumerate(worths):
                totals[seat] += worth
        return Outlook(totals)

    def terms(self, state: State) -> list[list[Term]]:
        """For each seat all that is weighed, with its weight's key."""
        x = state.free.bit_count() / self.in_play
        terms: list[list[Term]] = [[] for _ in range(self.seats)]
        for seat, mine in enumerate(terms):
            values = [
                *zip(HELD, _holdings(state, seat), strict=True),
                *zip(NEAR, self._near_counts(state.present[seat], state.free), strict=True),
                *zip(RARE, self._rare(state, seat), strict=True),
            ]
            mine += [
                ((name, degree), value * x**degree)
                for name, value in values
                if value
                for degree in range(DEGREES)
            ]
        for key in self.region_keys(state, state.to_move):
            for seat, more in enumerate(self._region_terms(key)):
                terms[seat] += more
        return terms

    def rates(self, state: State) -> Rates:
        free = state.free.bit_count()
        rates = self._rates.get(free)
        if rates is None:
            x = free / self.in_play
            rates = self._rates[free] = Rates(
                *(
                    tuple(
                        sum(self.weight((name, degree)) * x**degree for degree in range(DEGREES))
                        for name in names
                    )
                    for names in (HELD, NEAR, RARE)
                )
            )
        return rates

    def gains(self) -> dict[Gain, float]:
        """What was weighed so far."""
        if len(self._gains) > MOST_GAINS:
            self._gains.clear()
        return self._gains

    def weight(self, key: Key) -> float:
        weight = self.weights.get(key)
        return prior(key) if weight is None else weight

    def near_worth(self, state: State, present: int) -> float:
        """Of the open places one link away from these."""
        key = (present, state.free)
        worth = self._near_worths.get(key)
        if worth is None:
            if len(self._near_worths) > MOST_KEPT:
                self._near_worths.clear()
            counts = self._near_counts(present, state.free)
            worth = self._near_worths[key] = sum(map(mul, self.rates(state).near, counts))
        return worth

    def _near_counts(self, present: int, free: int) -> list[int]:
        near = self._near.get(present)
        if near is None:
            near = self._near[present] = _near(self.board, present)
        free &= ~present
        counts = [(near[0] & free & self.board.towns).bit_count()]
        for places in near:
            places &= free
            counts += [(places & mask).bit_count() for mask in self.size_masks]
        return counts

    def _rare(self, state: State, seat: int) -> Sequence[int]:
        tools, spare = state.tools[seat], state.supply[seat]
        short = SHORT_SUPPLY - spare if spare < SHORT_SUPPLY else 0
        progress = (0, 0, 0)
        if state.milestones and state.reserve[seat]:
            key = (seat, state.present[seat], state.milestones, state.dear_links[seat])
            known = self._progress.get(key)
            progress = known or self._progress.setdefault(key, _progress(state, seat))
        return ("route" in tools, "development" in tools, *progress, short)

    def region_keys(self, state: State, mover: int | None) -> Iterator[RegionKey]:
        """All that the worth of each region hangs on that is not scored."""
        late = min(MOST_LATE, state.board.track.red_zone_from - len(state.track) - 1)
        owners, free, markers, track = state.owners, state.free, state.markers, state.track
        for region, bits, get in self.regions:
            if region not in track:
                on_track = len(track) if region in self.counting_regions else 0
                yield (region, get(owners), free & bits, markers[region], mover, late, on_track)

    def region_worths(self, key: RegionKey) -> tuple[float, ...]:
        """By seat."""
        worths = self._worths.get(key)
        if worths is None:
            if len(self._worths) > MOST_KEPT:
                self._worths.clear()
            worths = self._worths[key] = tuple(
                sum(self.weight(name) * factor for name, factor in terms)
                for terms in self._region_terms(key)
            )
        return worths

    def _region_terms(self, key: RegionKey) -> list[list[Term]]:
        region, owners, free, *rest = key
        places = places_in(self.board.region_places[region])
        held = [
            (self.sizes[place], holders, bool(free >> place & 1))
            for place, holders in zip(places, owners, strict=True)
        ]
        return region_terms(self.seats, self.tiles[region], held, *rest)


def _if_ended(state: State) -> Outlook | None:
    """T20: who is to move ends the game by not expanding, and does it to win."""
    finals = final_scores(state)
    won = winners(finals)
    if won != (state.to_move,):
        return None
    return _final_outlook([final.influence for final in finals], won)


def _final_outlook(influence: Sequence[int], won: Sequence[int]) -> Outlook:
    return Outlook([float(each) for each in influence], won[0] if len(won) == 1 else None)


def _holdings(state: State, seat: int) -> Sequence[int]:
    """In the order of `HELD`."""
    money = state.money[seat]
    return (
        min(money, LITTLE_MONEY),
        min(max(money - LITTLE_MONEY, 0), MUCH_MONEY - LITTLE_MONEY),
        max(money - MUCH_MONEY, 0),
        income(state, seat),
        state.bonus[seat],
        state.reserve[seat],
        (state.present[seat] & state.board.towns).bit_count(),
        state.to_move == seat,
    )


def _progress(state: State, seat: int) -> tuple[int, int, int]:
    """M4: how near the seat is to the milestones that it has not reached."""
    board, present = state.board, state.present[seat]
    open_tiles = [
        tile
        for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
        if seat not in seats
    ]
    towns = (present & board.towns).bit_count()
    regions = sum(1 for places in board.region_places if present & places)
    return (
        min(3, towns) if "four-towns" in open_tiles else 0,
        min(3, regions) if "four-regions" in open_tiles else 0,
        min(1, state.dear_links[seat]) if DEAR_LINKS in open_tiles else 0,
    )


def _getter(places: tuple[int, ...]) -> Callable[[Any], Owners]:
    if len(places) == 1:
        return lambda owners: (owners[places[0]],)
    return itemgetter(*places)


def _near(board: Board, present: int) -> tuple[int, ...]:
    """The neighbours by what the cheapest link to them costs."""
    known, near = 0, []
    for costs in NEAR_COSTS:
        places = 0
        for place in places_in(present):
            for route in board.routes[place]:
                if route.cost in costs:
                    places |= route.bit
        near.append(places & ~known)
        known |= places
    return tuple(near)
