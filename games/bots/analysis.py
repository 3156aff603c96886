"""A finished game looked at again: each turn beside the best one that a search finds.

Points are by how many a seat is expected to end ahead of the others' mean, as `settle` has them.
What a turn lost is the best turn's less its own; who wins the game by it has lost nothing.
"""

import math
from collections.abc import Iterable, Sequence
from typing import Literal

from msgspec import Struct
from msgspec.structs import asdict

from games.bots.evaluation import lead
from games.bots.foresight import settle
from games.bots.search import RankedOrder, rank
from games.bots.strengths import MASTER_NODES_AMONG_MANY
from games.bots.themes import Line, Theme, theme_of
from games.domain import Event, State, moves
from games.domain.commands import TakeTurn, TurnBody
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.recall import PlayedTurn, played_turns
from games.domain.units import SeatNumber, VersionNumber

ENGINE = 3
"""The version of what thinks; a later one may see a game otherwise."""
NODES = MASTER_NODES_AMONG_MANY // 4
"""A turn."""
HALVING = 4.0
"""Points lost a turn that halve the accuracy."""
LEAST_LOSS = 1.0
"""A smaller loss is no lesson."""
TURNING_POINTS, TURNING_LOSS = 3, 2.5
"""At most so many; where less was lost, strong players may well judge otherwise."""

Freedom = Literal["free", "forced", "late"]
Lesson = Theme | Literal["steady"]


class TurnReview(Struct, frozen=True):
    """A turn beside the best one. Only a free turn can lose points."""

    turn: int
    """Its number, from 1."""
    seat: SeatNumber
    """Who played it."""
    version: VersionNumber
    """The version at its start, from which what-if goes on."""
    freedom: Freedom
    """`forced` where nothing but a pass was possible, `late` where the clock took the turn."""
    played: TurnBody
    """What was played."""
    points: float
    """By how many points the seat was expected to end ahead then; below 0, behind."""
    best: TurnBody
    """The best turn that was found; the played one where that is as good."""
    best_points: float
    """What was expected of that."""
    loss: float
    """The difference."""
    margin: float
    """By how many points the best turn is better than the best that does something else."""
    theme: Theme | None
    """What the played turn lacked."""


class PlayerReview(Struct, frozen=True):
    """How a seat played, and what it might learn."""

    seat: SeatNumber
    """Its number."""
    accuracy: int
    """From 0 to 100: each 4 points lost a turn halve it."""
    loss: float
    """Points lost a turn, in turns that had a choice."""
    lesson: Lesson
    """What most of the lost points have in common; `steady` where hardly any were lost."""
    turns: tuple[int, ...]
    """The turns that show it, the dearest first."""


class GameAnalysis(Struct, frozen=True):
    """A finished game as a strong computer player sees it."""

    turns: tuple[TurnReview, ...]
    """Every turn, in order."""
    expected: tuple[tuple[float, ...], ...]
    """By how many points each seat was expected to end ahead of the others: before the first turn, after each, and at the end. Of a seat that was not to move it is what its last turn said."""
    players: tuple[PlayerReview, ...]
    """One for each seat."""
    turning_points: tuple[int, ...]
    """The numbers of the turns that lost most, in order: three at most, of 2.5 points or more."""


def analyse(history: Sequence[Event], final: State, *, nodes: int = NODES) -> GameAnalysis:
    turns = played_turns(history)
    reviews = tuple(review_turn(turns, number, nodes=nodes) for number in range(len(turns)))
    return summarise(reviews, final)


def review_turn(turns: Sequence[PlayedTurn], number: int, *, nodes: int = NODES) -> TurnReview:
    """The turn of this index. The same turns and nodes give the same review."""
    turn = turns[number]
    state, order = turn.start, turn.order
    ranked = _distinct(state, rank(state, nodes=nodes, also=(order,)))
    played = Line(order, *judge(state, order))
    own, (best, *others) = ranked[digest(played.after)], ranked.values()
    freedom, points = _freedom(turn), [each.points for each in settle(state, (best, own))]
    wins = played.after.status == "ended" and order.seat in played.after.winners
    loss = points[0] - points[-1] if freedom == "free" and not wins and best is not own else 0.0
    chosen = best.order if loss > 0 and isinstance(best.order, TakeTurn) else order
    theme = None
    if chosen != order:
        later = turns[number + 1 : number + len(state.money)]
        following = (event for each in later for event in each.events)
        theme = theme_of(played, Line(chosen, *judge(state, chosen)), following)
    return TurnReview(
        state.turn,
        order.seat,
        state.version,
        freedom,
        body_of(order),
        round(points[-1], 2),
        body_of(chosen),
        round(points[-1] + loss, 2),
        round(loss, 2),
        round(max(0.0, best.points - max(each.points for each in others)), 2) if others else 0.0,
        theme,
    )


