"""Expansion 3: which region tiles are in the game, where they lie and what they give."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.domain.board import NEW_REGION_TILES, TILE_ID, Board, RegionTile
from games.domain.chance import Draws
from games.domain.commands import ChooseTile, TakeTurn
from games.domain.errors import Illegal, Unplayable
from games.domain.events import Event, GameStarted, RegionScored, TileChosen, TilesDealt
from games.domain.expansions import tools
from games.domain.moments import GameExpansion, OrderSample, SetupChoice, begin, next_seat
from games.domain.rulesets import RULESETS, Rulings
from games.domain.state import Layout, Options, State


class TileNotToChoose(Illegal):
    rule = "G1"
    says = "There is no region tile {value} left to choose."


def lay_region_tiles(game: GameStarted, board: Board, closed: tuple[int, ...]) -> GameStarted:
    rulings = RULESETS[game.ruleset].rulings
    tiles, pool = lay_tiles(board, closed, game.options, game.seed, rulings)
    return replace(game, tiles=tiles, region_pool=pool)


def gain(tile: RegionTile, step: int, on_track: int) -> tuple[int, int] | None:
    """G2: influence and dollars for the tile's first, middle or lowest number."""
    match tile.kind:
        case "dollars":
            return 0, tile.values[step]
        case "number-of-regions":
            return max(0, on_track + tile.values[step]), 0
        case _:
            return None


def region_scored(state: State, event: RegionScored) -> RegionScored:
    """G2: what the first of a region gets besides."""
    tile = state.tiles[state.board.region_index[event.region]]
    kind = "influence" if tile is None else tile.kind
    # With no used bonus tile nothing is taken back.
    back = kind == "bonus-tile" and state.spent[event.shares[0].seat] > 0
    return replace(event, bonus_tile_back=back, takes=tools.TOOLS.get(kind))


def lay_tiles(
    board: Board, closed: tuple[int, ...], options: Options, seed: int, rulings: Rulings
) -> tuple[tuple[RegionTile | None, ...], tuple[RegionTile, ...]]:
    """The tile of every region, None where one is to be placed, and the tiles to choose from."""
    in_play = tuple(i for i in range(len(board.regions)) if i not in closed)
    by_host = isinstance(options.own_layout, Layout) and bool(options.own_layout.regions)
    are_dealt = options.region_tiles in (1, 2) and not by_host
    # G1: the regions out of play too, where their tiles are in the game.
    every = tuple(range(len(board.regions)))
    regions = every if are_dealt and rulings.closed_regions_are_dealt else in_play
    pool = _pool(board, regions, options)
    if options.region_tiles == 3:
        if by_host:
            raise Unplayable("G1", "tiles that the players choose are placed at random")
        return _empty_but(board, closed, {}), pool
    if isinstance(options.own_layout, Layout) and by_host:
        placed = _host_tiles(board, in_play, pool, options.own_layout.regions)
        if options.region_tiles is None:
            # A region that the host does not name keeps its printed tile.
            placed = dict(zip(in_play, pool, strict=True)) | placed
        _check_layout(board, in_play, placed)
    else:
        if are_dealt or options.layout == "random":
            # G1, X3: one is drawn for each region.
            pool = Draws(seed, "region tiles").shuffle(pool)[: len(regions)]
        placed = dict(zip(regions, pool, strict=True))
        if options.layout == "draft":
            drafted = [tile for region, tile in placed.items() if region in in_play]
            pool = tuple(sorted(drafted, key=lambda tile: tile.id))
            return _empty_but(board, closed, placed), pool
    return tuple(placed.get(i, tile) for i, tile in enumerate(board.base_tiles)), ()


def _empty_but(
    board: Board, closed: tuple[int, ...], placed: Mapping[int, RegionTile]
) -> tuple[RegionTile | None, ...]:
    """Only the regions out of play have their tiles yet."""
    tiles = enumerate(board.base_tiles)
    return tuple(placed.get(i, tile) if i in closed else None for i, tile in tiles)


def _pool(board: Board, regions: tuple[int, ...], options: Options) -> tuple[RegionTile, ...]:
    # S2, X3: the tiles of all other regions stay there.
    base = tuple(board.base_tiles[region] for region in regions)
    if options.region_tiles is None:
        if options.tile_set is not None:
            raise Unplayable("G1", "a tile set takes region_tiles 1, 2 or 3", None, (1, 2, 3))
        return base
    new = NEW_REGION_TILES if options.tile_set is None else options.tile_set
    # G1: base and new tiles, only new ones, or those that the players will choose.
    pool = new if options.region_tiles == 2 else (*base, *new)
    _check_set(board, new, pool, len(regions))
    return pool


