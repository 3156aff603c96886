"""A whole turn, phase by phase. Every rule of a turn is judged here, in the order of play."""

from typing import cast

from games.domain import errors, events
from games.domain.board import Way, places_in
from games.domain.commands import Expansion, RunOutOfTime, TakeTurn
from games.domain.events import EndReason, Event
from games.domain.evolve import record
from games.domain.expanding import affordable_places, far_places, find_way
from games.domain.expansions import boom, milestones, region_tiles
from games.domain.income import empty_spaces, income_for
from games.domain.scoring import (
    city_outcome,
    complete_regions,
    final_scores,
    region_shares,
    winners,
)
from games.domain.state import State, freeze, thaw

CASH = 10
INCREASE_COST = 1
Judgement = tuple[tuple[Event, ...], State]
"""The events of a command, and the table after them."""


class Turn:
    """A turn under way: its events so far and the table after them."""

    def __init__(self, state: State, seat: int) -> None:
        self.draft = thaw(state)
        # To read; it changes with the draft.
        self.state = cast("State", self.draft)
        self.seat = seat
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
        record(self.draft, (event,))

    def judgement(self) -> Judgement:
        return tuple(self.events), freeze(self.draft)

    def notice_milestones(self, since: int) -> None:
        """M3: at once, for all players; a city just filled or won is scored by then."""
        if self.state.milestones:
            step = self.events[since:]
            for event in tuple(milestones.milestone_events(self.state, step, self.seat)):
                self.add(event)


def take_turn(state: State, order: TakeTurn) -> Judgement:
    turn = Turn(state, order.seat)
    _check_bonus(state, order)
    if order.boom is not None:
        _move_boom(turn, order.boom)
    _collect_income(turn)
    if order.bonus == "cash":
        # B4: $10 at any time of the turn, so also before paying.
        turn.add(events.BonusTileSpent(order.seat, "cash", CASH))
    if order.expand or order.use:
        _expand(turn, order)
    if order.increase or order.bonus == "share":
        _increase(turn, order)
    _open_franchises(turn, order)
    _score_regions(turn, order)
    _end_turn(turn, _seats_without_expansion(state, order))
    return turn.judgement()


def run_out_of_time(state: State, order: RunOutOfTime) -> Judgement:
    """T20: a turn passed only because its time ran out neither counts nor breaks the row."""
    turn = Turn(state, order.seat)
    turn.add(events.TimeRanOut(order.seat))
    _collect_income(turn)
    _end_turn(turn, state.still)
    return turn.judgement()


def _seats_without_expansion(state: State, order: TakeTurn) -> tuple[int, ...]:
    """T20: who has not expanded is counted until somebody does."""
    if order.expand:
        return ()
    return state.still if order.seat in state.still else (*state.still, order.seat)


def in_first_round(state: State) -> bool:
    return state.turn <= len(state.money)


def may_use_bonus(state: State, seat: int) -> bool:
    """B1: one a turn, not in a player's first; everybody's first turn is in the first round."""
    return state.bonus[seat] > 0 and not in_first_round(state)


def _check_bonus(state: State, order: TakeTurn) -> None:
    if order.bonus is not None and not may_use_bonus(state, order.seat):
        if in_first_round(state):
            raise errors.NoBonusInFirstTurn(order.bonus)
        raise errors.NoBonusTile(order.bonus)
    # B2: a second expansion is what the bonus tile buys.
    if len(order.expand) > 2:
        raise errors.TooManyExpansions(len(order.expand))
    if len(order.expand) == 2 and order.bonus != "expand":
        raise errors.SecondExpansionNeedsBonus(order.expand[1].to)
    if order.bonus == "expand" and len(order.expand) < 2:
        raise errors.BonusNeedsSecondExpansion(len(order.expand))
    # B3: a double market share is what the bonus tile buys.
    if order.double is not None and order.bonus != "share":
        raise errors.DoubleNeedsBonus(order.double)
    if order.bonus == "share" and order.double is None:
        raise errors.BonusNeedsDouble(None, order.increase)


