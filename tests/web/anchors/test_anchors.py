"""The pages of anchors: the list, a game's proofs, and who gets them."""

from uuid import UUID

import pytest
import time_machine
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from games.access import see_game
from games.anchors.models import Root
from games.anchors.publishing import publish_due
from games.domain.anchors import check_history, check_list, check_proof, read_list, read_proof
from games.events import store
from tests.anchors.days import ANCHOR_KEY, PUBLIC_KEY, at
from tests.doing import browser, pass_turn, read_page, start_game
from tests.people import Cast

pytestmark = pytest.mark.django_db


@pytest.fixture
def games(people: Cast, settings: Settings) -> list[UUID]:
    """Three games that moved on the first of March; one of them moved on the second too."""
    settings.ANCHOR_KEY = ANCHOR_KEY
    with time_machine.travel(at(1), tick=False) as clock:
        game_ids = [start_game(people) for _ in range(3)]
        publish_due(at(2, 1))
        clock.move_to(at(2))
        pass_turn(game_ids[0])
        publish_due(at(3, 1))
    return game_ids


def proof_page(game: UUID, day: str) -> str:
    return reverse("game-proof", args=[game, day])


def test_the_page_of_anchors_shows_the_newest_roots_and_their_key(games: list[UUID]) -> None:
    html = read_page(Client(), reverse("anchors"))
    for root in Root.objects.all():
        assert root.root in html
        assert root.signature in html
    assert PUBLIC_KEY in html
    assert "March 2, 2026" in html
    assert reverse("anchor-list") in html


def test_the_list_is_one_that_the_checker_takes(games: list[UUID]) -> None:
    days = read_list(Client().get(reverse("anchor-list")).content)
    assert [each.anchor.day for each in days] == ["2026-03-01", "2026-03-02"]
    assert check_list(days, PUBLIC_KEY) == days


def test_a_list_that_has_not_grown_is_not_sent_again(games: list[UUID]) -> None:
    first = Client().get(reverse("anchor-list"))
    again = Client().get(reverse("anchor-list"), headers={"If-None-Match": first["ETag"]})
    assert again.status_code == 304


def test_before_the_first_night_there_is_an_empty_list(people: Cast) -> None:
    assert read_page(Client(), reverse("anchor-list")) == ""
    assert "No day has been signed yet." in read_page(Client(), reverse("anchors"))
    game = start_game(people)
    html = read_page(browser(people.ada), reverse("game-anchors", args=[game]))
    assert "None yet: the day on which a game moves is signed after midnight UTC." in html


def test_a_games_page_gives_the_proof_of_each_day_on_which_it_moved(
    people: Cast, games: list[UUID]
) -> None:
    ada = browser(people.ada)
    anchors = read_list(Client().get(reverse("anchor-list")).content)
    for game, days in zip(games, (2, 1, 1), strict=True):
        html = read_page(ada, reverse("game-anchors", args=[game]))
        assert see_game(people.ada, game).head in html
        links = [f"2026-03-0{day}" for day in (1, 2) if proof_page(game, f"2026-03-0{day}") in html]
        assert len(links) == days
        hashes = [each.entry.hash for each in store.read_rows(game)]
        for day in links:
            proof = read_proof(ada.get(proof_page(game, day)).content)
            check_history(check_proof(proof, anchors, PUBLIC_KEY), str(game), hashes)


def test_a_proof_is_a_file_that_never_changes(people: Cast, games: list[UUID]) -> None:
    given = browser(people.ada).get(proof_page(games[0], "2026-03-02"))
    assert given["Content-Disposition"] == (
        f'attachment; filename="franchise-{games[0]}-2026-03-02.proof.json"'
    )
    assert "immutable" in given["Cache-Control"]


@pytest.mark.parametrize(
    "day", ["2026-03-03", "2026-02-30", "20260302", "2026-W10-1", "x", "٢٠٢٦-03-02"]
)
def test_a_day_without_a_proof_is_not_there(people: Cast, games: list[UUID], day: str) -> None:
    assert browser(people.ada).get(proof_page(games[0], day)).status_code == 404


def test_a_private_games_proofs_are_for_those_who_may_see_it(
    people: Cast, games: list[UUID]
) -> None:
    pages = [reverse("game-anchors", args=[games[0]]), proof_page(games[0], "2026-03-02")]
    for who, status in ((None, 302), (people.mallory, 404)):
        assert [browser(who).get(page).status_code for page in pages] == [status, status]
    assert [browser(people.bob).get(page).status_code for page in pages] == [200, 200]
    assert "private" in browser(people.bob).get(pages[1])["Cache-Control"]
    for page in pages:
        assert str(games[0]) not in read_page(Client(), reverse("anchors"))
        assert browser(people.ada).post(page).status_code == 405
