"""Up to three numbered suggestions; the same state always has the same ones."""

from collections.abc import Iterable, Iterator
from math import inf

from msgspec.structs import replace

from games.bots import bot_order, greedy
from games.bots.worth import order_value
from games.domain import Command, State, moves
from games.domain.commands import Expansion, TakeTurn

MOST = 3
SEEDS = 12


def suggestions(state: State) -> tuple[Command, ...]:
    """Legal orders: what the computer player would do, then the best of others; never a pass."""
    if state.to_move is None:
        return ()
    first = bot_order(state)
    others = _other_orders(state, first)
    ranked = [first, *sorted(others, key=lambda order: -order_value(state, order))]
    best: list[Command] = []
    for order in ranked:
        if order not in best and not _is_pass(order) and order_value(state, order) > -inf:
            best.append(order)
        if len(best) == MOST:
            break
    return tuple(best)


def _other_orders(state: State, first: Command) -> Iterable[Command]:
    match state.status:
        case "playing":
            return _turns(state, first)
        case "draft":
            seed = state.setup.seed + state.version
            return [greedy.choose(state, seed + more) for more in range(1, SEEDS)]
        case _:
            return moves.setup_orders(state)


def _turns(state: State, first: Command) -> Iterator[TakeTurn]:
    """Turns that expand elsewhere than the first one, or nowhere, with their increases."""
    ids = state.board.ids
    if not isinstance(first, TakeTurn):
        return
    taken = {each.to for each in first.expand}
    base = moves.begin_like(first)
    for place in moves.near_places(state):
        if ids[place] not in taken:
            yield greedy.add_increases(state, replace(base, expand=(Expansion(ids[place]),)))
    yield greedy.add_increases(state, base)


def _is_pass(order: Command) -> bool:
    return isinstance(order, TakeTurn) and not (order.expand or order.increase)