def _move_boom(turn: Turn, city: str) -> None:
    state = turn.state
    if state.boom is None:
        raise errors.NoBoomInThisGame(city)
    # O2: left where it is, or moved to a directly connected city.
    place = state.board.index[city]
    if place == state.boom:
        return
    targets = boom.reachable_cities(state, state.boom)
    if not targets >> place & 1:
        raise errors.BoomCannotReach(
            city, (state.board.ids[target] for target in places_in(targets))
        )
    turn.add(events.BoomMoved(turn.seat, city))


def _collect_income(turn: Turn) -> None:
    spaces = empty_spaces(turn.state, turn.seat, turn.state.boom)
    turn.add(events.IncomeCollected(turn.seat, spaces, income_for(turn.state, spaces)))


def _expand(turn: Turn, order: TakeTurn) -> None:
    state, seat = turn.state, turn.seat
    if order.use is not None:
        # G2: held since an earlier turn, once, and in phase 2.
        if order.use not in state.tools[seat]:
            raise errors.NotYourTool(order.use, state.tools[seat])
        if not order.expand:
            raise errors.ToolNeedsExpansion(order.use)
    ways = _ways(state, order)
    if order.use is not None:
        turn.add(events.ToolSpent(seat, order.use))
    # G2: the Route tile makes one link free; the dearest is what any player would choose.
    free = max(link for way in ways for link in way.links) if order.use == "route" else 0
    for number, (wish, way) in enumerate(zip(order.expand, ways, strict=True), 1):
        if number == 2:
            turn.add(events.BonusTileSpent(seat, "expand"))
        cost = way.cost
        if free in way.links:
            cost, free = cost - free, 0
        money = turn.state.money[seat]
        # T4: paid to the bank at once; nobody can go into debt.
        if cost > money:
            raise errors.CannotPay(
                wish.to, affordable_places(state, seat, money), cost=cost, money=money
            )
        # P1: a marker stands for a franchise of the supply.
        if turn.state.spare(seat) <= 0:
            raise errors.SupplyEmpty(wish.to)
        turn.add(events.Expanded(seat, wish.to, way.path, way.links, cost))
        turn.notice_milestones(len(turn.events) - 1)


def _ways(state: State, order: TakeTurn) -> list[Way]:
    wishes = order.expand
    # B2: the second expansion goes to another place than the first.
    if len(wishes) == 2 and wishes[0].to == wishes[1].to:
        raise errors.SamePlaceTwice(wishes[1].to)
    developing = _developing_expansion(state, order) if order.use == "development" else None
    return [find_way(state, order.seat, wish, developing=wish is developing) for wish in wishes]


def _developing_expansion(state: State, order: TakeTurn) -> Expansion:
    """G2: the expansion that needs the Development tile, else the first one."""
    far = far_places(state, order.seat)
    index = state.board.index
    return next((wish for wish in order.expand if far >> index[wish.to] & 1), order.expand[0])


def growing_cities(state: State, seat: int) -> int:
    """T5: each unscored city with an own franchise; a marker of this turn is none yet."""
    return state.present[seat] & state.free


def has_room_for_double(state: State, city: int) -> bool:
    """B3: for the increase and for the double."""
    return state.sizes[city] - len(state.owners[city]) >= 2


def _increase(turn: Turn, order: TakeTurn) -> None:
    state, seat, board = turn.state, turn.seat, turn.state.board
    growing = growing_cities(state, seat)
    for i, city in enumerate(order.increase):
        if not growing >> board.index[city] & 1:
            raise errors.CannotIncrease(city, (board.ids[place] for place in places_in(growing)))
        if city in order.increase[:i]:
            raise errors.IncreasedTwice(city)
        if turn.state.money[seat] < INCREASE_COST:
            raise errors.CannotPayIncrease(city)
        _add_to_centre(turn, city, INCREASE_COST)
    if order.double is not None:
        _double(turn, order, order.double)


