"""Turns to find: positions of finished games in which one turn is clearly best."""

from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from games.bots.analysis import TurnReview, order_of
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
NODES = 100
"""For an answer, which somebody waits for."""


def find_puzzle(
    turns: Sequence[PlayedTurn], reviews: Iterable[TurnReview], nodes: int
) -> TurnReview | None:
    """The clearest turn that its player missed, if it stays so at a second, longer look."""
    missed = [each for each in reviews if min(each.loss, each.margin) >= LEAST_MARGIN]
    if not missed:
        return None
    clearest = max(missed, key=lambda each: (each.margin, -each.turn))
    state = next(each.start for each in turns if each.start.version == clearest.version)
    best = order_of(clearest.best, clearest.seat)
    played = order_of(clearest.played, clearest.seat)
    goal = digest(judge(state, best)[1])
    points = {
        digest(judge(state, each.order)[1]): each.points
        for each in reversed(rank(state, nodes=nodes, also=(best, played)))
    }
    own = points.pop(goal)
    is_clear = own - max(points.values()) >= LEAST_MARGIN
    return clearest if is_clear else None


def missed_points(state: State, best: Command, order: Command, *, nodes: int = NODES) -> float:
    """How many points worse an answer is than the best turn; 0 where it is as good."""
    goal, came_to = (digest(judge(state, each)[1]) for each in (best, order))
    if came_to == goal:
        return 0.0
    ranked = rank(state, nodes=nodes, also=(best, order))
    points = {digest(judge(state, each.order)[1]): each.points for each in reversed(ranked)}
    missed = points[goal] - points[came_to]
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
