"""The expert variant: the host, chance or a tile draft lays the city and region tiles."""

from collections import Counter
from typing import assert_never

from games.domain.board import Board
from games.domain.chance import Draws
from games.domain.errors import Unplayable
from games.domain.state import Layout, Options


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
        case Layout() as layout:
            return _host_cities(board, cities, printed, layout), ()
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
                "X1",
                "{value} is no city in play",
                name,
                (board.ids[city] for city in cities),
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
