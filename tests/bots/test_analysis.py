"""A finished game looked at again: what each turn lost, what turned the game, what to learn."""

from functools import cache

import msgspec
import pytest

from games.bots.analysis import (
    GameAnalysis,
    TurnReview,
    accuracy,
    analyse,
    body_of,
    order_of,
    review_turn,
    summarise,
)
from games.bots.themes import Line, Theme, theme_of
from games.domain import Event
from games.domain.commands import TakeTurn, command
from games.domain.decide import decide, judge
from games.domain.events import CityScored
from games.domain.evolve import replay
from games.domain.recall import PlayedTurn, played_turns
from tests.domain.tables import lay
from tests.golden.golden import events_of

NODES = 5
uncounted = pytest.mark.uncounted
TWO = events_of("two-players")
FOUR = events_of("ruleset-2-four-players-everything")
LATE = events_of("ruleset-2-five-players-chosen-tiles")


@cache
def analysis_of(events: tuple[Event, ...]) -> GameAnalysis:
    return analyse(events, replay(events), nodes=NODES)


@pytest.mark.parametrize(
    "events",
    [TWO, FOUR, pytest.param(LATE, marks=uncounted)],
    ids=["two", "four", "five"],
)
def test_every_turn_stands_beside_the_best_one(events: tuple[Event, ...]) -> None:
    analysis, turns = analysis_of(events), played_turns(events)
    assert [each.version for each in analysis.turns] == [each.start.version for each in turns]
    for review, played in zip(analysis.turns, turns, strict=True):
        assert order_of(review.played, review.seat) == played.order
        assert review.loss >= 0 <= review.margin
        assert review.points + review.loss == pytest.approx(review.best_points, abs=0.02)
        assert (review.theme is not None) <= (review.best != review.played)
        decide(played.start, order_of(review.best, review.seat))
        if review.freedom != "free":
            assert (review.loss, review.best) == (0, review.played)


def test_the_same_game_is_seen_the_same_and_is_json() -> None:
    analysis = analysis_of(TWO)
    assert analyse(TWO, replay(TWO), nodes=NODES) == analysis
    assert msgspec.json.decode(msgspec.json.encode(analysis), type=GameAnalysis) == analysis


def test_what_was_expected_is_there_before_the_first_turn_and_ends_as_the_game_did() -> None:
    analysis = analysis_of(FOUR)
    assert len(analysis.expected) == len(analysis.turns) + 2
    influence = replay(FOUR).influence
    winner = max(range(4), key=influence.__getitem__)
    end = analysis.expected[-1]
    assert max(range(4), key=end.__getitem__) == winner
    assert sum(end) == pytest.approx(0, abs=0.05)


def test_of_two_players_one_is_ahead_by_what_the_other_is_behind() -> None:
    assert all(one == -other for one, other in analysis_of(TWO).expected)


@uncounted
def test_a_turn_that_was_lost_to_the_clock_is_not_the_players() -> None:
    turns = [review for review in analysis_of(LATE).turns if review.freedom == "late"]
    assert [each.turn for each in turns] == [
        each.start.turn for each in played_turns(LATE) if each.late
    ]
    assert turns


def test_who_can_only_pass_loses_nothing() -> None:
    state = lay(2, "las-vegas: blue", money={}, supply={"blue": 0})
    order = TakeTurn(0)
    played = PlayedTurn(state, order, decide(state, order), late=False)
    review = review_turn([played], 0, nodes=NODES)
    assert (review.freedom, review.loss, review.theme) == ("forced", 0, None)


def test_T20_who_wins_the_game_by_a_pass_has_lost_nothing() -> None:
    state = lay(
        2, "omaha: blue\nogallala: red", still=["red"], influence={"blue": 20}, money={"blue": 9}
    )
    order = TakeTurn(0)
    played = PlayedTurn(state, order, decide(state, order), late=False)
    review = review_turn([played], 0, nodes=NODES)
    assert judge(state, order)[1].winners == (0,)
    assert (review.freedom, review.loss, review.best) == ("free", 0, review.played)


def test_the_less_is_lost_the_higher_the_accuracy() -> None:
    assert [accuracy(loss) for loss in (0, 1, 4, 8, 400)] == [100, 84, 50, 25, 0]


