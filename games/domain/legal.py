"""What the seat to move may do, found by the code that judges it; made for programs and pages."""

from typing import assert_never

from games.domain.board import places_in
from games.domain.events import BonusUse
from games.domain.expanding import cheapest_chain, far_places, reachable_places
from games.domain.expansions import boom
from games.domain.income import empty_spaces, income_for
from games.domain.stages import draft_step, open_cities, open_regions
from games.domain.state import State
from games.domain.turn import CASH, INCREASE_COST, may_use_bonus


def options(state: State) -> dict[str, object]:
    """Every choice open to the seat to move, with its cost; empty where nobody is to move."""
    match state.status:
        case "playing":
            return _turn_options(state)
        case "towns":
            towns = places_in(state.free & state.board.towns)
            return _choice(state, "town", {"towns": _names(state, towns)})
        case "boom":
            cities = places_in(boom.starting_cities(state))
            return _choice(state, "boom", {"cities": _names(state, cities)})
        case "draft":
            return _choice(state, "draft", _draft_options(state))
        case "open" | "ended" | "abandoned":
            return {}
        case _:
            assert_never(state.status)


def _choice(state: State, kind: str, choices: dict[str, object]) -> dict[str, object]:
    return {"kind": kind, "seat": state.mover, **choices}


def _draft_options(state: State) -> dict[str, object]:
    board = state.board
    step = draft_step(state)
    if step == "city":
        left = sorted(set(state.city_pool))
        return {
            "places": {
                board.ids[city]: [n for n in left if n in board.back(board.places[city].spaces)]
                for city in open_cities(state)
            }
        }
    tiles: dict[str, object] = {"tiles": [tile.id for tile in state.region_pool]}
    if step == "region":
        tiles["regions"] = [board.regions[region].id for region in open_regions(state)]
    return tiles


def _turn_options(state: State) -> dict[str, object]:
    seat = state.mover
    spaces = empty_spaces(state, seat, state.boom)
    amount = income_for(state, spaces)
    purse = state.money[seat] + amount
    growing = places_in(state.present[seat] & state.free)
    can_open = state.spare(seat) > 0
    return _choice(
        state,
        "turn",
        {
            "income": amount,
            "money": purse,
            "boom": _boom_options(state),
            "expand": _expansions(state, purse) if can_open else [],
            "increase": [
                {
                    "city": state.board.ids[city],
                    "cost": INCREASE_COST,
                    "can_double": state.sizes[city] - len(state.owners[city]) >= 2,
                }
                for city in growing
                if can_open and purse >= INCREASE_COST
            ],
            "bonus": list(bonus_uses(state)),
            "use": _tool_options(state, purse) if can_open else {},
            "pass": True,
        },
    )


def bonus_uses(state: State) -> tuple[BonusUse, ...]:
    """B1: what a bonus tile may be used for, if the seat to move may use one at all."""
    return ("expand", "share", "cash") if may_use_bonus(state, state.mover) else ()


def _expansions(state: State, purse: int) -> list[dict[str, object]]:
    """Every link that leads to an open place; `needs` names the bonus tile that would pay it."""
    seat, board = state.mover, state.board
    with_cash = purse + CASH if "cash" in bonus_uses(state) else purse
    found: list[dict[str, object]] = []
    for place in places_in(reachable_places(state, seat)):
        for route in board.routes[place]:
            if route.bit & state.present[seat] and route.cost <= with_cash:
                way = {"to": board.ids[place], "from": board.ids[route.end], "cost": route.cost}
                found.append(way if route.cost <= purse else {**way, "needs": "cash"})
    return found


def _boom_options(state: State) -> list[dict[str, object]]:
    """Where the Boom marker may go, and what income that would bring."""
    if state.boom is None:
        return []
    seat = state.mover
    cities = (state.boom, *places_in(boom.reachable_cities(state, state.boom)))
    return [
        {
            "city": state.board.ids[city],
            "income": income_for(state, empty_spaces(state, seat, city)),
        }
        for city in cities
    ]


def _tool_options(state: State, purse: int) -> dict[str, object]:
    seat, board = state.mover, state.board
    with_cash = purse + CASH if "cash" in bonus_uses(state) else purse
    found: dict[str, object] = {}
    if "route" in state.tools[seat]:
        found["route"] = [
            {"to": board.ids[place], "from": board.ids[route.end], "cost": 0}
            for place in places_in(reachable_places(state, seat))
            for route in board.routes[place]
            if route.bit & state.present[seat]
        ]
    if "development" in state.tools[seat]:
        chains = []
        for place in places_in(far_places(state, seat)):
            way = cheapest_chain(state, state.present[seat], place)
            cost = sum(way.links)
            if cost <= with_cash:
                chain = {
                    "to": board.ids[place],
                    "from": board.ids[way.path[0]],
                    "via": _names(state, way.path[1:-1]),
                    "cost": cost,
                }
                chains.append(chain if cost <= purse else {**chain, "needs": "cash"})
        found["development"] = chains
    return found


def _names(state: State, places: tuple[int, ...]) -> list[str]:
    return [state.board.ids[place] for place in places]
