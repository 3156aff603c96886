"""A legal command drawn at random, for playouts, demo games and tests that hunt dead ends.

Chance comes in as `below(n)`, which draws a number from 0 to n - 1.
"""

from collections.abc import Callable
from typing import Any

from games.domain import moves
from games.domain.commands import Command, Expansion, TakeTurn
from games.domain.events import BonusUse
from games.domain.expansions import OPENINGS
from games.domain.state import State, Tool
from games.domain.turn import CASH, INCREASE_COST, has_room_for_double

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
    openings = _random_openings(state, below)
    money = state.money[seat] + moves.income_with(state, openings)
    bonus = _random_bonus(state, below)
    if bonus == "cash":
        money += CASH
    tools = state.tools[seat]
    use = tools[below(len(tools))] if tools and not below(4) else None
    expand, cost = _random_expansions(state, below, money, bonus, use)
    increase = _random_increases(state, below, money - cost, len(expand))
    double = _random_double(state, below, expand, increase) if bonus == "share" else None
    if (bonus == "expand" and len(expand) < 2) or (bonus == "share" and double is None):
        bonus = None
    begins: dict[str, Any] = {field: state.board.ids[city] for field, city in openings.items()}
    return TakeTurn(
        seat,
        bonus=bonus,
        expand=expand,
        increase=increase,
        double=double,
        use=use if expand else None,
        **begins,
    )


def _random_openings(state: State, below: Below) -> dict[str, int]:
    return {
        opening.field: places[below(len(places))]
        for opening in OPENINGS
        if (places := opening.places(state))
    }


def _random_bonus(state: State, below: Below) -> BonusUse | None:
    uses = moves.bonus_uses(state)
    return uses[below(len(uses))] if uses and not below(8) else None


def _random_expansions(
    state: State, below: Below, money: int, bonus: BonusUse | None, use: Tool | None
) -> tuple[tuple[Expansion, ...], int]:
    if use == "development":
        return _random_chain(state, below, money)
    if use == "route":
        # The free link may cost more than the purse holds.
        links, _ = _random_links(state, below, 1, None)
        return links, 0
    if not below(8):
        return NO_EXPANSION, 0
    most = min(2 if bonus == "expand" else 1, state.spare(state.mover))
    return _random_links(state, below, most, money)


def _random_links(
    state: State, below: Below, most: int, money: int | None
) -> tuple[tuple[Expansion, ...], int]:
    places = list(moves.near_places(state))
    expansions: list[Expansion] = []
    spent = 0
    while places and len(expansions) < most:
        way = moves.links(state, places.pop(below(len(places))))[0]
        if money is None or spent + way.cost <= money:
            expansions.append(moves.expansion(way))
            spent += way.cost
    return tuple(expansions), spent


def _random_chain(state: State, below: Below, money: int) -> tuple[tuple[Expansion, ...], int]:
    places = moves.far_places(state)
    if not places:
        return NO_EXPANSION, 0
    way = moves.chain(state, places[below(len(places))])
    if way.cost > money:
        return NO_EXPANSION, 0
    return (moves.expansion(way),), way.cost


def _random_increases(state: State, below: Below, money: int, expansions: int) -> tuple[str, ...]:
    ids = state.board.ids
    left = min(money // INCREASE_COST, state.spare(state.mover) - expansions)
    cities: list[str] = []
    for city in moves.increases(state):
        if len(cities) < left and below(4):
            cities.append(ids[city])
    return tuple(cities)


def _random_double(
    state: State, below: Below, expand: tuple[Expansion, ...], increase: tuple[str, ...]
) -> str | None:
    index = state.board.index
    roomy = [city for city in increase if has_room_for_double(state, index[city])]
    if not roomy or state.spare(state.mover) <= len(expand) + len(increase):
        return None
    return roomy[below(len(roomy))]
