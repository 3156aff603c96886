"""Positions in which one turn is clearly best, and answers judged."""

from msgspec.structs import replace

from games.bots.analysis import TurnReview, order_of, review_turn
from games.bots.puzzles import LEAST_MARGIN, find_puzzle, missed_points, without_people
from games.domain.commands import TakeTurn
from games.domain.decide import decide
from games.domain.recall import played_turns
from games.domain.state import Seat
from tests.golden.golden import events_of

NODES = 5
TURNS = played_turns(events_of("two-players-by-chance"))
REVIEWS = [review_turn(TURNS, number, nodes=NODES) for number in range(len(TURNS))]


def clearest() -> TurnReview:
    return max(REVIEWS, key=lambda each: min(each.margin, each.loss))


def test_a_puzzle_is_a_turn_that_was_missed_and_stays_clear() -> None:
    found = find_puzzle(TURNS, REVIEWS, NODES)
    assert found is not None
    assert min(found.loss, found.margin) >= LEAST_MARGIN


def test_a_game_in_which_nothing_was_missed_has_none() -> None:
    assert find_puzzle(TURNS, [replace(each, loss=0.0) for each in REVIEWS], NODES) is None
    assert find_puzzle(TURNS, [replace(each, margin=2.9) for each in REVIEWS], NODES) is None


def test_what_a_second_look_finds_as_good_is_none() -> None:
    """The best turn is said to be one that is not."""
    turn = TURNS[10]
    wrong = replace(REVIEWS[10], best=REVIEWS[10].played, loss=9.0, margin=9.0)
    assert REVIEWS[10].loss > 1
    assert find_puzzle([turn], [wrong], NODES) is None


def test_the_best_turn_misses_nothing_however_it_is_written() -> None:
    review = clearest()
    state = next(each.start for each in TURNS if each.start.version == review.version)
    best = order_of(review.best, review.seat)
    assert missed_points(state, best, best, nodes=NODES) == 0
    turned = replace(best, increase=best.increase[::-1])
    assert missed_points(state, best, turned, nodes=NODES) == 0


def test_another_turn_misses_points() -> None:
    review = clearest()
    state = next(each.start for each in TURNS if each.start.version == review.version)
    best = order_of(review.best, review.seat)
    assert missed_points(state, best, TakeTurn(review.seat), nodes=NODES) > 0.5


def test_a_puzzle_names_nobody_and_plays_as_the_game_did() -> None:
    state = without_people(TURNS[4].start)
    assert set(state.setup.seats) == {Seat()}
    assert (state.terms.name, state.terms.owner, state.deadline) == ("", None, None)
    assert decide(state, TURNS[4].order) == decide(TURNS[4].start, TURNS[4].order)
