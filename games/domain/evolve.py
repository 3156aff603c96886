"""The table after an event. Records what the event says and judges nothing."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.domain import events, evolve_table
from games.domain.board import DEAREST_LINK, RegionTile
from games.domain.events import Event, by_type
from games.domain.rulesets import RULESETS
from games.domain.state import (
    NEW_GAME,
    NOBODY,
    MutableState,
    RegionScore,
    Setup,
    State,
    freeze,
    plus,
    thaw,
    with_item,
)


def evolve(state: State, event: Event) -> State:
    return replay((event,), state)


def replay(events: Iterable[Event], state: State = NEW_GAME) -> State:
    mutable = thaw(state)
    record(mutable, events)
    return freeze(mutable)


def walk(events: Iterable[Event], state: State = NEW_GAME) -> Iterator[State]:
    """The table after each event."""
    mutable = thaw(state)
    for event in events:
        record(mutable, (event,))
        yield freeze(mutable)


def record(state: MutableState, events: Iterable[Event]) -> None:
    for event in events:
        RECORDERS[type(event)](state, event)
        state.version += 1


def _game_started(state: MutableState, event: events.GameStarted) -> None:
    board = RULESETS[event.ruleset].board
    seats = len(event.seats)
    regions = tuple(board.region_index[region] for region in event.closed_regions)
    closed = sum(board.region_places[region] for region in regions)
    state.board = board
    state.setup = Setup(
        event.ruleset,
        event.seats,
        event.first,
        event.options,
        event.seed,
        closed,
        event.milestones,
    )
    state.to_move = event.first
    state.money = list(event.money)
    state.influence = state.spent = state.dear_links = (0,) * seats
    state.supply = [event.franchises] * seats
    state.present = [0] * seats
    state.bonus = (event.bonus_tiles,) * seats
    state.reserve = (event.reserve,) * seats
    places = range(len(board.places))
    state.owners = [(NOBODY,) if closed >> place & 1 else () for place in places]
    state.sizes = event.sizes
    state.free = (board.towns | board.cities) & ~closed
    state.tiles = event.tiles
    state.markers = (None,) * len(board.regions)
    state.scored = (None,) * len(board.regions)
    state.track = regions
    state.city_pool = event.city_pool
    state.region_pool = event.region_pool
    state.milestones = ((),) * len(event.milestones)
    state.tools = ((),) * seats


def _setup_stage_began(state: MutableState, event: events.SetupStageBegan) -> None:
    if state.status == "boom":
        # Placing the marker names nobody to move next.
        evolve_table.move_on(state, state.mover)
    state.status = event.stage
    state.to_move = event.seat
    state.turn = 1 if event.stage == "playing" else 0


def _tile_chosen(state: MutableState, event: events.TileChosen) -> None:
    tile = _tile_by_id(state.region_pool, event.tile)
    chosen = (*state.chosen, tile)
    left = tuple(other for other in state.region_pool if other != tile)
    state.to_move = event.next
    evolve_table.move_on(state, event.seat)
    state.region_pool = chosen if event.last else left
    state.chosen = () if event.last else chosen


def _tiles_dealt(state: MutableState, event: events.TilesDealt) -> None:
    dealt = iter(event.tiles)
    state.tiles = tuple(tile or _tile_by_id(state.region_pool, next(dealt)) for tile in state.tiles)
    state.region_pool = ()


def _tile_placed(state: MutableState, event: events.TilePlaced) -> None:
    state.to_move = event.next
    evolve_table.move_on(state, event.seat)
    if isinstance(event.tile, int):
        pool = list(state.city_pool)
        pool.remove(event.tile)
        state.city_pool = tuple(pool)
        state.sizes = with_item(state.sizes, state.board.index[event.where], event.tile)
        return
    laid = _tile_by_id(state.region_pool, event.tile)
    state.tiles = with_item(state.tiles, state.board.region_index[event.where], laid)
    state.region_pool = tuple(tile for tile in state.region_pool if tile != laid)


def _tile_by_id(tiles: tuple[RegionTile, ...], tile_id: str) -> RegionTile:
    return next(tile for tile in tiles if tile.id == tile_id)


def _town_chosen(state: MutableState, event: events.TownChosen) -> None:
    if state.status == "towns":
        _begin_turn(state)
    _open_franchise(state, event.seat, state.board.index[event.town])
    state.to_move = event.next
    evolve_table.move_on(state, event.seat)


def _begin_turn(state: MutableState) -> None:
    """With a turn's first event, so that what was settled around the table since is kept."""
    starts = state.turn_starts
    if not starts or not _is_same_turn(starts[-1], state):
        state.turn_starts = ()
        state.turn_starts = (*starts, freeze(state))


