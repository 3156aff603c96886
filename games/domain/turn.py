"""A whole turn, phase by phase. Every rule of a turn is judged here, in the order of play."""

from collections.abc import Sequence

from games.domain import errors, events
from games.domain.board import Way, places_in
from games.domain.commands import RunOutOfTime, TakeTurn
from games.domain.events import EndReason
from games.domain.expanding import affordable_places, find_way
from games.domain.expansions import EXPANSIONS
from games.domain.income import empty_spaces, income_for
from games.domain.moments import Judgement, Turn
from games.domain.scoring import complete_regions, final_scores, region_shares, score_city, winners
from games.domain.state import State

CASH = 10
INCREASE_COST = 1
BEFORE_INCOME = tuple(each.before_income for each in EXPANSIONS if each.before_income)
FIND_WAYS = tuple(each.find_ways for each in EXPANSIONS if each.find_ways)
AFTER_PART = tuple(each.after_part for each in EXPANSIONS if each.after_part)
REGION_SCORED = tuple(each.region_scored for each in EXPANSIONS if each.region_scored)


def take_turn(state: State, order: TakeTurn) -> Judgement:
    turn = Turn(state, order.seat)
    _check_bonus(state, order)
    for act in BEFORE_INCOME:
        act(turn, order)
    _collect_income(turn)
    if order.bonus == "cash":
        # B4: $10 at any time of the turn, so also before paying.
        turn.add(events.BonusTileSpent(order.seat, "cash", CASH))
    _expand(turn, order)
    if order.increase or order.bonus == "share":
        _increase(turn, order)
    _open_franchises(turn, order)
    _score_regions(turn, order)
    # T20: who has not expanded is counted until somebody does.
    still = () if order.expand else state.still
    if not order.expand and order.seat not in still:
        still = (*still, order.seat)
    _end_turn(turn, still)
    return turn.judgement()


def run_out_of_time(state: State, order: RunOutOfTime) -> Judgement:
    """T20: a turn passed only because its time ran out neither counts nor breaks the row."""
    turn = Turn(state, order.seat)
    turn.add(events.TimeRanOut(order.seat))
    _collect_income(turn)
    _end_turn(turn, state.still)
    return turn.judgement()


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


def _collect_income(turn: Turn) -> None:
    spaces = empty_spaces(turn.state, turn.seat)
    turn.add(events.IncomeCollected(turn.seat, spaces, income_for(turn.state, spaces)))


def _expand(turn: Turn, order: TakeTurn) -> None:
    state, seat = turn.state, turn.seat
    for number, (wish, way) in enumerate(
        zip(order.expand, _find_ways(turn, order), strict=True), 1
    ):
        if number == 2:
            turn.add(events.BonusTileSpent(seat, "expand"))
        money = state.money[seat]
        # T4: paid to the bank at once; nobody can go into debt.
        if way.cost > money:
            raise errors.CannotPay(
                wish.to, affordable_places(state, seat, money), cost=way.cost, money=money
            )
        # P1: a marker stands for a franchise of the supply.
        if state.spare(seat) <= 0:
            raise errors.SupplyEmpty(wish.to)
        turn.add(events.Expanded(seat, wish.to, way.path, way.links, way.cost))
        _end_part(turn, len(turn.events) - 1)


def _find_ways(turn: Turn, order: TakeTurn) -> Sequence[Way]:
    wishes = order.expand
    # B2: the second expansion goes to another place than the first.
    if len(wishes) == 2 and wishes[0].to == wishes[1].to:
        raise errors.SamePlaceTwice(wishes[1].to)
    for find in FIND_WAYS:
        ways = find(turn, order)
        if ways is not None:
            return ways
    return [find_way(turn.state, order.seat, wish) for wish in wishes]


