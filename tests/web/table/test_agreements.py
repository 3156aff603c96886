"""Pauses, and seats that were given up: what a page offers, and what its buttons do."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.template.loader import render_to_string
from django.test import Client
from django.urls import reverse

from games.domain.state import Terms
from games.edge import now
from games.models import Person
from games.overdue import move_on_due
from games.web.table.agreements import agreements_of
from tests.doing import browser, start_beside_computer, start_game, table_of
from tests.games.test_tasks import start_against_computer
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def render_agreements(game: UUID, person: Person | None) -> str:
    context = {"agreements": agreements_of(person, table_of(game)), "game_id": game}
    return render_to_string("table/agreements.html", context)


def do(person: Person | None, game: UUID, what: str, **more: str) -> int:
    path = reverse("agreements", args=[game])
    return browser(person).post(path, {"do": what, **more}).status_code


def test_a_pause_is_agreed_to_by_all_and_ended_by_one(people: Cast) -> None:
    game = start_game(people)
    assert "I want a pause" in render_agreements(game, people.ada)
    do(people.ada, game, "agree")
    assert "1 of 2 want one" in render_agreements(game, people.bob)
    assert "No pause after all" in render_agreements(game, people.ada)
    do(people.bob, game, "agree")
    assert table_of(game).paused
    assert "End the pause" in render_agreements(game, people.bob)
    do(people.bob, game, "end")
    assert not table_of(game).paused


def test_a_word_for_a_pause_can_be_taken_back(people: Cast) -> None:
    game = start_game(people)
    do(people.ada, game, "agree")
    do(people.ada, game, "withdraw")
    assert table_of(game).clock.agreed == ()


def test_a_newer_ruleset_is_agreed_to_by_all(people: Cast) -> None:
    game = start_game(people, ruleset="franchise-1")
    assert "Play on by ruleset 2" in render_agreements(game, people.ada)
    do(people.ada, game, "want-ruleset")
    assert "1 of 2 want it" in render_agreements(game, people.bob)
    assert "No newer rules after all" in render_agreements(game, people.ada)
    do(people.ada, game, "keep-ruleset")
    assert table_of(game).ruleset_agreed == ()
    for person in (people.ada, people.bob):
        do(person, game, "want-ruleset")
    assert table_of(game).setup.ruleset == "franchise-2"
    assert "ruleset" not in render_agreements(game, people.ada)


def test_by_the_newest_ruleset_there_is_none_to_agree_to(people: Cast) -> None:
    game = start_game(people)
    assert "ruleset" not in render_agreements(game, people.ada)
    do(people.ada, game, "want-ruleset")
    assert table_of(game).ruleset_agreed == ()


def test_alone_among_computers_one_chooses_who_plays_on(people: Cast) -> None:
    game = start_against_computer()
    shown = render_agreements(game, people.ada)
    assert "Regular (computer)" in shown
    assert "It holds when all agree." not in shown
    do(people.ada, game, "want-computer", seat="1", strength="master")
    assert table_of(game).setup.seats[1].bot == "master"
    assert 'value="master" selected' in render_agreements(game, people.ada)


def test_another_computer_player_comes_once_all_want_it(people: Cast) -> None:
    game = start_beside_computer(people)
    do(people.ada, game, "want-computer", seat="2", strength="strong")
    assert table_of(game).setup.seats[2].bot == "regular"
    assert "Not Strong after all" in render_agreements(game, people.ada)
    asked = render_agreements(game, people.bob)
    assert "Agree to Strong" in asked
    assert "1 of 2 want it" in asked
    do(people.ada, game, "keep-computer", seat="2")
    assert table_of(game).computer_wishes == ()
    for person in (people.bob, people.ada):
        do(person, game, "want-computer", seat="2", strength="strong")
    assert table_of(game).setup.seats[2].bot == "strong"


def test_strangers_are_offered_nothing_and_may_do_nothing(people: Cast) -> None:
    game = start_game(people)
    for stranger in (people.mallory, None):
        assert render_agreements(game, stranger).strip() == ""
    for what in (
        "agree",
        "withdraw",
        "end",
        "want-ruleset",
        "keep-ruleset",
        "want-computer",
        "keep-computer",
        "take-over",
        "nonsense",
    ):
        assert do(people.mallory, game, what, seat="0") == 404
        assert do(None, game, what) == 302
    assert Client().get(reverse("agreements", args=[game])).status_code == 405
    assert not table_of(game).clock.agreed


def start_late_game(people: Cast) -> UUID:
    terms = Terms("Slow", people.ada.pk, 12, "public", when_late="pass")
    game = start_game(people, terms=terms)
    for half_days in range(1, 5):
        move_on_due(now() + timedelta(hours=13 * half_days))
    return game


def test_a_seat_that_was_given_up_is_taken_over(people: Cast) -> None:
    game = start_late_game(people)
    assert "Take over" in render_agreements(game, people.mallory)
    do(people.mallory, game, "take-over", seat="0")
    assert table_of(game).setup.seats[0].player == people.mallory.pk


def test_who_was_away_comes_back(people: Cast) -> None:
    game = start_late_game(people)
    assert "Come back" in render_agreements(game, people.bob)
    do(people.bob, game, "take-over", seat="1")
    assert table_of(game).clock.lost == (2, 0)
    assert "Come back" not in render_agreements(game, people.bob)