def body_of(order: TakeTurn) -> TurnBody:
    fields = asdict(order)
    del fields["seat"]
    return TurnBody(**fields)


def order_of(body: TurnBody, seat: int) -> TakeTurn:
    return TakeTurn(seat, **asdict(body))


def _freedom(turn: PlayedTurn) -> Freedom:
    if turn.late:
        return "late"
    choices = moves.options(turn.start)
    ways = (choices.boom, choices.expand, choices.increase, choices.use, choices.use_both)
    return "free" if any(ways) else "forced"


def _distinct(state: State, ranked: Iterable[RankedOrder]) -> dict[str, RankedOrder]:
    """Of the orders that lead to the same table the best; the best first."""
    found: dict[str, RankedOrder] = {}
    for each in ranked:
        found.setdefault(digest(judge(state, each.order)[1]), each)
    return found


def summarise(reviews: Sequence[TurnReview], final: State) -> GameAnalysis:
    seats = range(len(final.money))
    return GameAnalysis(
        tuple(reviews),
        _expectations(reviews, final),
        tuple(_review_player(seat, reviews) for seat in seats),
        _turning_points(reviews, len(seats)),
    )


def _expectations(reviews: Sequence[TurnReview], final: State) -> tuple[tuple[float, ...], ...]:
    seats = range(len(final.money))
    first = {each.seat: each.best_points for each in reversed(reviews)}
    now = [first.get(seat, 0.0) for seat in seats]
    if len(seats) == 2 and reviews:
        _note(now, reviews[0].seat, reviews[0].best_points)
    rows = [tuple(now)]
    for each in reviews:
        _note(now, each.seat, each.points)
        rows.append(tuple(now))
    return (*rows, tuple(round(lead(final.influence, seat), 2) for seat in seats))


def _note(now: list[float], seat: int, points: float) -> None:
    """What one of two is ahead, the other is behind."""
    now[seat] = points
    if len(now) == 2:
        now[1 - seat] = -points


def _review_player(seat: int, reviews: Iterable[TurnReview]) -> PlayerReview:
    own = [each for each in reviews if each.seat == seat and each.freedom == "free"]
    loss = sum(each.loss for each in own) / max(1, len(own))
    lesson, turns = _lesson(own)
    return PlayerReview(seat, accuracy(loss), round(loss, 2), lesson, turns)


def accuracy(loss: float) -> int:
    """From the points lost a turn."""
    return round(100 * math.exp2(-loss / HALVING))


def _lesson(own: Sequence[TurnReview]) -> tuple[Lesson, tuple[int, ...]]:
    """The theme that cost most; the mere choice of a place only where there is no other."""
    lost = sorted((each for each in own if each.loss >= LEAST_LOSS), key=lambda each: -each.loss)
    costs: dict[Theme, float] = {}
    for each in lost:
        if each.theme is not None:
            costs[each.theme] = costs.get(each.theme, 0.0) + each.loss
    if not costs:
        return "steady", ()
    dearest = max(costs, key=lambda theme: (theme != "place", costs[theme]))
    return dearest, tuple(each.turn for each in lost if each.theme == dearest)


def _turning_points(reviews: Iterable[TurnReview], seats: int) -> tuple[int, ...]:
    """Of one round a second turn only where fewer than three rounds lost anything."""
    turned = (each for each in reviews if each.loss >= TURNING_LOSS)
    lost = sorted(turned, key=lambda each: -each.loss)
    chosen: list[TurnReview] = []
    seconds: list[TurnReview] = []
    for each in lost:
        rounds = {(one.turn - 1) // seats for one in chosen}
        (seconds if (each.turn - 1) // seats in rounds else chosen).append(each)
    largest = [*chosen, *seconds][:TURNING_POINTS]
    return tuple(sorted(each.turn for each in largest))
