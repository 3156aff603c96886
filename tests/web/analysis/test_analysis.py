"""The page of a finished game looked at again, for whoever may see the game."""

from uuid import UUID

import pytest
from django.template.defaultfilters import floatformat
from django.test import Client
from django.urls import reverse

from games.analyses.keeping import find_analysis, result_of, think_on
from games.bots.analysis import GameAnalysis
from games.edge import now
from tests.analyses.finished import NODES, analyse, end_game
from tests.doing import browser, read_mails, table_path
from tests.golden.stored import store_golden
from tests.mail_in.mails import give_addresses
from tests.pages import Element, open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
PLAYED = "ruleset-2-two-players"


def path_of(game: UUID) -> str:
    return reverse("analysis", args=[game])


def analysis_of(game: UUID) -> GameAnalysis:
    row = find_analysis(game)
    assert row is not None
    result = result_of(row)
    assert result is not None
    return result


@pytest.fixture
def ended(people: Cast) -> UUID:
    game = end_game(people)
    analyse(game)
    return game


def of_class(page: Element, name: str) -> list[Element]:
    return [each for each in page if name in each.attributes.get("class", "").split()]


def test_each_player_has_an_accuracy_and_a_lesson_with_turns_that_show_it(ended: UUID) -> None:
    page = open_page(Client(), path_of(ended))
    cards = of_class(page, "player")
    for card, review in zip(cards, analysis_of(ended).players, strict=True):
        assert f"{review.accuracy} accuracy, of 100" in card.text
        links = [each for each in card.all("link") if each.text.startswith("turn ")]
        assert [each.text for each in links] == [f"turn {turn}" for turn in review.turns[:5]]


def test_the_turning_points_have_the_played_turn_beside_the_better_one(ended: UUID) -> None:
    result = analysis_of(ended)
    (region,) = of_class(open_page(Client(), path_of(ended)), "turning")
    headings = [each.text for each in region.all("heading")[1:]]
    assert [int(each.split()[1].strip(",")) for each in headings] == list(result.turning_points)
    assert region.text.count("Turn played") == region.text.count("Better turn") == len(headings)
    assert all(each.endswith("points lost") for each in headings)


def test_the_better_turn_opens_in_what_if_ready_to_be_played(people: Cast, ended: UUID) -> None:
    ada = browser(people.ada)
    (link, *_) = [
        each for each in open_page(ada, path_of(ended)).all("link") if "better turn" in each.text
    ]
    page = open_page(ada, link["href"])
    (form,) = [each for each in page.forms if each.all("button", "Try this")]
    button = form.button("Try this")
    sent = ada.post(form["action"], form.values | {button["name"]: button["value"]}, follow=True)
    assert "The line so far" in page_of(sent).text


def test_every_turn_stands_in_the_table_with_its_loss(ended: UUID) -> None:
    page = open_page(Client(), path_of(ended))
    rows = [row for row in page.one("table", "Every turn").rows[1:] if len(row) == 4]
    turns = analysis_of(ended).turns
    assert [row[0] for row in rows] == [str(each.turn) for each in turns]
    assert [row[3] for row in rows] == [
        floatformat(each.loss, 1) if each.loss else "" for each in turns
    ]


def test_while_it_is_thought_about_the_page_says_how_far_and_asks_again(people: Cast) -> None:
    game = end_game(people)
    client = browser(people.ada)
    response = client.get(path_of(game))
    assert response["Refresh"] == "5"
    assert "in a moment" in page_of(response).text
    assert think_on(game, 0, now(), nodes=NODES) == 1
    assert "1 of" in open_page(client, path_of(game)).text


def test_who_sat_in_a_game_of_before_may_ask_for_it(people: Cast) -> None:
    game = store_golden(PLAYED, people.ada, people.bob)
    ada, stranger = browser(people.ada), browser(people.mallory)
    assert "Look at this game again" not in open_page(stranger, path_of(game)).text
    assert stranger.post(path_of(game)).status_code == 404
    assert open_page(ada, path_of(game)).button("Look at this game again")
    assert "in a moment" in page_of(ada.post(path_of(game), follow=True)).text


def test_a_private_game_has_none_for_strangers_and_a_game_that_goes_on_none_at_all(
    people: Cast, game: UUID
) -> None:
    private = store_golden(PLAYED, people.ada, people.bob, watch="private")
    analyse(private)
    assert browser(people.mallory).get(path_of(private)).status_code == 404
    assert browser(people.bob).get(path_of(private)).status_code == 200
    assert browser(people.ada).get(path_of(game)).status_code == 404


def links_to(page: Element, path: str) -> list[Element]:
    return [each for each in page.all("link") if each.attributes.get("href") == path]


def test_the_end_the_replay_and_the_last_mail_lead_there(people: Cast, ended: UUID) -> None:
    ada = browser(people.ada)
    for path in (table_path(ended), reverse("replay", args=[ended])):
        assert links_to(open_page(ada, path), path_of(ended))
    give_addresses(people)
    game = end_game(people)
    assert path_of(game) in str(read_mails()["ada", "ended"].body)