def _check_set(
    board: Board, new: tuple[RegionTile, ...], pool: tuple[RegionTile, ...], needed: int
) -> None:
    ids = Counter(tile.id for tile in (*board.base_tiles, *new))
    if twice := [tile_id for tile_id, count in ids.items() if count > 1]:
        raise Unplayable("G3", "region tiles share the id {value}", twice[0])
    if bad := [tile_id for tile_id in ids if not re.fullmatch(TILE_ID, tile_id)]:
        raise Unplayable("G3", "{value!r} is not an id: small letters, digits, hyphens", bad[0])
    for tile in new:
        # Only a number of regions can be taken off.
        if tile.kind != "number-of-regions" and min(tile.values) < 0:
            fault = "the region tile {tile} takes away"
            raise Unplayable("G3", fault, min(tile.values), tile=tile.id)
    kinds = Counter(tile.kind for tile in new)
    for kind in ("development-tile", "route-tile"):
        if kinds[kind] > 1:
            fault = "there is one {kind}, not {value}"
            raise Unplayable("G1", fault, kinds[kind], (0, 1), kind=kind)
    if len(pool) < needed:
        fault = "{needed} region tiles are needed, not {value}"
        raise Unplayable("G1", fault, len(pool), needed=needed)


def _host_tiles(
    board: Board, in_play: tuple[int, ...], pool: tuple[RegionTile, ...], wanted: dict[str, str]
) -> dict[int, RegionTile]:
    """X2: the host says which tile lies in which region."""
    by_id = {tile.id: tile for tile in pool}
    placed = {}
    for name, tile_id in wanted.items():
        region = board.region_index.get(name)
        if region is None or region not in in_play:
            regions = [board.regions[i].id for i in in_play]
            raise Unplayable("X2", "{value} is not a region in play", name, regions)
        if tile_id not in by_id:
            raise Unplayable("X2", "there is no region tile {value} to lay", tile_id, by_id)
        placed[region] = by_id[tile_id]
    return placed


def _check_layout(board: Board, in_play: tuple[int, ...], placed: dict[int, RegionTile]) -> None:
    missing = [board.regions[i].id for i in in_play if i not in placed]
    if missing:
        raise Unplayable("X2", "no tile is laid in {region}", None, missing, region=missing[0])
    twice = [tile.id for tile, count in Counter(placed.values()).items() if count > 1]
    if twice:
        raise Unplayable("X2", "the region tile {value} lies in two regions", twice[0])


def is_choosing(state: State) -> bool:
    """G1, third way: there are more tiles than regions without one."""
    ready = len(state.region_pool) + len(state.chosen)
    return ready > state.tiles.count(None)


def await_tiles(state: State) -> tuple[Event, ...] | None:
    """G1: first the players choose, then the tiles are placed at random."""
    if is_choosing(state):
        return begin(state, "draft", state.setup.first)
    return (_deal(state.region_pool, state.setup.seed),) if state.region_pool else None


def _deal(tiles: Sequence[RegionTile], seed: int) -> TilesDealt:
    return TilesDealt(Draws(seed, "chosen region tiles").shuffle([tile.id for tile in tiles]))


def choice_orders(state: State) -> Iterator[ChooseTile]:
    for tile in state.region_pool:
        yield ChooseTile(state.mover, tile.id)


def choose_tile(state: State, order: ChooseTile) -> tuple[Event, ...]:
    """G1: the players choose as many tiles as there are regions in play."""
    tile = next((tile for tile in state.region_pool if tile.id == order.tile), None)
    if tile is None:
        raise TileNotToChoose(order.tile, (tile.id for tile in state.region_pool))
    chosen = (*state.chosen, tile)
    last = len(chosen) == state.tiles.count(None)
    event = TileChosen(order.seat, order.tile, next_seat(state), last)
    if not last or state.setup.options.layout == "draft":
        return (event,)
    return (event, _deal(chosen, state.setup.seed if order.seed is None else order.seed))


REGION_TILES = GameExpansion(
    option="region_tiles",
    rules="region-tiles",
    called="more region tiles",
    title="New region tiles",
    samples=(
        OrderSample(
            "turn", "use", TakeTurn(0, use=("route",)), "One link of this turn costs nothing."
        ),
        OrderSample(
            "turn",
            "use",
            TakeTurn(0, use=("development",)),
            "Expand along a chain of links; after the goal you may name the way.",
        ),
        OrderSample(
            "draft",
            "tile",
            ChooseTile(0, "n07"),
            "Choose a region tile, where the players choose them.",
        ),
    ),
    set_up=lay_region_tiles,
    before_towns=await_tiles,
    choices=(
        SetupChoice(
            "draft",
            ChooseTile,
            "a choice of a region tile",
            "G1",
            is_choosing,
            choice_orders,
            choose_tile,
            lambda event: {"tile": event.tile} if isinstance(event, TileChosen) else None,
        ),
    ),
    find_ways=tools.find_ways,
    tile_gain=gain,
    region_scored=region_scored,
    position=lambda state: {"tools": state.tools},
)