def _double(turn: Turn, order: TakeTurn, city: str) -> None:
    """B3: one more, free, where this turn already put one and two spaces are empty."""
    state = turn.state
    if city not in order.increase:
        raise errors.DoubleNeedsIncrease(city, order.increase)
    if not has_room_for_double(state, state.board.index[city]):
        raise errors.DoubleNeedsRoom(city)
    turn.add(events.BonusTileSpent(turn.seat, "share"))
    _add_to_centre(turn, city, 0)


def _add_to_centre(turn: Turn, city: str, cost: int) -> None:
    # P1: the supply must still have a franchise beyond those the markers stand for.
    if turn.state.spare(turn.seat) <= 0:
        raise errors.SupplyEmpty(city)
    turn.add(events.MarketShareIncreased(turn.seat, city, cost))


def _open_franchises(turn: Turn, order: TakeTurn) -> None:
    # T6: expansions first, then the increases; T12: or as the player orders.
    places = [*[wish.to for wish in order.expand], *order.increase]
    for i, place in enumerate(order.order):
        if place not in places or place in order.order[:i]:
            raise errors.OrderNotThere(place, places)
    for place in (*order.order, *[place for place in places if place not in order.order]):
        step = len(turn.events)
        turn.add(events.FranchiseOpened(turn.seat, place))
        if place == order.double:
            # T11: both are placed before the city is checked.
            turn.add(events.FranchiseOpened(turn.seat, place))
        _score_city(turn, place)
        turn.notice_milestones(step)


def _score_city(turn: Turn, place: str) -> None:
    state, seat = turn.state, turn.seat
    city = state.board.index[place]
    owners, size = state.owners[city], state.sizes[city]
    if size == 1:
        return
    outcome = city_outcome(owners, size, seat)
    if outcome is None:
        return
    # T9: whoever gained the points takes back all franchises there but one.
    winner = outcome.winner
    taken = owners.count(winner) - 1
    turn.add(events.CityScored(seat, place, winner, outcome.majority, outcome.influence, taken))
    region = state.board.region_of[city]
    if state.markers[region] is None:
        # T10: the first city scored in its region; the active player marks the region tile.
        franchise = turn.state.spare(seat) > 0
        turn.add(events.RegionMarked(seat, state.board.regions[region].id, franchise))


def _score_regions(turn: Turn, order: TakeTurn) -> None:
    regions = complete_regions(turn.state)
    if not regions and not order.regions:
        return
    board = turn.state.board
    names = [board.regions[region].id for region in regions]
    for i, name in enumerate(order.regions):
        if name not in names or name in order.regions[:i]:
            raise errors.RegionNotScored(name, names)
    # T18: several in one turn go in the active player's order, else the map's.
    for name in (*order.regions, *[name for name in names if name not in order.regions]):
        _score_region(turn, name)


def _score_region(turn: Turn, name: str) -> None:
    state, board = turn.state, turn.state.board
    region = board.region_index[name]
    shares = region_shares(state, region)
    tile = state.tiles[region]
    kind = "influence" if tile is None else tile.kind
    # G2: with no used bonus tile nothing is taken back.
    back = kind == "bonus-tile" and state.spent[shares[0].seat] > 0
    # T17: the tile goes to the first free space of the track, which pays the active player.
    space = len(state.track) + 1
    influence = board.track.influence[space - 1]
    takes = region_tiles.TOOLS.get(kind)
    turn.add(events.RegionScored(turn.seat, name, space, influence, shares, back, takes))
    turn.notice_milestones(len(turn.events) - 1)


def _end_turn(turn: Turn, still: tuple[int, ...]) -> None:
    seats = len(turn.state.money)
    turn.add(events.TurnEnded(turn.seat, (turn.seat + 1) % seats, still))
    # T19: a region tile in the red zone ends the game at once.
    if len(turn.state.track) >= turn.state.board.track.red_zone_from:
        _end_game(turn, "red-zone")
    # T20: so do turns without an expansion by all players, back to back.
    elif len(still) == seats:
        _end_game(turn, "no-expansion")


def _end_game(turn: Turn, reason: EndReason) -> None:
    finals = final_scores(turn.state)
    turn.add(events.GameEnded(reason, finals, winners(finals)))
