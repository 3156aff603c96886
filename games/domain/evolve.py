"""The table after an event. Records what the event says and judges nothing."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.domain import events, evolve_table
from games.domain.board import DEAREST_LINK, RegionTile
from games.domain.events import ByEvent, Event, by_type
from games.domain.state import (
    BOARDS,
    NEW_GAME,
    NOBODY,
    Draft,
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
    draft = thaw(state)
    record(draft, events)
    return freeze(draft)


def walk(events: Iterable[Event], state: State = NEW_GAME) -> Iterator[State]:
    """The table after each event."""
    draft = thaw(state)
    for event in events:
        record(draft, (event,))
        yield freeze(draft)


def record(draft: Draft, events: Iterable[Event]) -> None:
    for event in events:
        RECORDERS[type(event)](draft, event)
        draft.version += 1


def _game_started(draft: Draft, event: events.GameStarted) -> None:
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
    draft.influence = draft.spent = draft.dear_links = (0,) * seats
    draft.supply = [event.franchises] * seats
    draft.present = [0] * seats
    draft.bonus = (event.bonus_tiles,) * seats
    draft.reserve = (event.reserve,) * seats
    places = range(len(board.places))
    draft.owners = [(NOBODY,) if closed >> place & 1 else () for place in places]
    draft.sizes = event.sizes
    draft.free = (board.towns | board.cities) & ~closed
    draft.tiles = event.tiles
    draft.markers = (None,) * len(board.regions)
    draft.scored = (None,) * len(board.regions)
    draft.track = regions
    draft.city_pool = event.city_pool
    draft.region_pool = event.region_pool
    draft.milestones = ((),) * len(event.milestones)
    draft.tools = ((),) * seats


def _setup_stage_began(draft: Draft, event: events.SetupStageBegan) -> None:
    if draft.status == "boom":
        # Placing the marker names nobody to move next.
        evolve_table.move_on(draft, draft.mover)
    draft.status = event.stage
    draft.to_move = event.seat
    draft.turn = 1 if event.stage == "playing" else 0


def _tile_chosen(draft: Draft, event: events.TileChosen) -> None:
    tile = _tile_by_id(draft.region_pool, event.tile)
    chosen = (*draft.chosen, tile)
    left = tuple(other for other in draft.region_pool if other != tile)
    draft.to_move = event.next
    evolve_table.move_on(draft, event.seat)
    draft.region_pool = chosen if event.last else left
    draft.chosen = () if event.last else chosen


def _tiles_dealt(draft: Draft, event: events.TilesDealt) -> None:
    dealt = iter(event.tiles)
    draft.tiles = tuple(tile or _tile_by_id(draft.region_pool, next(dealt)) for tile in draft.tiles)
    draft.region_pool = ()


def _tile_placed(draft: Draft, event: events.TilePlaced) -> None:
    draft.to_move = event.next
    evolve_table.move_on(draft, event.seat)
    if isinstance(event.tile, int):
        pool = list(draft.city_pool)
        pool.remove(event.tile)
        draft.city_pool = tuple(pool)
        draft.sizes = with_item(draft.sizes, draft.board.index[event.where], event.tile)
        return
    laid = _tile_by_id(draft.region_pool, event.tile)
    draft.tiles = with_item(draft.tiles, draft.board.region_index[event.where], laid)
    draft.region_pool = tuple(tile for tile in draft.region_pool if tile != laid)


def _tile_by_id(tiles: tuple[RegionTile, ...], tile_id: str) -> RegionTile:
    return next(tile for tile in tiles if tile.id == tile_id)


def _town_chosen(draft: Draft, event: events.TownChosen) -> None:
    _open_franchise(draft, event.seat, draft.board.index[event.town])
    draft.to_move = event.next
    evolve_table.move_on(draft, event.seat)


def _begin_turn(draft: Draft) -> None:
    """With a turn's first event, so that what was settled around the table since is kept."""
    starts = draft.turn_starts
    if not starts or starts[-1].turn != draft.turn:
        draft.turn_starts = []
        starts.append(freeze(draft))
        draft.turn_starts = starts


def _boom_moved(draft: Draft, event: events.BoomMoved) -> None:
    _begin_turn(draft)
    draft.boom = draft.board.index[event.city]


def _time_ran_out(draft: Draft, event: events.TimeRanOut) -> None:
    if draft.status == "playing":
        _begin_turn(draft)
    evolve_table.lose_turn_to_clock(draft, event.seat)


