"""The map, read from a file and checked.

A set of places is an int with one bit a place (`1 << index`), so that "the free
neighbours of what I own" is two operations; `places_in` lists its members.
"""

from functools import cached_property, lru_cache
from importlib import resources
from itertools import pairwise
from typing import Literal

from msgspec import DecodeError, Struct, json, structs

from games.domain.units import PlaceId, RegionId, TileId

TileKind = Literal[
    "influence", "dollars", "bonus-tile", "number-of-regions", "development-tile", "route-tile"
]
LINK_COSTS_AT_A_TOWN = (0, 1)
LINK_COSTS_BETWEEN_CITIES = (3, 5, 8)
DEAREST_LINK = 8
TILE_ID = r"[a-z0-9]+(-[a-z0-9]+)*"


class BadMap(ValueError):
    """A map file that cannot be played on, with all its faults."""

    def __init__(self, faults: tuple[str, ...]) -> None:
        self.faults = faults
        super().__init__("; ".join(faults))


class RegionTile(Struct, frozen=True, forbid_unknown_fields=True):
    id: TileId
    kind: TileKind
    """What it gives."""
    values: tuple[int, int, int]
    """For the most franchises, the second most, and all others."""


class Place(Struct, frozen=True):
    id: PlaceId
    name: str
    """As it is printed."""
    region: RegionId
    spaces: int
    """1 in a town; in a city also its value."""
    lat: float
    """Degrees north."""
    lon: float
    """Degrees east."""

    @property
    def is_town(self) -> bool:
        return self.spaces == 1


class Region(Struct, frozen=True):
    id: RegionId
    name: str
    """As it is printed."""
    tile: tuple[int, int, int]
    """For the most franchises, the second most, and all others."""
    colour: str
    """As it is printed."""
    states: tuple[str, ...]
    """The states that it is drawn of, by their two letters."""
    in_play_from: int
    """The fewest players with whom it is in play."""


class Track(Struct, frozen=True):
    influence: tuple[int, ...]
    """Influence for the active player by space."""
    red_zone_from: int
    """How many tiles end the game."""


class Way(Struct, frozen=True):
    """From an own place to a marker's: the places' ids, the printed costs and their sum."""

    path: tuple[str, ...]
    links: tuple[int, ...]
    cost: int


class Route(Struct, frozen=True):
    """One link as seen from a place: where it leads, what it costs, and the way along it."""

    cost: int
    end: int
    bit: int
    way: Way


class Board(Struct, frozen=True, dict=True, eq=False):
    """Links are [place, place, cost]; charts and the like go by the number of players."""

    colours: tuple[str, ...]
    """Of the seats, in their order."""
    franchises: int
    """The franchises that each seat has."""
    starting_money: dict[int, tuple[int, ...]]
    """By players: dollars in turn order."""
    income_chart: dict[int, tuple[int, ...]]
    """By players: the fewest empty spaces that pay $1, $2 and so on."""
    bonus_tiles: dict[int, int]
    """By players: the bonus tiles of each seat."""
    track: Track
    """The region track."""
    tile_backs: tuple[tuple[int, ...], ...]
    """Sizes of city tiles that have the same back."""
    introductory_towns: dict[int, tuple[tuple[str, str], ...]]
    """By players: the two towns of each seat, in turn order."""
    regions: tuple[Region, ...]
    """In the map’s order."""
    places: tuple[Place, ...]
    """In the map’s order."""
    links: tuple[tuple[str, str, int], ...]
    """Two places and what the link of them costs."""

    @cached_property
    def ids(self) -> tuple[str, ...]:
        return tuple(place.id for place in self.places)

    @cached_property
    def index(self) -> dict[str, int]:
        return {place.id: i for i, place in enumerate(self.places)}

    @cached_property
    def region_index(self) -> dict[str, int]:
        return {region.id: i for i, region in enumerate(self.regions)}

    @cached_property
    def region_of(self) -> tuple[int, ...]:
        return tuple(self.region_index[place.region] for place in self.places)

    @cached_property
    def region_places(self) -> tuple[int, ...]:
        return tuple(
            sum(1 << i for i, place in enumerate(self.places) if place.region == region.id)
            for region in self.regions
        )

    @cached_property
    def towns(self) -> int:
        return sum(1 << i for i, place in enumerate(self.places) if place.is_town)

    @cached_property
    def cities(self) -> int:
        return sum(1 << i for i, place in enumerate(self.places) if not place.is_town)

    @cached_property
    def routes(self) -> tuple[tuple[Route, ...], ...]:
        """The links of each place, the cheapest first, then in the order of the map."""
        by_place: list[list[Route]] = [[] for _ in self.places]
        for one, other, cost in self.links:
            a, b = self.index[one], self.index[other]
            by_place[a].append(Route(cost, b, 1 << b, Way((other, one), (cost,), cost)))
            by_place[b].append(Route(cost, a, 1 << a, Way((one, other), (cost,), cost)))
        return tuple(tuple(sorted(each, key=lambda r: (r.cost, r.end))) for each in by_place)

    @cached_property
    def route_by_end(self) -> tuple[dict[int, Route], ...]:
        """The links of each place by where they lead."""
        return tuple({route.end: route for route in routes} for routes in self.routes)

    @cached_property
    def neighbours(self) -> tuple[int, ...]:
        return tuple(sum(route.bit for route in routes) for routes in self.routes)

    @cached_property
    def base_tiles(self) -> tuple[RegionTile, ...]:
        return tuple(RegionTile(region.id, "influence", region.tile) for region in self.regions)

    def name_of(self, place: str) -> str:
        return self.places[self.index[place]].name

    def closed_regions(self, seats: int) -> tuple[int, ...]:
        return tuple(i for i, region in enumerate(self.regions) if seats < region.in_play_from)

    def back(self, spaces: int) -> tuple[int, ...]:
        """The sizes of city tiles that have the same back as this size."""
        return next(sizes for sizes in self.tile_backs if spaces in sizes)


