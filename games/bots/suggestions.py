"""Up to three numbered suggestions; the same state always has the same ones."""

from collections.abc import Iterable, Iterator
from math import inf

from msgspec.structs import replace

from games.bots import BOTS, greedy
from games.bots.worth import order_value
from games.domain import Command, State
from games.domain.board import places_in
from games.domain.commands import ChooseTown, Expansion, PlaceBoom, TakeTurn
from games.domain.expanding import reachable_places
from games.domain.expansions import boom

MOST = 3
SEEDS = 12


def suggestions(state: State) -> tuple[Command, ...]:
    """Legal orders: what the computer player would do, then the best of others; never a pass."""
    if state.to_move is None:
        return ()
    seed = state.setup.seed + state.version
    first = BOTS["greedy"](state, seed)
    others = _other_orders(state, first, seed)
    ranked = [first, *sorted(others, key=lambda order: -order_value(state, order))]
    best: list[Command] = []
    for order in ranked:
        if order not in best and not _is_pass(order) and order_value(state, order) > -inf:
            best.append(order)
        if len(best) == MOST:
            break
    return tuple(best)


def _other_orders(state: State, first: Command, seed: int) -> Iterable[Command]:
    seat, ids = state.mover, state.board.ids
    match state.status:
        case "playing":
            return _turns(state, first)
        case "towns":
            towns = places_in(state.free & state.board.towns)
            return [ChooseTown(seat, ids[town]) for town in towns]
        case "boom":
            return [PlaceBoom(seat, ids[city]) for city in places_in(boom.starting_cities(state))]
        case _:
            return [BOTS["greedy"](state, seed + more) for more in range(1, SEEDS)]


def _turns(state: State, first: Command) -> Iterator[TakeTurn]:
    """Turns that expand elsewhere than the first one, or nowhere, with their increases."""
    seat, ids = state.mover, state.board.ids
    if not isinstance(first, TakeTurn):
        return
    taken = {each.to for each in first.expand}
    base = TakeTurn(seat, boom=first.boom)
    for place in places_in(reachable_places(state, seat)):
        if ids[place] not in taken:
            yield greedy.add_increases(state, replace(base, expand=(Expansion(ids[place]),)))
    yield greedy.add_increases(state, base)


def _is_pass(order: Command) -> bool:
    return isinstance(order, TakeTurn) and not (order.expand or order.increase)
