"""The four strengths, each a function from a table and a seed to an order."""

from games.bots.evaluation import Evaluation
from games.bots.patterns import Key
from games.bots.search import Node, Search, evaluation_for, look_ahead, no_garbage
from games.domain import Command, State
from games.domain.chance import Draws
from games.domain.playout import random_command

STRONG_NODES, MASTER_NODES = 150, 1500
NEAR_ENOUGH = 2.0
"""So many points worse than the best a choice before the first turn may be, for variety."""
SEEN_BY_NEWCOMERS = 8
UNTAUGHT: dict[Key, float] = {}


def choose_as_newcomer(state: State, seed: int) -> Command:
    """Weighs by rules of thumb, overlooks half of the turns, and keeps the bonus tiles back."""
    draws = Draws(seed, "newcomer")
    if state.status == "draft":
        return random_command(state, draws.below)
    ahead = look_ahead(Evaluation(UNTAUGHT, state), state, SEEN_BY_NEWCOMERS)
    seen = [node for node in ahead if not draws.below(2) and not _spends_tile(node)]
    return _order(seen[0] if seen else ahead[-1])


def _spends_tile(node: Node) -> bool:
    return getattr(node.order, "bonus", None) is not None


def choose_as_regular(state: State, seed: int) -> Command:
    """Takes what seems best at once."""
    return _choose(state, seed, 1)


def choose_as_strong(state: State, seed: int, nodes: int = STRONG_NODES) -> Command:
    return _choose(state, seed, nodes)


def choose_as_master(state: State, seed: int, nodes: int = MASTER_NODES) -> Command:
    return _choose(state, seed, nodes)


def _choose(state: State, seed: int, nodes: int) -> Command:
    draws = Draws(seed, "computer player")
    if state.status == "draft":
        return random_command(state, draws.below)
    with no_garbage():
        search = Search(evaluation_for(state), state)
        search.run(nodes)
        ranked = search.ranked()
    if state.status == "playing":
        return ranked[0].order
    good = [each for each in ranked if ranked[0].points - each.points < NEAR_ENOUGH]
    return good[draws.below(len(good))].order


def _order(node: Node) -> Command:
    if node.order is None:
        raise LookupError("the first table of a search was led to by no order")
    return node.order