def _is_same_turn(one: State, other: MutableState) -> bool:
    """Choices of the set-up are turns too, all of them before the first."""
    return one.turn == other.turn and one.to_move == other.to_move and one.status == other.status


def _boom_moved(state: MutableState, event: events.BoomMoved) -> None:
    _begin_turn(state)
    state.boom = state.board.index[event.city]


def _time_ran_out(state: MutableState, event: events.TimeRanOut) -> None:
    if state.status in ("towns", "playing"):
        _begin_turn(state)
    evolve_table.lose_turn_to_clock(state, event.seat)


def _income_collected(state: MutableState, event: events.IncomeCollected) -> None:
    _begin_turn(state)
    state.money[event.seat] += event.amount


def _bonus_tile_spent(state: MutableState, event: events.BonusTileSpent) -> None:
    state.money[event.seat] += event.amount
    state.bonus = plus(state.bonus, event.seat, -1)
    state.spent = plus(state.spent, event.seat, 1)


def _tool_spent(state: MutableState, event: events.ToolSpent) -> None:
    left = tuple(tool for tool in state.tools[event.seat] if tool != event.tool)
    state.tools = with_item(state.tools, event.seat, left)


def _expanded(state: MutableState, event: events.Expanded) -> None:
    state.money[event.seat] -= event.cost
    state.expanding.append(state.board.index[event.place])
    if DEAREST_LINK in event.links:
        dear = event.links.count(DEAREST_LINK)
        state.dear_links = plus(state.dear_links, event.seat, dear)


def _market_share_increased(state: MutableState, event: events.MarketShareIncreased) -> None:
    state.money[event.seat] -= event.cost
    state.supply[event.seat] -= 1
    state.centre.append(state.board.index[event.city])


def _franchise_opened(state: MutableState, event: events.FranchiseOpened) -> None:
    place = state.board.index[event.place]
    if place in state.expanding:
        state.expanding.remove(place)
        _open_franchise(state, event.seat, place)
    else:
        state.centre.remove(place)
        state.owners[place] += (event.seat,)


def _open_franchise(state: MutableState, seat: int, place: int) -> None:
    """A franchise from the supply, in a place where the seat had none."""
    bit = 1 << place
    state.supply[seat] -= 1
    state.owners[place] += (seat,)
    state.present[seat] |= bit
    if state.board.towns & bit:
        state.free ^= bit


def _city_scored(state: MutableState, event: events.CityScored) -> None:
    place, winner = state.board.index[event.city], event.winner
    owners = state.owners[place]
    if event.taken_back:
        state.owners[place] = keep_one(owners, winner)
    state.influence = plus(state.influence, winner, event.influence)
    state.supply[winner] += event.taken_back
    state.free &= ~(1 << place)


def keep_one(owners: tuple[int, ...], winner: int) -> tuple[int, ...]:
    """The franchises of a city after the winner took back all but the first."""
    stay = [owner for owner in owners if owner != winner]
    stay.insert(owners.index(winner), winner)
    return tuple(stay)


def _region_marked(state: MutableState, event: events.RegionMarked) -> None:
    region = state.board.region_index[event.region]
    state.markers = with_item(state.markers, region, event.seat)
    state.supply[event.seat] -= event.franchise