def _income_collected(draft: Draft, event: events.IncomeCollected) -> None:
    _begin_turn(draft)
    draft.money[event.seat] += event.amount


def _bonus_tile_spent(draft: Draft, event: events.BonusTileSpent) -> None:
    draft.money[event.seat] += event.amount
    draft.bonus = plus(draft.bonus, event.seat, -1)
    draft.spent = plus(draft.spent, event.seat, 1)


def _tool_spent(draft: Draft, event: events.ToolSpent) -> None:
    left = tuple(tool for tool in draft.tools[event.seat] if tool != event.tool)
    draft.tools = with_item(draft.tools, event.seat, left)


def _expanded(draft: Draft, event: events.Expanded) -> None:
    draft.money[event.seat] -= event.cost
    draft.expanding.append(draft.board.index[event.place])
    if DEAREST_LINK in event.links:
        dear = event.links.count(DEAREST_LINK)
        draft.dear_links = plus(draft.dear_links, event.seat, dear)


def _market_share_increased(draft: Draft, event: events.MarketShareIncreased) -> None:
    draft.money[event.seat] -= event.cost
    draft.supply[event.seat] -= 1
    draft.centre.append(draft.board.index[event.city])


def _franchise_opened(draft: Draft, event: events.FranchiseOpened) -> None:
    place = draft.board.index[event.place]
    if place in draft.expanding:
        draft.expanding.remove(place)
        _open_franchise(draft, event.seat, place)
    else:
        draft.centre.remove(place)
        draft.owners[place] += (event.seat,)


def _open_franchise(draft: Draft, seat: int, place: int) -> None:
    """A franchise from the supply, in a place where the seat had none."""
    bit = 1 << place
    draft.supply[seat] -= 1
    draft.owners[place] += (seat,)
    draft.present[seat] |= bit
    if draft.board.towns & bit:
        draft.free ^= bit


def _city_scored(draft: Draft, event: events.CityScored) -> None:
    place, winner = draft.board.index[event.city], event.winner
    owners = draft.owners[place]
    if event.taken_back:
        stay = [owner for owner in owners if owner != winner]
        stay.insert(owners.index(winner), winner)
        draft.owners[place] = tuple(stay)
    draft.influence = plus(draft.influence, winner, event.influence)
    draft.supply[winner] += event.taken_back
    draft.free &= ~(1 << place)


def _region_marked(draft: Draft, event: events.RegionMarked) -> None:
    region = draft.board.region_index[event.region]
    draft.markers = with_item(draft.markers, region, event.seat)
    draft.supply[event.seat] -= event.franchise


def _region_scored(draft: Draft, event: events.RegionScored) -> None:
    region = draft.board.region_index[event.region]
    draft.influence = plus(draft.influence, event.seat, event.influence)
    for share in event.shares:
        draft.influence = plus(draft.influence, share.seat, share.influence)
        draft.money[share.seat] += share.dollars
    first = event.shares[0].seat
    if event.bonus_tile_back:
        draft.bonus = plus(draft.bonus, first, 1)
        draft.spent = plus(draft.spent, first, -1)
    if event.takes:
        draft.tools = with_item(draft.tools, first, (*draft.tools[first], event.takes))
    scored = RegionScore(event.seat, event.space, event.influence, event.shares)
    draft.scored = with_item(draft.scored, region, scored)
    draft.track += (region,)


def _milestone_reached(draft: Draft, event: events.MilestoneReached) -> None:
    tile = draft.setup.milestones.index(event.milestone)
    draft.supply[event.seat] -= event.franchise
    draft.bonus = plus(draft.bonus, event.seat, 1)
    draft.reserve = plus(draft.reserve, event.seat, -1)
    holders = (*draft.milestones[tile], event.seat)
    draft.milestones = with_item(draft.milestones, tile, holders)


def _turn_ended(draft: Draft, event: events.TurnEnded) -> None:
    draft.turn += 1
    draft.to_move = event.next
    draft.still = event.still
    evolve_table.move_on(draft, event.seat)


def _game_ended(draft: Draft, event: events.GameEnded) -> None:
    draft.status = "ended"
    draft.to_move = None
    draft.influence = tuple([final.influence for final in event.final])
    draft.winners = event.winners
    draft.final = event.final


Recorder = Callable[[Draft, Any], None]
RECORDERS = by_type(
    ByEvent[Recorder](
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
        PlayersRenumbered=evolve_table.players_renumbered,
        GameAbandoned=evolve_table.game_abandoned,
        GameEnded=_game_ended,
    )
)
