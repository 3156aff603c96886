"""A legal command drawn at random, for playouts, demo games and tests that hunt dead ends.

Chance comes in as `below(n)`, which draws a number from 0 to n - 1.
"""

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from games.domain import moves
from games.domain.commands import Command, Expansion, TakeTurn
from games.domain.events import BonusUse
from games.domain.expansions import OPENINGS
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.state import State, Tool
from games.domain.turn import CASH, INCREASE_COST, has_room_for_double, places_to_order

Below = Callable[[int], int]
NO_EXPANSION: tuple[Expansion, ...] = ()


def random_command(state: State, below: Below) -> Command:
    if state.status == "playing":
        return random_turn(state, below)
    orders = moves.setup_orders(state)
    return orders[below(len(orders))]


def random_turn(state: State, below: Below) -> TakeTurn:
    """Mostly expands and increases; now and then passes, or uses a bonus tile or another one."""
    seat = state.mover
    openings: dict[str, int] = {
        opening.field: places[below(len(places))]
        for opening in OPENINGS
        if (places := opening.places(state))
    }
    money = state.money[seat] + moves.income_with(state, openings)
    uses = moves.bonus_uses(state)
    bonus = uses[below(len(uses))] if uses and not below(8) else None
    if bonus == "cash":
        money += CASH
    use = _random_tools(state, below)
    expand, cost = _random_expansions(state, below, money, bonus, use)
    increase = _random_increases(state, below, money - cost, len(expand))
    double = _random_double(state, below, expand, increase) if bonus == "share" else None
    if (bonus == "expand" and len(expand) < 2) or (bonus == "share" and double is None):
        bonus = None
    begins: dict[str, Any] = {field: state.board.ids[city] for field, city in openings.items()}
    turn = TakeTurn(
        seat,
        bonus=bonus,
        expand=expand,
        increase=increase,
        double=double,
        use=use if expand else (),
        **begins,
    )
    return turn if below(4) else replace(turn, order=_random_order(state, below, turn))


def _random_tools(state: State, below: Below) -> tuple[Tool, ...]:
    held = state.tools[state.mover]
    if not held or below(4):
        return ()
    if moves.may_use_both(state) and below(2):
        return held
    return (held[below(len(held))],)


def _random_expansions(
    state: State, below: Below, money: int, bonus: BonusUse | None, use: tuple[Tool, ...]
) -> tuple[tuple[Expansion, ...], int]:
    if use:
        return _random_way_with_tools(state, below, money, use)
    if not below(8):
        return NO_EXPANSION, 0
    most = min(2 if bonus == "expand" else 1, max(1, _supply(state)))
    places = list(moves.near_places(state))
    expansions: list[Expansion] = []
    spent = 0
    while places and len(expansions) < most:
        way = moves.links(state, places.pop(below(len(places))))[0]
        if spent + way.cost <= money:
            expansions.append(moves.expansion(way))
            spent += way.cost
    return tuple(expansions), spent


def _random_way_with_tools(
    state: State, below: Below, money: int, use: tuple[Tool, ...]
) -> tuple[tuple[Expansion, ...], int]:
    is_far, has_free_link = "development" in use, "route" in use
    places = moves.far_places(state) if is_far else moves.near_places(state)
    if not places:
        return NO_EXPANSION, 0
    place = places[below(len(places))]
    way = (
        moves.chain(state, place, has_free_link=has_free_link)
        if is_far
        else moves.links(state, place)[0]
    )
    ways = moves.with_route(state, [way]) if has_free_link else [way]
    if not ways or ways[0].cost > money:
        return NO_EXPANSION, 0
    return (moves.expansion(way),), ways[0].cost


def _random_increases(state: State, below: Below, money: int, expansions: int) -> tuple[str, ...]:
    ids = state.board.ids
    left = min(money // INCREASE_COST, _supply(state) - expansions)
    cities: list[str] = []
    for city in moves.increases(state):
        if len(cities) < left and below(4):
            cities.append(ids[city])
    return tuple(cities)


def _supply(state: State) -> int:
    """Without the franchise that an $8 link may take to its milestone within the turn."""
    return state.spare(state.mover) - (DEAR_LINKS in state.setup.milestones)


def _random_order(state: State, below: Below, turn: TakeTurn) -> tuple[str, ...]:
    places, order = list(places_to_order(state, turn)), []
    while places:
        order.append(places.pop(below(len(places))))
    return tuple(order)


def _random_double(
    state: State, below: Below, expand: tuple[Expansion, ...], increase: tuple[str, ...]
) -> str | None:
    index = state.board.index
    roomy = [city for city in increase if has_room_for_double(state, index[city])]
    if not roomy or _supply(state) <= len(expand) + len(increase):
        return None
    return roomy[below(len(roomy))]