@lru_cache(maxsize=1 << 15)
def places_in(bits: int) -> tuple[int, ...]:
    places = []
    while bits:
        low = bits & -bits
        places.append(low.bit_length() - 1)
        bits ^= low
    return tuple(places)


@lru_cache(maxsize=1 << 15)
def reach(board: Board, present: int) -> int:
    """The places one link away from any place of `present`."""
    neighbours = 0
    for place in places_in(present):
        neighbours |= board.neighbours[place]
    return neighbours


@lru_cache(maxsize=1 << 13)
def full_regions(board: Board, free: int) -> tuple[int, ...]:
    """The regions without a free place, in the map's order."""
    return tuple([region for region, places in enumerate(board.region_places) if not places & free])


def read_board(text: bytes) -> Board:
    try:
        board = json.decode(text, type=Board)
    except DecodeError as error:
        raise BadMap((str(error),)) from error
    faults = _naming_faults(board) or [
        *_link_faults(board),
        *_introductory_faults(board),
        *_region_faults(board),
        *_tile_faults(board),
        *_chart_faults(board),
    ]
    if faults:
        raise BadMap(tuple(faults))
    return board


class TileSet(Struct, frozen=True):
    tiles: tuple[RegionTile, ...]


def _naming_faults(board: Board) -> list[str]:
    known = set(board.ids)
    regions = {region.id for region in board.regions}
    faults = []
    if len(known) != len(board.places):
        faults.append("two places share an id")
    if len(regions) != len(board.regions):
        faults.append("two regions share an id")
    faults += [
        f"{place.id} lies in an unknown region {place.region}"
        for place in board.places
        if place.region not in regions
    ]
    faults += [
        f"a link ends at an unknown place {end}"
        for link in board.links
        for end in link[:2]
        if end not in known
    ]
    return faults


def _introductory_faults(board: Board) -> list[str]:
    faults = []
    for seats, pairs in board.introductory_towns.items():
        closed = sum(board.region_places[i] for i in board.closed_regions(seats))
        free = {board.ids[town] for town in places_in(board.towns & ~closed)}
        named = [town for pair in pairs for town in pair]
        faults += [
            f"introductory_towns for {seats} players names {town}, which is no town in play"
            for town in named
            if town not in free
        ]
        if len(set(named)) != 2 * seats:
            faults.append(f"introductory_towns for {seats} players are not {2 * seats} towns")
    return faults


def _link_faults(board: Board) -> list[str]:
    faults = []
    for one, other, cost in board.links:
        at_a_town = any(board.places[board.index[end]].is_town for end in (one, other))
        allowed = LINK_COSTS_AT_A_TOWN if at_a_town else LINK_COSTS_BETWEEN_CITIES
        if cost not in allowed:
            faults.append(f"the link {one} to {other} costs {cost}, not one of {allowed}")
    pairs = [frozenset(link[:2]) for link in board.links]
    if len(set(pairs)) != len(pairs) or any(len(pair) == 1 for pair in pairs):
        faults.append("a link stands twice or leads back to its start")
    for seats in board.starting_money:
        closed = sum(board.region_places[i] for i in board.closed_regions(seats))
        in_play = ((1 << len(board.places)) - 1) & ~closed
        if in_play != _connected_places(board, in_play):
            faults.append(f"with {seats} players the map falls apart")
    return faults


def _connected_places(board: Board, within: int) -> int:
    """The places of `within` that links connect with the first of them."""
    connected = within & -within
    while (wider := (connected | reach(board, connected)) & within) != connected:
        connected = wider
    return connected


def _region_faults(board: Board) -> list[str]:
    return [
        f"{region.id} has no city to score"
        for region, places in zip(board.regions, board.region_places, strict=True)
        if not places & board.cities
    ]


def _tile_faults(board: Board) -> list[str]:
    backs = [size for back in board.tile_backs for size in back]
    faults = [
        f"{place.id} has {place.spaces} spaces, but no city tile has"
        for place in board.places
        if not place.is_town and place.spaces not in backs
    ]
    if len(set(backs)) != len(backs):
        faults.append("a size of city tiles stands on two backs")
    return faults


def _chart_faults(board: Board) -> list[str]:
    faults = []
    if len(board.track.influence) != len(board.regions):
        faults.append("the region track has not one space a region")
    counts = set(board.starting_money)
    faults += [
        f"{name} is not given for the same numbers of players as the money"
        for name in ("income_chart", "bonus_tiles", "introductory_towns")
        if set(structs.asdict(board)[name]) != counts
    ]
    faults += [
        f"the income chart for {seats} players does not start at 0 and rise"
        for seats, chart in board.income_chart.items()
        if not chart or chart[0] != 0 or any(b <= a for a, b in pairwise(chart))
    ]
    faults += [
        f"starting_money for {seats} players has not one sum a player"
        for seats, money in board.starting_money.items()
        if len(money) != seats
    ]
    if max(counts, default=0) > len(board.colours):
        faults.append("there are more players than colours")
    return faults


def _read_data(name: str) -> bytes:
    return resources.files(__package__).joinpath("maps", name).read_bytes()


def map_file() -> bytes:
    """The file of the printed board."""
    return _read_data("franchise.json")


PRINTED_BOARD = read_board(map_file())
NEW_REGION_TILES = json.decode(_read_data("region_tiles.json"), type=TileSet).tiles
