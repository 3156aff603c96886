"""Up to three numbered suggestions; the same state always has the same ones."""

from games.bots.search import RankedOrder, rank
from games.domain import Command, State, moves
from games.domain.chance import Draws
from games.domain.commands import TakeTurn

MOST = 3
NODES = 60
"""A turn's worth of them must not hold up a page or a mail."""


def suggestions(state: State) -> tuple[Command, ...]:
    """Legal orders: the best, then the best of those that aim elsewhere; never a pass.

    None in a game whose players want none.
    """
    if state.to_move is None or not state.terms.suggestions:
        return ()
    if state.status == "draft":
        drawn = Draws(state.setup.seed + state.version, "suggestions")
        return drawn.shuffle(moves.setup_orders(state))[:MOST]
    return tuple(each.order for each in ranked_suggestions(state))


def ranked_suggestions(state: State) -> tuple[RankedOrder, ...]:
    """The same, with what is expected of each; of no tile draft, where little can be."""
    best: dict[object, RankedOrder] = {}
    for each in rank(state, nodes=NODES):
        aim = _aim(each.order)
        if aim is not None and len(best) < MOST:
            best.setdefault(aim, each)
    return tuple(best.values())


def _aim(order: Command) -> object:
    """What a turn mainly does; None for a pass."""
    if not isinstance(order, TakeTurn):
        return order
    if not (order.expand or order.increase):
        return None
    return tuple(sorted(wish.to for wish in order.expand))