def review(turn: int, loss: float, theme: Theme = "regions", seat: int = 0) -> TurnReview:
    body = body_of(TakeTurn(seat))
    return TurnReview(turn, seat, turn * 10, "free", body, 1.0, body, 1.0 + loss, loss, loss, theme)


def summary(*reviews: TurnReview) -> GameAnalysis:
    return summarise(reviews, lay(2))


def test_the_turning_points_are_the_dearest_turns_of_three_rounds() -> None:
    dear = (review(1, 9), review(2, 8), review(7, 3), review(9, 2.6), review(12, 2))
    assert summary(*dear).turning_points == (1, 7, 9)


def test_a_round_has_two_of_them_where_no_other_lost_anything() -> None:
    assert summary(review(1, 9), review(2, 8), review(5, 0.9)).turning_points == (1, 2)


def test_the_lesson_is_what_cost_most_together_with_the_turns_that_show_it() -> None:
    player = summary(
        review(1, 5, "cities"), review(3, 3), review(5, 4), review(7, 20, "place")
    ).players[0]
    assert (player.lesson, player.turns) == ("regions", (5, 3))


def test_who_lost_hardly_anything_played_steadily() -> None:
    player = summary(review(1, 0.9), review(3, 0)).players[0]
    assert (player.lesson, player.turns, player.loss) == ("steady", (), 0.45)


TABLE = lay(
    5,
    """
    pittsburgh scored: red
    new-york: blue blue blue blue red
    kansas-city: blue
    chicago: blue red
    denver: red red blue
    ogallala: blue
    """,
    sizes={"new-york": 8, "kansas-city": 3, "chicago": 6, "oklahoma-city": 8, "denver": 4},
    markers={"northeast": "red"},
    money={"blue": 20},
)


def line(**body: object) -> Line:
    order = command("turn", 0, body)
    assert isinstance(order, TakeTurn)
    return Line(order, *judge(TABLE, order))


RED_WINS_CHICAGO = CityScored(1, "chicago", 1, majority=True, influence=6, taken_back=3)


@pytest.mark.parametrize(
    ("theme", "played", "best", "following"),
    [
        ("regions", {"increase": ["kansas-city"]}, {"increase": ["new-york"]}, ()),
        ("cities", {"increase": ["chicago"]}, {"increase": ["kansas-city"]}, ()),
        ("gifts", {"increase": ["denver"]}, {"increase": ["chicago"]}, ()),
        ("majorities", {}, {"increase": ["chicago"]}, (RED_WINS_CHICAGO,)),
        ("bonus-kept", {}, {"bonus": "cash"}, ()),
        ("bonus-wasted", {"bonus": "cash"}, {}, ()),
        ("idle", {"increase": ["chicago"]}, {"expand": [{"to": "omaha"}]}, ()),
        ("split", {"expand": [{"to": "omaha"}]},
         {"expand": [{"to": "omaha"}], "increase": ["chicago"]}, ()),
        ("income", {"expand": [{"to": "sioux-falls"}]}, {"expand": [{"to": "oklahoma-city"}]}, ()),
        ("place", {"expand": [{"to": "dodge-city"}]}, {"expand": [{"to": "sioux-falls"}]}, ()),
        (None, {}, {"order": []}, ()),
    ],
)  # fmt: skip
def test_what_a_turn_lacked(
    theme: str | None,
    played: dict[str, object],
    best: dict[str, object],
    following: tuple[Event, ...],
) -> None:
    assert theme_of(line(**played), line(**best), following) == theme


@pytest.mark.parametrize(("theme", "turned"), [("ends", False), ("goes-on", True)])
def test_a_turn_may_end_the_game_too_early_or_not_at_all(theme: str, *, turned: bool) -> None:
    """T20: after all others passed, one more pass is the end."""
    state = lay(2, "omaha: blue", money={"blue": 9}, still=["red"])
    lines = []
    for body in ({"expand": [{"to": "dodge-city"}]}, {}):
        order = command("turn", 0, body)
        assert isinstance(order, TakeTurn)
        lines.append(Line(order, *judge(state, order)))
    played, best = lines[::-1] if turned else lines
    assert theme_of(played, best, ()) == theme