def _end_part(turn: Turn, since: int) -> None:
    """After each expansion, each franchise with what it scores, and each region."""
    for act in AFTER_PART:
        act(turn, since)


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
    if order.double is None:
        return
    # B3: one more, free, where this turn already put one and two spaces are empty.
    if order.double not in order.increase:
        raise errors.DoubleNeedsIncrease(order.double, order.increase)
    if not has_room_for_double(state, board.index[order.double]):
        raise errors.DoubleNeedsRoom(order.double)
    turn.add(events.BonusTileSpent(seat, "share"))
    _add_to_centre(turn, order.double, 0)


def _add_to_centre(turn: Turn, city: str, cost: int) -> None:
    # P1: the supply must still have a franchise beyond those the markers stand for.
    if turn.state.spare(turn.seat) <= 0:
        raise errors.SupplyEmpty(city)
    turn.add(events.MarketShareIncreased(turn.seat, city, cost))


def _open_franchises(turn: Turn, order: TakeTurn) -> None:
    # T6: expansions first, then the increases; T12: these as the player orders them.
    places = places_to_order(turn.state, order)
    first = [wish.to for wish in order.expand if wish.to not in places]
    for i, place in enumerate(order.order):
        if place in first:
            raise errors.ExpansionsOpenFirst(place, places)
        if place not in places or place in order.order[:i]:
            raise errors.OrderNotThere(place, places)
    last = [place for place in places if place not in order.order]
    for place in (*first, *order.order, *last):
        since = len(turn.events)
        turn.add(events.FranchiseOpened(turn.seat, place))
        if place == order.double:
            # T11: both are placed before the city is checked.
            turn.add(events.FranchiseOpened(turn.seat, place))
        _score_city(turn, place)
        _end_part(turn, since)


def places_to_order(state: State, order: TakeTurn) -> tuple[str, ...]:
    """T12: the places whose order the player chooses."""
    if state.rulings.expansions_open_first:
        return order.increase
    return (*[wish.to for wish in order.expand], *order.increase)


def _score_city(turn: Turn, place: str) -> None:
    state, seat = turn.state, turn.seat
    city = state.board.index[place]
    owners = state.owners[city]
    score = score_city(owners, state.sizes[city], seat)
    if score is None:
        return
    taken = len(owners) - len(score.stay)
    winner, majority, influence = score.winner, score.majority, score.influence
    turn.add(events.CityScored(seat, place, winner, majority, influence, taken))
    region = state.board.region_of[city]
    if state.markers[region] is None:
        # T10: the first city scored in its region; the active player marks the region tile.
        franchise = turn.state.spare(seat) > 0
        turn.add(events.RegionMarked(seat, state.board.regions[region].id, franchise))


def _score_regions(turn: Turn, order: TakeTurn) -> None:
    state, board = turn.state, turn.state.board
    regions = complete_regions(state)
    if not regions and not order.regions:
        return
    names = [board.regions[region].id for region in regions]
    for i, name in enumerate(order.regions):
        if name not in names or name in order.regions[:i]:
            raise errors.RegionNotScored(name, names)
    # T18: several in one turn go in the active player's order, else the map's.
    for name in (*order.regions, *[name for name in names if name not in order.regions]):
        shares = region_shares(state, board.region_index[name])
        # T17: the tile goes to the first free space of the track, which pays the active player.
        space = len(state.track) + 1
        influence = board.track.influence[space - 1]
        scored = events.RegionScored(turn.seat, name, space, influence, shares)
        for change in REGION_SCORED:
            scored = change(state, scored)
        turn.add(scored)
        _end_part(turn, len(turn.events) - 1)


def _end_turn(turn: Turn, still: tuple[int, ...]) -> None:
    state, seats = turn.state, len(turn.state.money)
    turn.add(events.TurnEnded(turn.seat, (turn.seat + 1) % seats, still))
    # T19: a region tile in the red zone ends the game at once.
    red_zone = len(state.track) >= state.board.track.red_zone_from
    # T20: so do turns without an expansion by all players, back to back.
    if red_zone or len(still) == seats:
        finals = final_scores(state)
        reason: EndReason = "red-zone" if red_zone else "no-expansion"
        turn.add(events.GameEnded(reason, finals, winners(finals)))
