"""The expert variant: the host, chance or a tile draft lays the city and region tiles."""

from collections import Counter
from collections.abc import Iterator
from typing import assert_never

from msgspec.structs import replace

from games.domain.board import Board
from games.domain.chance import Draws
from games.domain.commands import PlaceCityTile, PlaceRegionTile
from games.domain.errors import Illegal, Unplayable
from games.domain.events import Event, GameStarted, TilePlaced
from games.domain.expansions.region_tiles import is_choosing
from games.domain.moments import GameExpansion, OrderSample, SetupChoice, begin, next_seat
from games.domain.state import Layout, Options, State


class NoSuchTileLeft(Illegal):
    rule = "X3"
    says = "There is no tile {value} left to place."


class SpaceNotOpen(Illegal):
    rule = "X3"
    says = "{value} is not waiting for a tile."


class WrongBack(Illegal):
    rule = "X1"
    says = "A tile of {tile} does not have the back of {value}."


def lay_city_tiles(game: GameStarted, board: Board, closed: tuple[int, ...]) -> GameStarted:
    sizes, pool = city_tiles(board, closed, game.options, game.seed)
    return replace(game, sizes=sizes, city_pool=pool)


def city_tiles(
    board: Board, closed: tuple[int, ...], options: Options, seed: int
) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """The size of every place, 0 where a tile is still to be placed, and the tiles to place."""
    printed = [place.spaces for place in board.places]
    # X3: what is out of play keeps its printed tile and is not drawn.
    cities = [
        i
        for i, place in enumerate(board.places)
        if not place.is_town and board.region_of[i] not in closed
    ]
    if isinstance(options.own_layout, Layout):
        if options.layout != "printed":
            fault = "{value} and an own layout are two layouts"
            raise Unplayable("X1", fault, options.layout, ("printed",))
        return _host_cities(board, cities, printed, options.own_layout), ()
    match options.layout:
        case "printed":
            return tuple(printed), ()
        case "draft":
            pool = tuple(sorted(printed[city] for city in cities))
            return tuple(0 if i in cities else n for i, n in enumerate(printed)), pool
        case "random":
            draws = Draws(seed, "city tiles")
            for back in board.tile_backs:
                alike = [city for city in cities if printed[city] in back]
                mixed = draws.shuffle([printed[city] for city in alike])
                for city, size in zip(alike, mixed, strict=True):
                    printed[city] = size
            return tuple(printed), ()
        case _:
            assert_never(options.layout)


def _host_cities(
    board: Board, cities: list[int], printed: list[int], layout: Layout
) -> tuple[int, ...]:
    sizes = list(printed)
    for name, size in layout.places.items():
        city = board.index.get(name)
        if city is None or city not in cities:
            raise Unplayable(
                "X1", "{value} is not a city in play", name, (board.ids[city] for city in cities)
            )
        # X1: a tile lies only where its back is printed.
        back = board.back(printed[city])
        if size not in back:
            fault = "{city} takes a tile of {back}, not {value}"
            raise Unplayable("X1", fault, size, back, city=name, back=back)
        sizes[city] = size
    # X1: the numbers of tiles stay as in the box.
    missing = Counter(printed) - Counter(sizes)
    if missing:
        raise Unplayable(
            "X1",
            "the layout does not use the tiles of the box, left over: {left}",
            None,
            sorted(missing.elements()),
            left=", ".join(map(str, sorted(missing.elements()))),
        )
    return tuple(sizes)


def await_tiles(state: State) -> tuple[Event, ...] | None:
    """X3: each player in turn places one tile, until all lie."""
    drafting = state.setup.options.layout == "draft"
    if state.city_pool or (state.region_pool and drafting):
        return begin(state, "draft", state.setup.first)
    return None


def open_cities(state: State) -> tuple[int, ...]:
    return tuple(place for place, size in enumerate(state.sizes) if size == 0)


def open_regions(state: State) -> tuple[int, ...]:
    return tuple(region for region, tile in enumerate(state.tiles) if tile is None)


def city_orders(state: State) -> Iterator[PlaceCityTile]:
    board, left = state.board, sorted(set(state.city_pool))
    for city in open_cities(state):
        back = board.back(board.places[city].spaces)
        for tile in left:
            if tile in back:
                yield PlaceCityTile(state.mover, board.ids[city], tile)


def region_orders(state: State) -> Iterator[PlaceRegionTile]:
    for region in open_regions(state):
        for tile in state.region_pool:
            yield PlaceRegionTile(state.mover, state.board.regions[region].id, tile.id)


def place_city_tile(state: State, order: PlaceCityTile) -> tuple[Event, ...]:
    board = state.board
    place = board.index[order.place]
    if order.tile not in state.city_pool:
        raise NoSuchTileLeft(order.tile, sorted(set(state.city_pool)))
    if state.sizes[place]:
        raise SpaceNotOpen(order.place, (board.ids[city] for city in open_cities(state)))
    # X1: a tile of the kind that is printed on the space.
    back = board.back(board.places[place].spaces)
    if order.tile not in back:
        raise WrongBack(order.place, back, tile=order.tile)
    return (TilePlaced(order.seat, order.place, order.tile, next_seat(state)),)


def place_region_tile(state: State, order: PlaceRegionTile) -> tuple[Event, ...]:
    board = state.board
    if order.tile not in [tile.id for tile in state.region_pool]:
        raise NoSuchTileLeft(order.tile, (tile.id for tile in state.region_pool))
    if state.tiles[board.region_index[order.region]] is not None:
        waiting = (board.regions[region].id for region in open_regions(state))
        raise SpaceNotOpen(order.region, waiting)
    return (TilePlaced(order.seat, order.region, order.tile, next_seat(state)),)


def _body_of(event: Event, where: str) -> dict[str, object] | None:
    return {where: event.where, "tile": event.tile} if isinstance(event, TilePlaced) else None


EXPERT = GameExpansion(
    option="layout",
    rules="expert",
    called="tiles laid anew",
    samples=(
        OrderSample(
            "draft", "tile", PlaceCityTile(0, "omaha", 5), "Place a city tile, in a draft."
        ),
        OrderSample(
            "draft", "tile", PlaceRegionTile(0, "texas", "n07"), "Place a region tile, in a draft."
        ),
    ),
    set_up=lay_city_tiles,
    before_towns=await_tiles,
    choices=(
        SetupChoice(
            "draft",
            PlaceCityTile,
            "a city tile",
            "X3",
            lambda state: bool(state.city_pool),
            city_orders,
            place_city_tile,
            lambda event: _body_of(event, "place"),
        ),
        SetupChoice(
            "draft",
            PlaceRegionTile,
            "a region tile",
            "X3",
            lambda state: not state.city_pool and not is_choosing(state),
            region_orders,
            place_region_tile,
            lambda event: _body_of(event, "region"),
        ),
    ),
)
