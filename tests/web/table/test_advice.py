"""Hints on the page of a table, and why not this: asked for, told with reasons, and drafted."""

from urllib.parse import urlencode
from uuid import UUID

import pytest
from msgspec.structs import replace

from games.bots.suggestions import suggestions
from games.domain import Options
from games.domain.commands import TakeTurn
from games.domain.state import Terms
from games.limits import HINTS
from games.models import Person
from games.web.table.drafts import text_of
from tests.doing import browser, play_on, start_game, table_of, table_path
from tests.pages import Element, open_page
from tests.people import Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


@pytest.fixture
def game(people: Cast) -> UUID:
    game = start_game(people)
    play_on(game, 4)
    return game


def open_draft(person: Person, game: UUID, **draft: str) -> Element:
    return open_page(browser(person), f"{table_path(game)}?{urlencode(draft)}")


def ask(person: Person, game: UUID, link: str = "Hints", **draft: str) -> Element:
    """Follows the link of the page."""
    asked = open_draft(person, game, **draft).link(link)["href"]
    return open_page(browser(person), table_path(game) + asked)


def best_turn(game: UUID) -> TakeTurn:
    first = suggestions(table_of(game))[0]
    assert isinstance(first, TakeTurn)
    return first


def hint_links(page: Element) -> list[str]:
    links = page.all("link")
    return [each["href"] for each in links if each.attributes.get("id", "").startswith("hint-")]


def test_hints_come_when_they_are_asked_for_and_are_taken_into_the_draft(
    people: Cast, game: UUID
) -> None:
    assert hint_links(open_draft(people.ada, game)) == []
    told = ask(people.ada, game)
    links = hint_links(told)
    assert len(links) == len(suggestions(table_of(game)))
    drafted = open_page(browser(people.ada), table_path(game) + links[0])
    assert drafted.by_id("outcome").values["turn"] == text_of(best_turn(game))


def test_ones_own_turn_is_compared_with_the_best_and_answered(people: Cast, game: UUID) -> None:
    fine = ask(people.ada, game, "Why not this?", turn=text_of(best_turn(game)))
    assert "bob could answer: " in fine.text
    passed = open_draft(people.ada, game, **{"pass": "1", "why": "1"})
    assert "against the best:" in passed.text
    assert len(hint_links(passed)) == 1


def test_who_is_not_to_move_or_wants_no_suggestions_has_nothing_to_ask(people: Cast) -> None:
    game = start_game(people)
    assert not open_draft(people.bob, game, hints="1").all("link", "Hints")
    terms = Terms("Route 66", owner=people.ada.pk, suggestions=False)
    without = start_game(people, terms=terms)
    assert not open_draft(people.ada, without, hints="1").all("link", "Hints")


def test_a_choice_of_the_set_up_has_hints_too(people: Cast) -> None:
    game = start_game(people, options=Options())
    person = (people.ada, people.bob)[table_of(game).mover]
    told = ask(person, game)
    assert "Lies beside " in told.text
    drafted = open_page(browser(person), table_path(game) + hint_links(told)[0])
    assert "Choose this" in drafted.text


def test_hints_are_so_many_an_hour(
    people: Cast, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.hints.HINTS", replace(HINTS, most=2))
    assert hint_links(ask(people.ada, game))
    assert hint_links(ask(people.ada, game))
    refused = ask(people.ada, game)
    assert hint_links(refused) == []
    assert "2 hints an hour are the most" in refused.text
