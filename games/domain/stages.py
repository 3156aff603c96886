"""The stages before the first turn: tile draft, starting towns, Boom marker."""

from collections.abc import Callable
from typing import Literal

from games.domain.board import places_in
from games.domain.chance import Draws
from games.domain.commands import ChooseTile, ChooseTown, PlaceBoom, PlaceCityTile, PlaceRegionTile
from games.domain.errors import (
    BoomCannotStandThere,
    NoSuchTileLeft,
    SpaceNotOpen,
    TileNotToChoose,
    TownNotFree,
    WrongBack,
)
from games.domain.events import (
    BoomMoved,
    Event,
    SetupStageBegan,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TownChosen,
)
from games.domain.evolve import evolve
from games.domain.expansions import boom
from games.domain.expansions.region_tiles import is_choosing
from games.domain.state import State

DraftStep = Literal["city", "choice", "region"]


def next_stage(state: State, seed: int | None = None) -> tuple[Event, ...]:
    """The events up to the next choice of a player."""
    setup = state.setup
    first, seats = setup.first, len(setup.seats)
    drafting = setup.options.layout == "draft"
    if state.city_pool or is_choosing(state) or (state.region_pool and drafting):
        return () if state.status == "draft" else (SetupStageBegan("draft", first),)
    if state.region_pool:
        # G1: the chosen tiles are placed at random.
        ids = [tile.id for tile in state.region_pool]
        chance = setup.seed if seed is None else seed
        dealt = TilesDealt(Draws(chance, "chosen region tiles").shuffle(ids))
        return (dealt, *next_stage(evolve(state, dealt)))
    if not any(state.present):
        if setup.options.introductory:
            return _introductory_towns(state)
        # S5: the player to the right of the first player begins.
        return (SetupStageBegan("towns", (first - 1) % seats),)
    if setup.options.boom and state.boom is None:
        # O1: after the starting towns.
        return (SetupStageBegan("boom", first),)
    return (SetupStageBegan("playing", first),)


def _introductory_towns(state: State) -> tuple[Event, ...]:
    """S6: two given towns each, by turn order."""
    first, seats = state.setup.first, len(state.setup.seats)
    events: list[Event] = []
    for place, towns in enumerate(state.board.introductory_towns[seats]):
        seat = (first + place) % seats
        for town in towns:
            events.append(TownChosen(seat, town, first))
            state = evolve(state, events[-1])
    return (*events, *next_stage(state))


def free_towns(state: State) -> int:
    """S5: those out of play are not free."""
    return state.free & state.board.towns


def choose_town(state: State, order: ChooseTown) -> tuple[Event, ...]:
    board, free = state.board, free_towns(state)
    if not free >> board.index[order.town] & 1:
        raise TownNotFree(order.town, (board.ids[town] for town in places_in(free)))
    # S5: on to the next player counter-clockwise, the first player last.
    seats = len(state.setup.seats)
    chosen = TownChosen(order.seat, order.town, (order.seat - 1) % seats)
    if order.seat != state.setup.first:
        return (chosen,)
    return (chosen, *next_stage(evolve(state, chosen)))


def place_boom(state: State, order: PlaceBoom) -> tuple[Event, ...]:
    board = state.board
    cities = boom.starting_cities(state)
    # O1: beside an unscored city in play.
    if not cities >> board.index[order.city] & 1:
        raise BoomCannotStandThere(order.city, (board.ids[city] for city in places_in(cities)))
    placed = BoomMoved(order.seat, order.city)
    return (placed, *next_stage(evolve(state, placed)))


def draft_step(state: State) -> DraftStep:
    """X3: city tiles first; then which region tiles are in the game; then where they lie."""
    if state.city_pool:
        return "city"
    return "choice" if is_choosing(state) else "region"


def open_cities(state: State) -> tuple[int, ...]:
    return tuple(place for place, size in enumerate(state.sizes) if size == 0)


def fitting_tiles(state: State, city: int) -> tuple[int, ...]:
    """X1: the tiles left, each size once, of the kind that is printed on the space."""
    back = state.board.back(state.board.places[city].spaces)
    return tuple(tile for tile in sorted(set(state.city_pool)) if tile in back)


def open_regions(state: State) -> tuple[int, ...]:
    return tuple(region for region, tile in enumerate(state.tiles) if tile is None)


def place_city_tile(state: State, order: PlaceCityTile) -> tuple[Event, ...]:
    board = state.board
    place = board.index[order.place]
    # X3: each player in turn places one tile, until all lie.
    if order.tile not in state.city_pool:
        raise NoSuchTileLeft(order.tile, sorted(set(state.city_pool)))
    if state.sizes[place]:
        raise SpaceNotOpen(order.place, (board.ids[city] for city in open_cities(state)))
    # X1: a tile of the kind that is printed on the space.
    back = board.back(board.places[place].spaces)
    if order.tile not in back:
        raise WrongBack(order.place, back, tile=order.tile)
    return _with_next_stage(state, lambda to: TilePlaced(order.seat, order.place, order.tile, to))


def place_region_tile(state: State, order: PlaceRegionTile) -> tuple[Event, ...]:
    board = state.board
    if order.tile not in [tile.id for tile in state.region_pool]:
        raise NoSuchTileLeft(order.tile, (tile.id for tile in state.region_pool))
    if state.tiles[board.region_index[order.region]] is not None:
        waiting = (board.regions[region].id for region in open_regions(state))
        raise SpaceNotOpen(order.region, waiting)
    return _with_next_stage(state, lambda to: TilePlaced(order.seat, order.region, order.tile, to))


def choose_tile(state: State, order: ChooseTile) -> tuple[Event, ...]:
    # G1: the players choose as many tiles as there are regions in play.
    if order.tile not in [tile.id for tile in state.region_pool]:
        raise TileNotToChoose(order.tile, (tile.id for tile in state.region_pool))
    last = len(state.chosen) + 1 == len(open_regions(state))
    return _with_next_stage(
        state, lambda to: TileChosen(order.seat, order.tile, to, last), order.seed
    )


def _with_next_stage(
    state: State, make_event: Callable[[int], Event], seed: int | None = None
) -> tuple[Event, ...]:
    event = make_event((state.mover + 1) % len(state.setup.seats))
    return (event, *next_stage(evolve(state, event), seed))
