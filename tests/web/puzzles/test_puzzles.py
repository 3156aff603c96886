"""The puzzle of a day is solved by playing, and tells whoever missed it what was best."""

from datetime import date, timedelta

import pytest
from django.http import HttpResponse
from django.template.defaultfilters import floatformat
from django.test import Client
from django.urls import reverse

from games.analyses.puzzles import DailyPuzzle, puzzle_of
from games.domain.commands import TakeTurn
from games.edge import now
from games.limits import PUZZLE_ANSWERS
from games.web.table.drafts import text_of
from tests.analyses.finished import end_game, keep_clearest
from tests.doing import read_page
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def path_of(day: date) -> str:
    return reverse("puzzle", args=[day.isoformat()])


@pytest.fixture
def today(people: Cast) -> DailyPuzzle:
    day = now().date()
    keep_clearest(end_game(people), day)
    found = puzzle_of(day)
    assert found is not None
    return found


def answer(puzzle: DailyPuzzle, order: TakeTurn) -> HttpResponse:
    """As the panel sends it."""
    form = {"turn": text_of(order), "play": "1"}
    response = Client().post(path_of(puzzle.day), form)
    assert isinstance(response, HttpResponse)
    return response


def test_the_best_turn_is_right_and_is_shown_with_what_was_played(today: DailyPuzzle) -> None:
    page = page_of(answer(today, today.best))
    assert page.heading("That is it!")
    assert "What was played" in page.text
    assert f"It lost {floatformat(today.review.loss, 1)} points" in page.text
    assert not page.all("button", "Try this")


def test_another_turn_says_how_many_points_it_missed_and_can_be_changed(
    today: DailyPuzzle,
) -> None:
    page = page_of(answer(today, TakeTurn(today.state.mover)))
    assert "points short of the best one" in page.alert
    assert "Show the solution" in page.text
    assert page.heading("What to try")


def test_what_the_rules_refuse_is_no_answer(today: DailyPuzzle) -> None:
    order = TakeTurn(today.state.mover, increase=("minneapolis", "minneapolis"))
    response = answer(today, order)
    assert response.status_code == 422
    assert page_of(response).alert


def test_an_answer_in_words_counts_as_well(today: DailyPuzzle) -> None:
    response = Client().post(path_of(today.day), {"orders": "pass", "play": "1"})
    assert "points short" in page_of(response).alert


def test_the_panel_is_that_of_a_turn(today: DailyPuzzle) -> None:
    page = open_page(Client(), f"{path_of(today.day)}?part=turn")
    assert page.heading("What to try")
    assert page.all("button")


def test_nobody_is_named(people: Cast, today: DailyPuzzle) -> None:
    html = read_page(Client(), path_of(today.day))
    for name in ("ada", "bob", "Route 66"):
        assert f">{name}" not in html


def test_the_list_has_todays_and_earlier_ones(people: Cast, today: DailyPuzzle) -> None:
    keep_clearest(end_game(people), today.day - timedelta(days=3))
    page = open_page(Client(), reverse("puzzles"))
    assert page.link("Solve it")["href"] == path_of(today.day)
    assert page.heading("Earlier ones")


def test_the_home_page_has_a_card_for_it(today: DailyPuzzle) -> None:
    page = open_page(Client(), reverse("home"))
    assert page.link("Find it")["href"] == path_of(today.day)


def test_there_is_none_of_a_day_to_come_or_of_no_day(today: DailyPuzzle) -> None:
    keep = today.day + timedelta(days=1)
    for day in (keep.isoformat(), "2020-01-01", "today"):
        assert Client().get(reverse("puzzle", args=[day])).status_code == 404
    assert "There is none yet" not in open_page(Client(), reverse("puzzles")).text


def test_who_answers_too_often_waits(today: DailyPuzzle) -> None:
    client = Client()
    form = {"turn": text_of(today.best), "play": "1"}
    for _ in range(PUZZLE_ANSWERS.most):
        assert client.post(path_of(today.day), form).status_code == 200
    assert client.post(path_of(today.day), form).status_code == 429
