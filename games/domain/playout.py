"""A legal command drawn at random, for playouts, demo games and tests that hunt dead ends.

Chance comes in as `below(n)`, which draws a number from 0 to n - 1.
"""

from collections.abc import Callable

from games.domain.board import places_in
from games.domain.commands import (
    ChooseTile,
    ChooseTown,
    Command,
    Expansion,
    PlaceBoom,
    PlaceCityTile,
    PlaceRegionTile,
    TakeTurn,
)
from games.domain.events import BonusUse
from games.domain.expanding import cheapest_chain, cheapest_route, far_places, reachable_places
from games.domain.expansions import boom
from games.domain.income import empty_spaces, income_for
from games.domain.legal import bonus_uses
from games.domain.stages import draft_step, open_cities, open_regions
from games.domain.state import State, Tool
from games.domain.turn import CASH, INCREASE_COST

Below = Callable[[int], int]
NO_EXPANSION: tuple[Expansion, ...] = ()


def random_command(state: State, below: Below) -> Command:
    match state.status:
        case "playing":
            return random_turn(state, below)
        case "towns":
            free = state.free & state.board.towns
            return ChooseTown(state.mover, _drawn(state, free, below))
        case "boom":
            return PlaceBoom(state.mover, _drawn(state, boom.starting_cities(state), below))
        case _:
            return _random_draft(state, below)


def _drawn(state: State, places: int, below: Below) -> str:
    found = places_in(places)
    return state.board.ids[found[below(len(found))]]


def _random_draft(state: State, below: Below) -> Command:
    board, seat = state.board, state.mover
    step = draft_step(state)
    if step == "city":
        tile = state.city_pool[below(len(state.city_pool))]
        back = board.back(tile)
        fitting = [city for city in open_cities(state) if board.places[city].spaces in back]
        return PlaceCityTile(seat, board.ids[fitting[below(len(fitting))]], tile)
    region_tile = state.region_pool[below(len(state.region_pool))].id
    if step == "choice":
        return ChooseTile(seat, region_tile)
    regions = open_regions(state)
    return PlaceRegionTile(seat, board.regions[regions[below(len(regions))]].id, region_tile)


def random_turn(state: State, below: Below) -> TakeTurn:
    """Mostly expands and increases; now and then passes, or uses a bonus tile or another one."""
    seat = state.mover
    boom_city = _random_boom(state, below)
    stands = state.boom if boom_city is None else state.board.index[boom_city]
    money = state.money[seat] + income_for(state, empty_spaces(state, seat, stands))
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
    return TakeTurn(seat, boom_city, bonus, expand, increase, double, use if expand else None)


def _random_boom(state: State, below: Below) -> str | None:
    if state.boom is None:
        return None
    cities = (state.boom, *places_in(boom.reachable_cities(state, state.boom)))
    return state.board.ids[cities[below(len(cities))]]


def _random_bonus(state: State, below: Below) -> BonusUse | None:
    uses = bonus_uses(state)
    return uses[below(len(uses))] if uses and not below(8) else None


def _random_expansions(
    state: State, below: Below, money: int, bonus: BonusUse | None, use: Tool | None
) -> tuple[tuple[Expansion, ...], int]:
    spare = state.spare(state.mover)
    if use == "development":
        return _random_chain(state, below, money) if spare > 0 else (NO_EXPANSION, 0)
    if use == "route":
        # The free link may cost more than the purse holds.
        links, _ = _random_links(state, below, min(1, spare), None)
        return links, 0
    if not below(8):
        return NO_EXPANSION, 0
    return _random_links(state, below, min(2 if bonus == "expand" else 1, spare), money)


def _random_links(
    state: State, below: Below, wanted: int, money: int | None
) -> tuple[tuple[Expansion, ...], int]:
    ids = state.board.ids
    places = list(places_in(reachable_places(state, state.mover)))
    found: list[Expansion] = []
    spent = 0
    while places and len(found) < wanted:
        place = places.pop(below(len(places)))
        route = cheapest_route(state, state.mover, place)
        if route is not None and (money is None or spent + route.cost <= money):
            found.append(Expansion(ids[place], ids[route.end]))
            spent += route.cost
    return tuple(found), spent


def _random_chain(state: State, below: Below, money: int) -> tuple[tuple[Expansion, ...], int]:
    places = places_in(far_places(state, state.mover))
    if not places:
        return NO_EXPANSION, 0
    place = places[below(len(places))]
    way = cheapest_chain(state, state.present[state.mover], place)
    cost = sum(way.links)
    if cost > money:
        return NO_EXPANSION, 0
    start, *via, to = (state.board.ids[stop] for stop in way.path)
    return (Expansion(to, start, tuple(via)),), cost


def _random_increases(state: State, below: Below, money: int, expansions: int) -> tuple[str, ...]:
    ids = state.board.ids
    left = min(money // INCREASE_COST, state.spare(state.mover) - expansions)
    found: list[str] = []
    for city in places_in(state.present[state.mover] & state.free):
        if len(found) < left and below(4):
            found.append(ids[city])
    return tuple(found)


def _random_double(
    state: State, below: Below, expand: tuple[Expansion, ...], increase: tuple[str, ...]
) -> str | None:
    index = state.board.index
    roomy = [
        city for city in increase if state.sizes[index[city]] - len(state.owners[index[city]]) >= 2
    ]
    if not roomy or state.spare(state.mover) <= len(expand) + len(increase):
        return None
    return roomy[below(len(roomy))]
