"""Up to three numbered suggestions; the same state always has the same ones."""

from collections.abc import Iterable

from games.bots.foresight import settle
from games.bots.search import RankedOrder, rank
from games.bots.strengths import nodes_of_master
from games.domain import Command, State, moves
from games.domain.chance import Draws
from games.domain.commands import TakeTurn

MOST = 3
NODES = 250
"""Where nobody has thought ahead."""
FEW_NODES = 60
"""Of what is asked once: another turn, a table that is only tried; and where many tables wait."""


def suggestions(state: State) -> tuple[Command, ...]:
    """Legal orders: the best, then the best of those that aim elsewhere; a pass only as the best.

    None in a game whose players want none.
    """
    if not are_ranked(state):
        return draft_suggestions(state)
    return tuple(each.order for each in ranked_suggestions(state))


def are_ranked(state: State) -> bool:
    """Not of a tile draft, where little can be foreseen."""
    return state.to_move is not None and state.terms.suggestions and state.status != "draft"


def draft_suggestions(state: State) -> tuple[Command, ...]:
    if state.to_move is None or state.status != "draft" or not state.terms.suggestions:
        return ()
    drawn = Draws(state.setup.seed + state.version, "suggestions")
    return drawn.shuffle(moves.setup_orders(state))[:MOST]


def ranked_suggestions(state: State, *, nodes: int | None = None) -> tuple[RankedOrder, ...]:
    """The same, with what is expected of each."""
    return settle(state, choose(rank(state, nodes=nodes or NODES)))


def nodes_ahead(state: State, waiting: int) -> int:
    """As thoroughly as the master where one table waits, so that the first is its turn."""
    return max(FEW_NODES, nodes_of_master(state) // waiting)


def choose(ranked: Iterable[RankedOrder]) -> tuple[RankedOrder, ...]:
    best: dict[object, RankedOrder] = {}
    for each in ranked:
        aim = _aim(each.order)
        if len(best) < MOST and (aim is not None or not best):
            best.setdefault(aim, each)
    return tuple(best.values())


def _aim(order: Command) -> object:
    """What a turn mainly does; None for a pass."""
    if not isinstance(order, TakeTurn):
        return order
    if not (order.expand or order.increase):
        return None
    return tuple(sorted(wish.to for wish in order.expand))
