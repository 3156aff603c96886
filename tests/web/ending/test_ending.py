"""The page of a game that is over, and what follows it."""

from uuid import UUID

import pytest
from django.test import Client

from games.again import next_game_id
from games.domain.state import Seat
from games.models import Game, Invitation
from games.talk import lines
from tests.doing import browser, table_of, table_path
from tests.golden.stored import store_golden
from tests.mail_in.mails import give_addresses
from tests.pages import Element, open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
PLAYED = "ruleset-2-two-players"


@pytest.fixture
def game(people: Cast) -> UUID:
    give_addresses(people)
    return store_golden(PLAYED, people.ada, people.bob, watch="private")


def open_ending(client: Client, game: UUID) -> Element:
    return open_page(client, table_path(game))


def press(client: Client, game: UUID, what: str) -> Element:
    form = open_ending(client, game).button(what)
    sent = client.post(f"{table_path(game)}after/", {form["name"]: form["value"]}, follow=True)
    return page_of(sent)


def test_the_winner_stands_over_the_map_with_the_reason_of_the_end(
    people: Cast, game: UUID
) -> None:
    state = table_of(game)
    (winner,) = state.winners
    client = browser((people.ada, people.bob)[winner])
    points = state.final[winner].influence
    assert open_ending(client, game).heading(f"You win, {points}")
    other = browser((people.bob, people.ada)[winner])
    name = (people.ada, people.bob)[winner].display_name
    page = open_ending(other, game)
    assert page.heading(f"{name} wins, {points}")
    assert "It ended because" in page.text
    assert page.link("Watch the game again")
    assert "for you" not in page.text


def test_every_point_stands_under_its_player_and_adds_up(people: Cast, game: UUID) -> None:
    (table,) = open_ending(browser(people.ada), game).all("table")
    _, *sources, totals = table.rows
    columns = list(zip(*([int(cell) for cell in cells] for _, *cells in sources), strict=True))
    assert [str(sum(column)) for column in columns] == totals[1:]
    assert totals[1:] == [str(each.influence) for each in table_of(game).final]


def test_who_asks_first_makes_the_next_game_and_the_other_sits_down_there(
    people: Cast, game: UUID
) -> None:
    press(browser(people.ada), game, "Play again with these people")
    following = next_game_id(game)
    state = table_of(following)
    assert state.status == "open"
    assert state.terms.name == "Route 66 (2)"
    # Everybody sits one seat further.
    assert state.setup.seats == (Seat(), Seat(player=people.ada.pk))
    assert Invitation.objects.get(game=following).address == people.bob.email
    press(browser(people.bob), game, "Take my seat in the next game")
    begun = table_of(following)
    assert begun.status != "open"
    assert begun.setup.options == table_of(game).setup.options
    assert Game.objects.count() == 2


def test_the_invitation_to_the_next_game_seats_by_one_tap(people: Cast, game: UUID) -> None:
    press(browser(people.ada), game, "Play again with these people")
    secret = Invitation.objects.get(game=next_game_id(game)).secret
    browser(people.bob).post(f"/join/{secret}/")
    assert table_of(next_game_id(game)).status != "open"


def test_who_did_not_sit_there_has_no_button_and_makes_no_next_game(
    people: Cast, game: UUID
) -> None:
    public = store_golden(PLAYED, people.ada, people.bob)
    client = browser(people.mallory)
    buttons = [each.name for each in open_ending(client, public).all("button")]
    assert "Play again with these people" not in buttons
    assert client.post(f"{table_path(public)}after/", {"do": "again"}).status_code == 404
    assert client.post(f"{table_path(game)}after/", {"do": "again"}).status_code == 404
    assert not Game.objects.filter(pk=next_game_id(public)).exists()


def test_a_game_that_goes_on_has_no_next_game(people: Cast) -> None:
    going = store_golden(PLAYED, people.ada, people.bob, until=40)
    client = browser(people.ada)
    sent = client.post(f"{table_path(going)}after/", {"do": "again"}, follow=True)
    assert "the next one is made when this one is over" in page_of(sent).text
    assert not Game.objects.filter(pk=next_game_id(going)).exists()


def test_thanks_are_one_line_of_the_chat_however_often_they_are_said(
    people: Cast, game: UUID
) -> None:
    client = browser(people.ada)
    for _ in range(2):
        assert "Your thanks stand in the table’s chat." in press(client, game, "Say thanks").text
    said = [line.text for line in lines(game, people.bob)]
    assert said == ["Thanks for the game!"]


def test_an_order_for_a_game_that_is_over_is_refused_and_the_end_shown(
    people: Cast, game: UUID
) -> None:
    client, before = browser(people.ada), table_of(game)
    sent = client.post(table_path(game), {"version": before.version, "play": "1"}, follow=True)
    assert "The game is over; your orders were not played." in page_of(sent).text
    assert client.get(f"{table_path(game)}?part=live").status_code == 205
    assert table_of(game) == before
