"""Puzzles come of public games that were analysed; each day has the clearest that is left."""

from datetime import date

import pytest

from games.analyses.models import Puzzle
from games.analyses.puzzles import choose_daily, days_of_puzzles, newest_puzzle, puzzle_of
from games.analyses.tasks import analyse_game, choose_daily_puzzle
from games.edge import now
from tests.analyses.finished import MORE, analyse, end_game, keep_clearest
from tests.people import Cast

pytestmark = pytest.mark.django_db
MONDAY, TUESDAY = date(2026, 3, 2), date(2026, 3, 3)


def keep(number: int, margin: float) -> None:
    Puzzle.objects.create(
        game_id=f"00000000-0000-0000-0000-{number:012}", version=1, position="{}", review="{}",
        margin=margin,
    )  # fmt: skip


def test_an_analysed_public_game_may_leave_a_puzzle_and_a_private_one_never(people: Cast) -> None:
    for watch in ("public", "private"):
        analyse(end_game(people, watch=watch), nodes=MORE)
    (row,) = Puzzle.objects.all()
    assert (row.margin >= 3, row.day) == (True, None)


def test_a_day_has_the_clearest_that_is_left_and_only_one() -> None:
    for number, margin in ((1, 4.0), (2, 9.0), (3, 5.0)):
        keep(number, margin)
    for day in (MONDAY, MONDAY, TUESDAY):
        choose_daily(day)
    chosen = Puzzle.objects.exclude(day=None).order_by("day").values_list("day", "margin")
    assert list(chosen) == [(MONDAY, 9.0), (TUESDAY, 5.0)]


def test_the_first_of_a_site_is_that_of_today_at_once(people: Cast) -> None:
    row = keep_clearest(end_game(people), None)
    analyse_game(str(row.game_id), 99)
    newest = newest_puzzle(now().date())
    assert newest is not None
    assert newest.day == now().date()


def test_a_day_without_any_left_has_none(people: Cast) -> None:
    choose_daily_puzzle()
    assert newest_puzzle(now().date()) is None
    assert puzzle_of(MONDAY) is None


def test_the_newest_is_that_of_today_or_the_last_one_before(people: Cast) -> None:
    row = keep_clearest(end_game(people), MONDAY)
    newest = newest_puzzle(TUESDAY)
    assert newest is not None
    assert (newest.day, newest.review.version) == (MONDAY, row.version)
    assert newest_puzzle(date(2026, 3, 1)) is None
    assert list(days_of_puzzles(TUESDAY, 5)) == [MONDAY]
