"""The four strengths, each a function from a table and a seed to an order."""

from games.bots.search import Node, evaluation_for, look_ahead, rank
from games.domain import Command, State
from games.domain.chance import Draws
from games.domain.playout import random_command

STRONG_NODES = 220
MASTER_NODES, MASTER_NODES_AMONG_MANY = 2200, 1800
"""A table of five players takes longer to look at."""
NEAR_ENOUGH = 2.0
"""So many points worse than the best a choice before the first turn may be, for variety."""
SEEN_BY_NEWCOMERS = 12
OFTEN, RARELY = 3, 6
"""One of so many turns is seen."""


def choose_as_newcomer(state: State, seed: int) -> Command:
    """Overlooks most turns, those with bonus tiles above all, and expands wherever it can."""
    draws = Draws(seed, "newcomer")
    if state.status == "draft":
        return random_command(state, draws.below)
    ahead = look_ahead(evaluation_for(state), state, SEEN_BY_NEWCOMERS)
    seen = [node for node in ahead if not draws.below(RARELY if _spends_tile(node) else OFTEN)]
    expanding = [node for node in seen or ahead if getattr(node.order, "expand", ())]
    return order_to((expanding or seen or ahead)[0])


def _spends_tile(node: Node) -> bool:
    return getattr(node.order, "bonus", None) is not None


def choose_as_regular(state: State, seed: int) -> Command:
    """Takes what seems best at once."""
    return choose_by_search(state, seed, nodes=1)


def choose_as_strong(state: State, seed: int) -> Command:
    return choose_by_search(state, seed, nodes=nodes_of_strong(state))


def choose_as_master(state: State, seed: int) -> Command:
    return choose_by_search(state, seed, nodes=nodes_of_master(state))


def nodes_of_strong(_: State) -> int:
    return STRONG_NODES


def nodes_of_master(state: State) -> int:
    return MASTER_NODES if len(state.money) == 2 else MASTER_NODES_AMONG_MANY


def choose_by_search(state: State, seed: int, *, nodes: int) -> Command:
    draws = Draws(seed, "computer player")
    if state.status == "draft":
        return random_command(state, draws.below)
    ranked = rank(state, nodes=nodes)
    if state.status == "playing":
        return ranked[0].order
    good = [each for each in ranked if ranked[0].points - each.points < NEAR_ENOUGH]
    return good[draws.below(len(good))].order


def order_to(node: Node) -> Command:
    if node.order is None:
        raise LookupError("the first table of a search was led to by no order")
    return node.order
