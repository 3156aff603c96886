"""The table after an event. Records what the event says and judges nothing."""

from collections.abc import Iterable
from typing import TypeVar

from games.domain.board import DEAREST_LINK, RegionTile
from games.domain.events import (
    BonusTileSpent,
    BoomMoved,
    CityScored,
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
from games.domain.evolve_clock import lost_to_the_clock, moved_on
from games.domain.evolve_table import Recorder, TableEvent, table_recorder
from games.domain.state import (
    BOARDS,
    NEW_GAME,
    NOBODY,
    Draft,
    RegionScore,
    Setup,
    State,
    freeze,
    thaw,
)

T = TypeVar("T")


def evolve(state: State, event: Event) -> State:
    return replay((event,), state)


def replay(events: Iterable[Event], state: State = NEW_GAME) -> State:
    draft = thaw(state)
    record(draft, events)
    return freeze(draft)


def record(draft: Draft, events: Iterable[Event]) -> None:
    for event in events:
        recorder = RECORDERS.get(type(event)) or RECORDERS.setdefault(type(event), _recorder(event))
        recorder(draft, event)
        draft.version += 1


RECORDERS: dict[type[Event], Recorder] = {}


def _recorder(event: Event) -> Recorder:  # noqa: C901 - a case an event
    """What records such an event; asked once a type, for a match costs as much as recording."""
    match event:
        case BonusTileSpent():
            return _bonus_tile_spent
        case BoomMoved():
            return _boom_moved
        case CityScored():
            return _city_scored
        case Expanded():
            return _expanded
        case FranchiseOpened():
            return _franchise_opened
        case IncomeCollected():
            return _income_collected
        case MarketShareIncreased():
            return _market_share_increased
        case MilestoneReached():
            return _milestone_reached
        case RegionMarked():
            return _region_marked
        case RegionScored():
            return _region_scored
        case TimeRanOut():
            return _time_ran_out
        case ToolSpent():
            return _tool_spent
        case TurnEnded():
            return _turn_ended
        case _:
            return _setup_recorder(event)


def _setup_recorder(
    event: (
        GameEnded
        | GameStarted
        | SetupStageBegan
        | TileChosen
        | TilePlaced
        | TilesDealt
        | TownChosen
        | TableEvent
    ),
) -> Recorder:
    match event:
        case GameEnded():
            return _game_ended
        case GameStarted():
            return _game_started
        case SetupStageBegan():
            return _stage_began
        case TileChosen():
            return _tile_chosen
        case TilePlaced():
            return _tile_placed
        case TilesDealt():
            return _tiles_dealt
        case TownChosen():
            return _town_chosen
        case _:
            return table_recorder(event)


def with_item(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def plus(numbers: tuple[int, ...], at: int, amount: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[at] += amount
    return tuple(changed)


def _time_ran_out(draft: Draft, event: TimeRanOut) -> None:
    if draft.status == "playing":
        _turn_began(draft, event)
    lost_to_the_clock(draft, event.seat)


def _turn_began(draft: Draft, _: BoomMoved | IncomeCollected | TimeRanOut) -> None:
    """With a turn's first event, so that what was settled around the table since is kept."""
    starts = draft.turn_starts
    if not starts or starts[-1].turn != draft.turn:
        starts.append(freeze(draft, turn_starts=False))


def _game_started(draft: Draft, event: GameStarted) -> None:
    board = BOARDS[event.ruleset]
    seats = len(event.seats)
    regions = tuple(board.region_index[region] for region in event.closed_regions)
    closed = sum(board.region_places[region] for region in regions)
    draft.board = board
    draft.setup = Setup(
        event.ruleset,
        event.seats,
        event.first,
        event.options,
        event.seed,
        closed,
        event.milestones,
    )
    draft.to_move = event.first
    draft.money = list(event.money)
    draft.influence = (0,) * seats
    draft.supply = [event.franchises] * seats
    draft.bonus = (event.bonus_tiles,) * seats
    draft.spent = (0,) * seats
    draft.reserve = (event.reserve,) * seats
    draft.present = [0] * seats
    draft.owners = [(NOBODY,) if closed >> i & 1 else () for i in range(len(board.places))]
    draft.sizes = event.sizes
    draft.free = (board.towns | board.cities) & ~closed
    draft.tiles = event.tiles
    draft.markers = (None,) * len(board.regions)
    draft.scored = (None,) * len(board.regions)
    draft.track = regions
    draft.city_pool = event.city_pool
    draft.region_pool = event.region_pool
    draft.milestones = ((),) * len(event.milestones)
    draft.dear_links = (0,) * seats
    draft.tools = ((),) * seats


def _stage_began(draft: Draft, event: SetupStageBegan) -> None:
    if draft.status == "boom":
        # Placing the marker names nobody to move next.
        moved_on(draft, draft.mover)
    draft.status = event.stage
    draft.to_move = event.seat
    draft.turn = 1 if event.stage == "playing" else 0


def _town_chosen(draft: Draft, event: TownChosen) -> None:
    _opened(draft, event.seat, draft.board.index[event.town])
    draft.to_move = event.next
    moved_on(draft, event.seat)


def _tiles_dealt(draft: Draft, event: TilesDealt) -> None:
    dealt = iter(event.tiles)
    draft.tiles = tuple(tile or _by_id(draft.region_pool, next(dealt)) for tile in draft.tiles)
    draft.region_pool = ()


def _tile_chosen(draft: Draft, event: TileChosen) -> None:
    tile = _by_id(draft.region_pool, event.tile)
    chosen = (*draft.chosen, tile)
    left = tuple(other for other in draft.region_pool if other != tile)
    draft.to_move = event.next
    moved_on(draft, event.seat)
    draft.region_pool = chosen if event.last else left
    draft.chosen = () if event.last else chosen


def _tile_placed(draft: Draft, event: TilePlaced) -> None:
    draft.to_move = event.next
    moved_on(draft, event.seat)
    if isinstance(event.tile, int):
        pool = list(draft.city_pool)
        pool.remove(event.tile)
        draft.city_pool = tuple(pool)
        draft.sizes = with_item(draft.sizes, draft.board.index[event.where], event.tile)
        return
    laid = _by_id(draft.region_pool, event.tile)
    draft.tiles = with_item(draft.tiles, draft.board.region_index[event.where], laid)
    draft.region_pool = tuple(tile for tile in draft.region_pool if tile != laid)


def _by_id(tiles: tuple[RegionTile, ...], tile_id: str) -> RegionTile:
    return next(tile for tile in tiles if tile.id == tile_id)


def _boom_moved(draft: Draft, event: BoomMoved) -> None:
    _turn_began(draft, event)
    draft.boom = draft.board.index[event.city]


def _income_collected(draft: Draft, event: IncomeCollected) -> None:
    _turn_began(draft, event)
    draft.money[event.seat] += event.amount


def _bonus_tile_spent(draft: Draft, event: BonusTileSpent) -> None:
    draft.money[event.seat] += event.amount
    draft.bonus = plus(draft.bonus, event.seat, -1)
    draft.spent = plus(draft.spent, event.seat, 1)


def _tool_spent(draft: Draft, event: ToolSpent) -> None:
    left = tuple(tool for tool in draft.tools[event.seat] if tool != event.tool)
    draft.tools = with_item(draft.tools, event.seat, left)


def _expanded(draft: Draft, event: Expanded) -> None:
    draft.money[event.seat] -= event.cost
    draft.expanding.append(draft.board.index[event.place])
    if DEAREST_LINK in event.links:
        dear = event.links.count(DEAREST_LINK)
        draft.dear_links = plus(draft.dear_links, event.seat, dear)


def _market_share_increased(draft: Draft, event: MarketShareIncreased) -> None:
    draft.money[event.seat] -= event.cost
    draft.supply[event.seat] -= 1
    draft.centre.append(draft.board.index[event.city])


def _franchise_opened(draft: Draft, event: FranchiseOpened) -> None:
    place = draft.board.index[event.place]
    if place in draft.expanding:
        draft.expanding.remove(place)
        _opened(draft, event.seat, place)
    else:
        draft.centre.remove(place)
        draft.owners[place] += (event.seat,)


def _opened(draft: Draft, seat: int, place: int) -> None:
    """A franchise from the supply opens in a place where the seat had none."""
    bit = 1 << place
    draft.supply[seat] -= 1
    draft.owners[place] += (seat,)
    draft.present[seat] |= bit
    if draft.board.towns & bit:
        draft.free ^= bit


def _city_scored(draft: Draft, event: CityScored) -> None:
    place, winner = draft.board.index[event.city], event.winner
    owners = draft.owners[place]
    if event.taken_back:
        stay = [owner for owner in owners if owner != winner]
        stay.insert(owners.index(winner), winner)
        draft.owners[place] = tuple(stay)
    draft.influence = plus(draft.influence, winner, event.influence)
    draft.supply[winner] += event.taken_back
    draft.free &= ~(1 << place)


def _region_marked(draft: Draft, event: RegionMarked) -> None:
    region = draft.board.region_index[event.region]
    draft.markers = with_item(draft.markers, region, event.seat)
    draft.supply[event.seat] -= event.franchise


def _region_scored(draft: Draft, event: RegionScored) -> None:
    region = draft.board.region_index[event.region]
    influence = list(draft.influence)
    influence[event.seat] += event.influence
    for share in event.shares:
        influence[share.seat] += share.influence
        draft.money[share.seat] += share.dollars
    draft.influence = tuple(influence)
    first = event.shares[0].seat
    if event.bonus_tile_back:
        draft.bonus = plus(draft.bonus, first, 1)
        draft.spent = plus(draft.spent, first, -1)
    if event.takes:
        draft.tools = with_item(draft.tools, first, (*draft.tools[first], event.takes))
    scored = RegionScore(event.seat, event.space, event.influence, event.shares)
    draft.scored = with_item(draft.scored, region, scored)
    draft.track += (region,)


def _milestone_reached(draft: Draft, event: MilestoneReached) -> None:
    tile = draft.setup.milestones.index(event.milestone)
    draft.supply[event.seat] -= event.franchise
    draft.bonus = plus(draft.bonus, event.seat, 1)
    draft.reserve = plus(draft.reserve, event.seat, -1)
    holders = (*draft.milestones[tile], event.seat)
    draft.milestones = with_item(draft.milestones, tile, holders)


def _turn_ended(draft: Draft, event: TurnEnded) -> None:
    draft.turn += 1
    draft.to_move = event.next
    draft.still = event.still
    moved_on(draft, event.seat)


def _game_ended(draft: Draft, event: GameEnded) -> None:
    draft.status = "ended"
    draft.to_move = None
    draft.influence = tuple([final.influence for final in event.final])
    draft.winners = event.winners
    draft.final = event.final