def _region_scored(state: MutableState, event: events.RegionScored) -> None:
    region = state.board.region_index[event.region]
    state.influence = plus(state.influence, event.seat, event.influence)
    for share in event.shares:
        state.influence = plus(state.influence, share.seat, share.influence)
        state.money[share.seat] += share.dollars
    first = event.shares[0].seat
    if event.bonus_tile_back:
        state.bonus = plus(state.bonus, first, 1)
        state.spent = plus(state.spent, first, -1)
    if event.takes:
        state.tools = with_item(state.tools, first, (*state.tools[first], event.takes))
    scored = RegionScore(event.seat, event.space, event.influence, event.shares)
    state.scored = with_item(state.scored, region, scored)
    state.track += (region,)


def _dear_link_marked(state: MutableState, event: events.DearLinkMarked) -> None:
    if event.franchise:
        state.supply[event.seat] -= 1
        state.dear_marks = (*state.dear_marks, event.seat)


def _milestone_reached(state: MutableState, event: events.MilestoneReached) -> None:
    tile = state.setup.milestones.index(event.milestone)
    state.supply[event.seat] -= event.franchise
    state.bonus = plus(state.bonus, event.seat, 1)
    state.reserve = plus(state.reserve, event.seat, -1)
    holders = (*state.milestones[tile], event.seat)
    state.milestones = with_item(state.milestones, tile, holders)


def _turn_ended(state: MutableState, event: events.TurnEnded) -> None:
    state.turn += 1
    state.to_move = event.next
    state.still = event.still
    evolve_table.move_on(state, event.seat)


def _game_ended(state: MutableState, event: events.GameEnded) -> None:
    state.status = "ended"
    state.to_move = None
    state.influence = tuple([final.influence for final in event.final])
    state.winners = event.winners
    state.final = event.final


Recorder = Callable[[MutableState, Any], None]
RECORDERS: dict[type[Event], Recorder] = by_type(
    GameCreated=evolve_table.game_created,
    SeatTaken=evolve_table.seat_taken,
    SeatLeft=evolve_table.seat_left,
    PlayerInvited=evolve_table.leave_as_it_is,
    GameStarted=_game_started,
    SetupStageBegan=_setup_stage_began,
    TileChosen=_tile_chosen,
    TilesDealt=_tiles_dealt,
    TilePlaced=_tile_placed,
    TownChosen=_town_chosen,
    BoomMoved=_boom_moved,
    TimeRanOut=_time_ran_out,
    IncomeCollected=_income_collected,
    BonusTileSpent=_bonus_tile_spent,
    ToolSpent=_tool_spent,
    Expanded=_expanded,
    MarketShareIncreased=_market_share_increased,
    FranchiseOpened=_franchise_opened,
    CityScored=_city_scored,
    RegionMarked=_region_marked,
    RegionScored=_region_scored,
    DearLinkMarked=_dear_link_marked,
    MilestoneReached=_milestone_reached,
    TurnEnded=_turn_ended,
    TurnTakenBack=evolve_table.turn_taken_back,
    PlayerReplaced=evolve_table.player_replaced,
    DeadlineSet=evolve_table.deadline_set,
    BankOpened=evolve_table.bank_opened,
    BankUsed=evolve_table.bank_used,
    PauseAgreed=evolve_table.pause_agreed,
    PauseWithdrawn=evolve_table.pause_withdrawn,
    PauseEnded=evolve_table.pause_ended,
    RulesetAgreed=evolve_table.ruleset_agreed,
    RulesetWithdrawn=evolve_table.ruleset_withdrawn,
    RulesetChanged=evolve_table.ruleset_changed,
    ComputerWanted=evolve_table.computer_wanted,
    PlayersRenumbered=evolve_table.players_renumbered,
    GameAbandoned=evolve_table.game_abandoned,
    GameEnded=_game_ended,
)
