"""What orders are worth to people, who do not play on as a search would like them to.

A search looks for the best that can come of an order, and where it looks longer it finds more;
with three and more players, whose plans it cannot foresee, it comes to believe in too much. So
after each order the table is played on by what seems best at once, and what is expected then,
after each of a few rounds, is the order's worth. An order is worse than the first one by no more
than both say.
"""

from collections.abc import Sequence

from msgspec.structs import replace

from games.bots.search import RankedOrder, evaluation_for, look_ahead, rank
from games.domain import Command, State
from games.domain.decide import judge

ROUNDS = 4
MOST_AT_ONCE = 12


def settle(state: State, ranked: Sequence[RankedOrder]) -> tuple[RankedOrder, ...]:
    """The same orders, the best first as a search has ranked them, with points to be told."""
    if not ranked:
        return ()
    first, settled = ranked[0], list[RankedOrder]()
    most = points = lead_after(state, first.order)
    for each in ranked:
        if each is not first:
            lost = min(first.points - each.points, most - lead_after(state, each.order))
            points = min(points, most - max(0.0, lost))
        settled.append(replace(each, points=points))
    return tuple(settled)


def rank_beside(
    state: State, *, orders: tuple[Command, Command], nodes: int
) -> tuple[RankedOrder, ...]:
    """The second order beside the first, which is not the worse one."""
    found = {each.order: each for each in rank(state, nodes=nodes, also=orders)}
    return settle(state, [found[order] for order in orders])


def lead_after(state: State, order: Command) -> float:
    """By how many points its player is expected to be ahead of the others' mean."""
    evaluation, seat, seats = evaluation_for(state), state.mover, len(state.money)
    after = replace(judge(state, order)[1], turn_starts=())
    leads: list[float] = []
    for turn in range(1, ROUNDS * seats):
        if after.to_move is not None:
            after = look_ahead(evaluation, after, MOST_AT_ONCE)[0].state
        if turn % seats == seats - 1:
            leads.append(evaluation.outlook(after).lead(seat))
    return sum(leads) / len(leads)
