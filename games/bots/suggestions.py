"""Up to three numbered suggestions; the same state always has the same ones."""

from collections.abc import Iterable, Iterator
from math import inf
from typing import Any

from msgspec.structs import replace

from games.bots import bot_order, greedy
from games.bots.worth import order_value
from games.domain import Command, State, moves
from games.domain.commands import Expansion, TakeTurn
from games.domain.expansions import OPENINGS

MOST = 3
SEEDS = 12


def suggestions(state: State) -> tuple[Command, ...]:
    """Legal orders: what the computer player would do, then the best of others; never a pass.

    None in a game whose players want none.
    """
    if state.to_move is None or not state.terms.suggestions:
        return ()
    first = bot_order(state)
    others: Iterable[Command]
    match state.status:
        case "playing" if isinstance(first, TakeTurn):
            others = _turns(state, first)
        case "draft":
            seed = state.setup.seed + state.version
            others = [greedy.choose(state, seed + more) for more in range(1, SEEDS)]
        case _:
            others = moves.setup_orders(state)
    ranked = [first, *sorted(others, key=lambda order: -order_value(state, order))]
    best: list[Command] = []
    for order in ranked:
        is_pass = isinstance(order, TakeTurn) and not (order.expand or order.increase)
        if order not in best and not is_pass and order_value(state, order) > -inf:
            best.append(order)
        if len(best) == MOST:
            break
    return tuple(best)


def _turns(state: State, first: TakeTurn) -> Iterator[TakeTurn]:
    """Turns that expand elsewhere than the first one, or nowhere, with their increases."""
    ids = state.board.ids
    taken = {each.to for each in first.expand}
    openings: dict[str, Any] = {each.field: getattr(first, each.field) for each in OPENINGS}
    base = TakeTurn(first.seat, **openings)
    for place in moves.near_places(state):
        if ids[place] not in taken:
            yield greedy.add_increases(state, replace(base, expand=(Expansion(ids[place]),)))
    yield greedy.add_increases(state, base)
