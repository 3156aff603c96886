"""Turns to find: positions of finished games in which one turn is clearly best."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.bots.analysis import TurnReview, order_of
from games.bots.foresight import rank_beside
from games.bots.search import rank
from games.domain import Command, State
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.recall import PlayedTurn
from games.domain.state import NO_CLOCK, Seat, Terms

LEAST_MARGIN = 3.0
"""By so many points the best turn is better than any that does something else."""
NEAR_ENOUGH = 0.5
"""A turn that is so many points worse is as good."""
MOST_LOOKS = 3
NODES = 100
"""For an answer, which somebody waits for."""


def find_puzzle(
    turns: Sequence[PlayedTurn], reviews: Iterable[TurnReview], nodes: int
) -> TurnReview | None:
    """Of the clearest turns that their players missed one that stays so at a longer look."""
    missed = [each for each in reviews if min(each.loss, each.margin) >= LEAST_MARGIN]
    missed.sort(key=lambda each: (-each.margin, each.turn))
    starts = {each.start.version: each.start for each in turns}
    clear = (each for each in missed[:MOST_LOOKS] if _is_clear(starts[each.version], each, nodes))
    return next(clear, None)


def _is_clear(state: State, review: TurnReview, nodes: int) -> bool:
    best, played = (order_of(each, review.seat) for each in (review.best, review.played))
    points = {
        digest(judge(state, each.order)[1]): each.points
        for each in reversed(rank(state, nodes=nodes, also=(best, played)))
    }
    own = points.pop(digest(judge(state, best)[1]))
    return own - max(points.values()) >= LEAST_MARGIN


def missed_points(state: State, best: Command, order: Command, *, nodes: int = NODES) -> float:
    """How many points worse an answer is than the best turn; 0 where it is as good."""
    goal, came_to = (digest(judge(state, each)[1]) for each in (best, order))
    if came_to == goal:
        return 0.0
    first, other = rank_beside(state, orders=(best, order), nodes=nodes)
    missed = first.points - other.points
    return missed if missed > NEAR_ENOUGH else 0.0


def without_people(state: State) -> State:
    """The table alone: who sat there, under which name and by which clock is left out."""
    seats = tuple(Seat() for _ in state.setup.seats)
    return replace(
        state,
        terms=Terms(),
        setup=replace(state.setup, seats=seats, seed=0),
        deadline=None,
        paused=False,
        clock=NO_CLOCK,
        turn_starts=(),
        ruleset_agreed=(),
    )
