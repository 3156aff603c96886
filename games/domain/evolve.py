"""The table after an event. Records what the event says and judges nothing."""

from collections.abc import Iterable
from typing import TypeVar

from msgspec.structs import replace

from games.domain.board import DEAREST_LINK, RegionTile
from games.domain.events import (
    BonusTileSpent,
    BoomMoved,
    CityScored,
    DeadlineSet,
    Event,
    Expanded,
    FranchiseOpened,
    GameEnded,
    GameStarted,
    IncomeCollected,
    MarketShareIncreased,
    MilestoneReached,
    RegionMarked,
    RegionScored,
    SetupStageBegan,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TimeRanOut,
    ToolSpent,
    TownChosen,
    TurnEnded,
)
from games.domain.evolve_table import TableEvent, evolve_table, turn_began
from games.domain.state import BOARDS, NEW_GAME, NOBODY, Scored, Setup, State

T = TypeVar("T")


def replay(events: Iterable[Event], state: State = NEW_GAME) -> State:
    for event in events:
        state = evolve(state, event)
    return state


def evolve(state: State, event: Event) -> State:  # noqa: C901 - a case an event, the frequent ones first
    match event:
        case FranchiseOpened():
            return _franchise_opened(state, event)
        case MarketShareIncreased():
            return _market_share_increased(state, event)
        case TurnEnded():
            return _turn_ended(state, event)
        case IncomeCollected():
            return _paid(state, event.seat, -event.amount)
        case Expanded():
            return _expanded(state, event)
        case CityScored():
            return _city_scored(state, event)
        case DeadlineSet():
            return evolve_table(state, event)
        case RegionMarked():
            return _region_marked(state, event)
        case BonusTileSpent():
            return _bonus_tile_spent(state, event)
        case RegionScored():
            return _region_scored(state, event)
        case MilestoneReached():
            return _milestone_reached(state, event)
        case ToolSpent():
            return _tool_spent(state, event)
        case BoomMoved():
            boom = state.board.index[event.city]
            return replace(state, version=state.version + 1, boom=boom)
        case TimeRanOut():
            return replace(state, version=state.version + 1)
        case _:
            return _evolve_setup(state, event)


def _evolve_setup(
    state: State,
    event: (
        GameStarted
        | SetupStageBegan
        | TileChosen
        | TilesDealt
        | TilePlaced
        | TownChosen
        | GameEnded
        | TableEvent
    ),
) -> State:
    match event:
        case GameStarted():
            return _game_started(state, event)
        case SetupStageBegan():
            return _stage_began(state, event)
        case TownChosen():
            return _town_chosen(state, event)
        case TileChosen():
            return _tile_chosen(state, event)
        case TilesDealt():
            return _tiles_dealt(state, event)
        case TilePlaced():
            return _tile_placed(state, event)
        case GameEnded():
            return _game_ended(state, event)
        case _:
            return evolve_table(state, event)


