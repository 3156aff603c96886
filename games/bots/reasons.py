"""Why an order is good: what it scores, opens and denies to others, what matters most first.

What is told here holds on the table right after the order; what the others will do is left out.
"""

from collections.abc import Iterable, Iterator

from msgspec import Struct

from games.domain import Command, Event, State, events
from games.domain.board import places_in, reach
from games.domain.commands import ChooseTown, TakeTurn
from games.domain.decide import judge
from games.domain.income import income
from games.domain.scoring import DOLLARS_A_POINT, leader, step_of

A_DOLLAR_OF_INCOME = 1.5
AN_EMPTY_SPACE = 0.3
A_LEAD = 0.3
A_MAJORITY_ON_ITS_WAY = 0.5
A_MILESTONE = 3.0
THE_GAME = 100.0
TOWN, CITY_SPACE = 0.8, 0.3
"""Of what another is kept out of."""
NEIGHBOURS_TOLD = 2


class GameWon(Struct, frozen=True, tag="game-won"):
    """It ends the game, and its player wins."""


class CityTaken(Struct, frozen=True, tag="city-taken"):
    city: str
    points: int


class RegionClosed(Struct, frozen=True, tag="region-closed"):
    """What its player gets, and the best of the others; `track` is for who closes it."""

    region: str
    leads: bool
    points: int
    others: int
    track: int
    dollars: int


class MilestoneReached(Struct, frozen=True, tag="milestone-reached"):
    milestone: str


class LeadTaken(Struct, frozen=True, tag="lead-taken"):
    region: str


class TownTaken(Struct, frozen=True, tag="town-taken"):
    """A point at the end."""

    town: str


class CityOpened(Struct, frozen=True, tag="city-opened"):
    """A city of one's own from now on, whose empty spaces pay; `income` where it grows by that."""

    city: str
    spaces: int
    income: int | None


class IncomeGrows(Struct, frozen=True, tag="income-grows"):
    income: int
    by: int


class MoneyKept(Struct, frozen=True, tag="money-kept"):
    """By a pass."""

    dollars: int


class MajorityNears(Struct, frozen=True, tag="majority-nears"):
    city: str
    own: int
    needed: int


class KeptOut(Struct, frozen=True, tag="kept-out"):
    """A seat that could have gone there next."""

    seat: int
    place: str


class LiesBeside(Struct, frozen=True, tag="lies-beside"):
    """A starting town, by the largest cities around it."""

    cities: tuple[str, ...]


Reason = (
    GameWon | CityTaken | RegionClosed | MilestoneReached | LeadTaken | TownTaken | CityOpened
    | IncomeGrows | MoneyKept | MajorityNears | KeptOut | LiesBeside
)  # fmt: skip
Weighed = tuple[float, Reason]


def reasons(state: State, order: Command) -> tuple[Reason, ...]:
    """Of a legal order."""
    if isinstance(order, ChooseTown):
        return (_lies_beside(state, order.town),)
    if state.status != "playing":
        return ()
    happened, after = judge(state, order)
    seat = order.seat
    found = [
        *_score_reasons(happened, after, seat),
        *_leads(state, after, seat),
        *_towns(state, after, seat),
        *_majorities(state, after, seat),
        *_kept_out(state, after, seat),
    ]
    if after.status == "playing":
        found += _income(state, after, seat)
    if order == TakeTurn(seat) and after.money[seat]:
        found.append((0, MoneyKept(after.money[seat])))
    return tuple(reason for _, reason in sorted(found, key=lambda each: -each[0]))


def _lies_beside(state: State, town: str) -> LiesBeside:
    board, sizes = state.board, state.sizes
    near = places_in(board.neighbours[board.index[town]] & board.cities & state.free)
    largest = sorted(near, key=lambda city: -sizes[city])[:NEIGHBOURS_TOLD]
    return LiesBeside(tuple(board.ids[city] for city in largest))


def _score_reasons(happened: Iterable[Event], after: State, seat: int) -> Iterator[Weighed]:
    for event in happened:
        if isinstance(event, events.CityScored) and event.winner == seat:
            yield event.influence, CityTaken(event.city, event.influence)
        elif isinstance(event, events.RegionScored):
            closed = _region_reason(event, seat)
            ahead = closed.points + closed.track - closed.others
            weight = ahead + closed.dollars / DOLLARS_A_POINT
            if weight > 0:
                yield weight, closed
        elif isinstance(event, events.MilestoneReached) and event.seat == seat:
            yield A_MILESTONE, MilestoneReached(event.milestone)
        elif isinstance(event, events.GameEnded) and seat in after.winners:
            yield THE_GAME, GameWon()


def _region_reason(event: events.RegionScored, seat: int) -> RegionClosed:
    own = next((each for each in event.shares if each.seat == seat), None)
    points, dollars = (own.influence, own.dollars) if own else (0, 0)
    others = max((each.influence for each in event.shares if each.seat != seat), default=0)
    leads = own is not None and own.rank == 1
    return RegionClosed(event.region, leads, points, others, event.influence, dollars)


def _leads(before: State, after: State, seat: int) -> Iterator[Weighed]:
    for index, region in enumerate(after.board.regions):
        tile = after.tiles[index]
        if tile is None or index in after.track:
            continue
        if leader(after, index) == seat != leader(before, index):
            second = tile.values[step_of(2, len(after.money))]
            yield A_LEAD * (tile.values[0] - second), LeadTaken(region.id)


def _towns(before: State, after: State, seat: int) -> Iterator[Weighed]:
    board = after.board
    for town in places_in(after.present[seat] & ~before.present[seat] & board.towns):
        yield 1, TownTaken(board.ids[town])


def _majorities(before: State, after: State, seat: int) -> Iterator[Weighed]:
    """Those that can still be had in cities where the seat has more than before."""
    for city in places_in(after.present[seat] & after.free & after.board.cities):
        owners, size = after.owners[city], after.sizes[city]
        own, needed = owners.count(seat), size // 2 + 1
        grows = own > max(1, before.owners[city].count(seat))
        if grows and own + size - len(owners) >= needed:
            weight = A_MAJORITY_ON_ITS_WAY * size * own / needed
            yield weight, MajorityNears(after.board.ids[city], own, needed)


def _kept_out(before: State, after: State, seat: int) -> Iterator[Weighed]:
    """Of each place that is closed now, the one with the most points who could have gone there."""
    board = after.board
    for place in places_in(before.free & ~after.free):
        bit = 1 << place
        near = [
            other
            for other, present in enumerate(before.present)
            if other != seat and not present & bit and reach(board, present) & bit
        ]
        if near:
            first = max(near, key=lambda other: before.influence[other])
            weight = TOWN if board.towns & bit else CITY_SPACE * before.sizes[place]
            yield weight, KeptOut(first, board.ids[place])


def _income(before: State, after: State, seat: int) -> Iterator[Weighed]:
    more, now = income(after, seat) - income(before, seat), income(after, seat)
    new = places_in(after.present[seat] & ~before.present[seat] & after.free & after.board.cities)
    spaces = {city: after.sizes[city] - len(after.owners[city]) for city in new}
    if any(spaces.values()):
        city = max(new, key=lambda each: spaces[each])
        weight = A_DOLLAR_OF_INCOME * max(0, more) + AN_EMPTY_SPACE * spaces[city]
        opened = CityOpened(after.board.ids[city], spaces[city], now if more > 0 else None)
        yield weight, opened
    elif more > 0:
        yield A_DOLLAR_OF_INCOME * more, IncomeGrows(now, more)
