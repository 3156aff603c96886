"""What a place, a link or a region says when it is tapped, to a seat and to who only watches."""

from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.domain import moves
from games.domain.board import PRINTED_BOARD
from games.models import Person
from games.web.table.card import card_of
from tests.doing import browser, play_on, start_game, table_of
from tests.domain.tables import lay
from tests.pages import open_page, page_of
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)

LAID = "detroit: blue\nomaha: blue red\nkansas-city: red\nmemphis: red"


def read_card(person: Person | None, game: UUID, at: str) -> str:
    return open_page(browser(person), f"{reverse('card', args=[game])}?at={at}").text


def test_every_part_of_the_map_has_a_card_for_everybody(people: Cast) -> None:
    game = start_game(people)
    play_on(game, 20)
    state = table_of(game)
    at = [
        *(f"place-{place}" for place in state.board.ids),
        *(f"plate-{region.id}" for region in state.board.regions),
        *(f"link-{one}-{other}" for one, other, _cost in state.board.links),
    ]
    for part in at:
        for seat in (0, 1, None):
            assert card_of(state, part, seat).name
    assert "Chicago" in read_card(people.ada, game, "place-chicago")


def test_a_card_is_shown_by_itself_and_to_a_script_alone(people: Cast) -> None:
    address = f"{reverse('card', args=[start_game(people)])}?at=place-chicago"
    page = open_page(browser(people.ada), address)
    assert page.one("heading", "Chicago")
    assert page.one("button", "Show")
    part = page_of(browser(people.ada).get(f"{address}&part=card"))
    assert [each.name for each in part.all("heading")] == ["Chicago"]


def test_there_is_no_card_of_what_is_not_on_the_map_nor_for_a_stranger(people: Cast) -> None:
    address = reverse("card", args=[start_game(people)])
    for at in ("", "place-atlantis", "plate-chicago", "link-reno-chicago", "chicago"):
        assert browser(people.ada).get(address, {"at": at}).status_code == 404
    assert browser(people.mallory).get(address, {"at": "place-chicago"}).status_code == 404
    assert Client().get(address, {"at": "place-chicago"}).status_code == 302


def test_a_city_says_what_it_is_worth_and_who_is_near_to_it() -> None:
    card = card_of(lay(3, LAID, money={"blue": 9}), "place-omaha", 0)
    assert card.about == "City of 4, Heartland"
    assert [(each.colour, each.amount) for each in card.holders] == [("blue", "1"), ("red", "1")]
    assert "or 2 to who has the most when it is full." in card.lines[0]
    assert card.lines[1:] == (
        "2 more franchises fill it.",
        "You have more than half with 2 more.",
        "Red has more than half with 2 more.",
        "You can increase your market share here for $1.",
    )
    assert "Ogallala $1" in card.roads


def test_the_ways_of_a_card_are_those_that_the_turn_offers() -> None:
    state = lay(3, LAID, money={"blue": 9})
    near = {state.board.ids[place] for place in moves.near_places(state)}
    assert near
    for place in state.board.ids:
        assert bool(card_of(state, f"place-{place}", 0).ways) == (place in near), place
    ways = card_of(state, "place-chicago", 0).ways
    assert ways == ("from Detroit $3", "from Omaha $5")


def test_a_card_says_why_a_place_cannot_be_chosen_now_to_who_is_not_to_move_as_well() -> None:
    state = lay(3, LAID, money={"blue": 0, "red": 0})
    assert (
        "No link leads to Seattle from any place of yours."
        in (card_of(state, "place-seattle", 0).lines)
        or state.setup.closed
    )
    assert card_of(state, "place-chicago", 0).lines[-1] == "Chicago costs $3, and you have $2."
    assert "You have a franchise in Memphis already." in card_of(state, "place-memphis", 1).lines
    assert card_of(state, "place-memphis", 0).lines[-1] == "Memphis is a town and already taken."
    assert not card_of(state, "place-chicago", None).ways


def test_a_link_says_its_price_and_whether_it_can_be_gone() -> None:
    state = lay(3, LAID, money={"blue": 9})
    one, other, cost = next(
        link for link in PRINTED_BOARD.links if set(link[:2]) == {"detroit", "chicago"}
    )
    card = card_of(state, f"link-{one}-{other}", 0)
    assert card.about == f"Link, ${cost}"
    assert card.lines == (f"You can go from Detroit to Chicago for ${cost}.",)
    far = card_of(state, "link-albuquerque-el-paso", 0)
    assert far.lines == ("You have no franchise at either end.",)


def test_a_region_says_what_it_gives_who_leads_and_what_is_missing() -> None:
    card = card_of(lay(3, LAID, markers={"heartland": "red"}), "plate-heartland", 0)
    assert card.about == "Most franchises 4, second most 3, all others 1 IP"
    assert [(each.colour, each.amount) for each in card.holders] == [("red", "3"), ("blue", "1")]
    missing, towns, ties, track = card.lines
    assert missing == "To be scored before: St. Louis, Kansas City, Omaha."
    assert towns == "Towns that must be taken before: Little Rock, Ogallala, Dodge City."
    assert ties == "Ties go to Red, then clockwise from there."
    assert track == "Whose turn scores the region gains 2 points on the track."


def test_with_two_players_the_second_gets_the_lowest_number() -> None:
    card = card_of(lay(2, "detroit: blue"), "plate-heartland", 0)
    assert card.about == "Most franchises 4, second most 1 IP"