def with_item(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def plus(numbers: tuple[int, ...], at: int, amount: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[at] += amount
    return tuple(changed)


def _paid(state: State, seat: int, cost: int) -> State:
    return replace(state, version=state.version + 1, money=plus(state.money, seat, -cost))


def _game_started(state: State, event: GameStarted) -> State:
    board = BOARDS[event.ruleset]
    seats = len(event.seats)
    regions = tuple(board.region_index[region] for region in event.closed_regions)
    closed = sum(board.region_places[region] for region in regions)
    nothing = (0,) * seats
    return replace(
        state,
        version=state.version + 1,
        setup=Setup(
            event.ruleset,
            event.seats,
            event.first,
            event.options,
            event.seed,
            closed,
            event.milestones,
        ),
        to_move=event.first,
        money=event.money,
        influence=nothing,
        supply=(event.franchises,) * seats,
        bonus=(event.bonus_tiles,) * seats,
        spent=nothing,
        reserve=(event.reserve,) * seats,
        present=nothing,
        owners=tuple((NOBODY,) if closed >> i & 1 else () for i in range(len(board.places))),
        sizes=event.sizes,
        free=(board.towns | board.cities) & ~closed,
        tiles=event.tiles,
        markers=(None,) * len(board.regions),
        scored=(None,) * len(board.regions),
        track=regions,
        city_pool=event.city_pool,
        region_pool=event.region_pool,
        milestones=((),) * len(event.milestones),
        dear_links=nothing,
        tools=((),) * seats,
    )


def _stage_began(state: State, event: SetupStageBegan) -> State:
    playing = event.stage == "playing"
    began = replace(
        state,
        version=state.version + 1,
        status=event.stage,
        to_move=event.seat,
        turn=1 if playing else 0,
    )
    return turn_began(began) if playing else began


def _town_chosen(state: State, event: TownChosen) -> State:
    town = state.board.index[event.town]
    return _opened(state, event.seat, town, to_move=event.next)


def _tile_chosen(state: State, event: TileChosen) -> State:
    tile = _by_id(state.region_pool, event.tile)
    chosen = (*state.chosen, tile)
    left = tuple(other for other in state.region_pool if other != tile)
    return replace(
        state,
        version=state.version + 1,
        to_move=event.next,
        region_pool=chosen if event.last else left,
        chosen=() if event.last else chosen,
    )


def _tiles_dealt(state: State, event: TilesDealt) -> State:
    dealt = iter(event.tiles)
    return replace(
        state,
        version=state.version + 1,
        tiles=tuple(tile or _by_id(state.region_pool, next(dealt)) for tile in state.tiles),
        region_pool=(),
    )


def _tile_placed(state: State, event: TilePlaced) -> State:
    if isinstance(event.tile, int):
        pool = list(state.city_pool)
        pool.remove(event.tile)
        place = state.board.index[event.where]
        return replace(
            state,
            version=state.version + 1,
            to_move=event.next,
            sizes=with_item(state.sizes, place, event.tile),
            city_pool=tuple(pool),
        )
    laid = _by_id(state.region_pool, event.tile)
    return replace(
        state,
        version=state.version + 1,
        to_move=event.next,
        tiles=with_item(state.tiles, state.board.region_index[event.where], laid),
        region_pool=tuple(tile for tile in state.region_pool if tile != laid),
    )


def _by_id(tiles: tuple[RegionTile, ...], tile_id: str) -> RegionTile:
    return next(tile for tile in tiles if tile.id == tile_id)


def _bonus_tile_spent(state: State, event: BonusTileSpent) -> State:
    return replace(
        state,
        version=state.version + 1,
        money=plus(state.money, event.seat, event.amount),
        bonus=plus(state.bonus, event.seat, -1),
        spent=plus(state.spent, event.seat, 1),
    )


def _tool_spent(state: State, event: ToolSpent) -> State:
    left = tuple(tool for tool in state.tools[event.seat] if tool != event.tool)
    return replace(state, version=state.version + 1, tools=with_item(state.tools, event.seat, left))


def _expanded(state: State, event: Expanded) -> State:
    return replace(
        state,
        version=state.version + 1,
        money=plus(state.money, event.seat, -event.cost),
        expanding=(*state.expanding, state.board.index[event.place]),
        dear_links=plus(state.dear_links, event.seat, event.links.count(DEAREST_LINK)),
    )


def _market_share_increased(state: State, event: MarketShareIncreased) -> State:
    return replace(
        state,
        version=state.version + 1,
        money=plus(state.money, event.seat, -event.cost),
        supply=plus(state.supply, event.seat, -1),
        centre=(*state.centre, state.board.index[event.city]),
    )


def _franchise_opened(state: State, event: FranchiseOpened) -> State:
    place = state.board.index[event.place]
    if place in state.expanding:
        expanding = tuple([other for other in state.expanding if other != place])
        return _opened(state, event.seat, place, expanding=expanding)
    waiting = list(state.centre)
    waiting.remove(place)
    owners = with_item(state.owners, place, (*state.owners[place], event.seat))
    return replace(state, version=state.version + 1, owners=owners, centre=tuple(waiting))


def _opened(state: State, seat: int, place: int, **changes: object) -> State:
    """A franchise from the supply opens in a place where the seat had none."""
    bit = 1 << place
    return replace(
        state,
        version=state.version + 1,
        supply=plus(state.supply, seat, -1),
        owners=with_item(state.owners, place, (*state.owners[place], seat)),
        present=with_item(state.present, seat, state.present[seat] | bit),
        free=state.free & ~(bit & state.board.towns),
        **changes,
    )


def _city_scored(state: State, event: CityScored) -> State:
    place = state.board.index[event.city]
    owners = state.owners[place]
    kept = owners.index(event.winner)
    stay = tuple(owner for i, owner in enumerate(owners) if owner != event.winner or i == kept)
    return replace(
        state,
        version=state.version + 1,
        influence=plus(state.influence, event.winner, event.influence),
        supply=plus(state.supply, event.winner, event.taken_back),
        owners=with_item(state.owners, place, stay),
        free=state.free & ~(1 << place),
    )


def _region_marked(state: State, event: RegionMarked) -> State:
    region = state.board.region_index[event.region]
    return replace(
        state,
        version=state.version + 1,
        markers=with_item(state.markers, region, event.seat),
        supply=plus(state.supply, event.seat, -event.franchise),
    )


def _region_scored(state: State, event: RegionScored) -> State:
    region = state.board.region_index[event.region]
    influence, money = list(state.influence), list(state.money)
    influence[event.seat] += event.influence
    for share in event.shares:
        influence[share.seat] += share.influence
        money[share.seat] += share.dollars
    first = event.shares[0].seat
    back = 1 if event.bonus_tile_back else 0
    taken = (*state.tools[first], event.takes) if event.takes else state.tools[first]
    return replace(
        state,
        version=state.version + 1,
        influence=tuple(influence),
        money=tuple(money),
        bonus=plus(state.bonus, first, back),
        spent=plus(state.spent, first, -back),
        tools=with_item(state.tools, first, taken),
        scored=with_item(
            state.scored,
            region,
            Scored(event.seat, event.space, event.influence, event.shares),
        ),
        track=(*state.track, region),
    )


def _milestone_reached(state: State, event: MilestoneReached) -> State:
    tile = state.setup.milestones.index(event.milestone)
    return replace(
        state,
        version=state.version + 1,
        supply=plus(state.supply, event.seat, -event.franchise),
        bonus=plus(state.bonus, event.seat, 1),
        reserve=plus(state.reserve, event.seat, -1),
        milestones=with_item(state.milestones, tile, (*state.milestones[tile], event.seat)),
    )


def _turn_ended(state: State, event: TurnEnded) -> State:
    return turn_began(
        replace(
            state,
            version=state.version + 1,
            turn=state.turn + 1,
            to_move=event.next,
            still=event.still,
        )
    )


def _game_ended(state: State, event: GameEnded) -> State:
    return replace(
        state,
        version=state.version + 1,
        status="ended",
        to_move=None,
        influence=tuple(final.influence for final in event.final),
        winners=event.winners,
        final=event.final,
    )
