"""A game at once, without an account, and what becomes of it."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from msgspec.structs import replace

from games.audit.verify import verify_game
from games.edge import now
from games.limits import NEW_TABLES, TABLES
from games.models import Game, Person, Seat
from games.people import forget_guests
from tests.doing import (
    ask_for_code,
    open_game,
    person_behind,
    read_page,
    sign_in,
    table_of,
    table_path,
)
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)


def start_as_guest(**chosen: str) -> tuple[Client, Game]:
    client = Client()
    tried = client.post(reverse("try"), chosen)
    game = Game.objects.latest("created")
    assert tried["Location"] == reverse("game", args=[game.id])
    return client, game


def test_a_visitor_plays_at_once() -> None:
    client, game = start_as_guest()
    guest = person_behind(client)
    state = table_of(game.id)
    assert (guest.guest, guest.email) == (True, "")
    assert [who.player for who in state.setup.seats] == [guest.pk, None, None]
    assert [who.bot for who in state.setup.seats] == [None, "regular", "regular"]
    assert (state.status, state.to_move, state.setup.options.introductory) == ("playing", 0, True)
    assert "You play as a guest" in read_page(client, "/")
    assert Client().get(reverse("game", args=[game.id])).status_code == 302


def test_a_visitor_chooses_how_well_the_computer_plays() -> None:
    assert '<option value="master">' in read_page(Client(), "/")
    client, game = start_as_guest(strength="master")
    assert [who.bot for who in table_of(game.id).setup.seats] == [None, "master", "master"]
    assert "Master (computer)" in read_page(client, table_path(game.id))


def test_a_guest_is_told_what_the_goal_is_until_the_first_turn_is_played() -> None:
    client, game = start_as_guest()
    goal = "The most points win."
    assert goal in read_page(client, table_path(game.id))
    sent = {"orders": "pass", "version": game.version}
    assert client.post(table_path(game.id), sent).status_code == 302
    assert goal not in read_page(client, table_path(game.id))


def test_nothing_happens_by_a_look_at_the_address() -> None:
    looked = Client().get(reverse("try"))
    assert (looked.status_code, looked["Location"]) == (302, reverse("home"))
    assert not Person.objects.exists()


def test_a_guest_keeps_the_game_by_giving_an_address() -> None:
    client, game = start_as_guest()
    guest = person_behind(client)
    sign_in("ada@example.org", client=client)
    person = person_behind(client)
    assert person == guest
    assert (person.guest, person.email) == (False, "ada@example.org")
    assert Seat.objects.get(game=game, number=0).player == person
    assert "You play as a guest" not in read_page(client, "/")


def test_to_an_account_that_is_there_already_the_game_is_moved() -> None:
    ada = person_behind(sign_in("ada@example.org"))
    client, game = start_as_guest()
    guest = person_behind(client)
    sign_in("ada@example.org", client=client)
    assert person_behind(client) == ada
    assert table_of(game.id).setup.seats[0].player == ada.pk
    guest.refresh_from_db()
    assert (guest.left is not None, guest.guest) == (True, False)
    assert game.name in read_page(client, "/")
    assert verify_game(game.id) is None


def test_a_guest_who_only_asks_for_a_code_stays_a_guest() -> None:
    client, game = start_as_guest()
    sign_in("ada@example.org")
    ask_for_code(client, "ada@example.org")
    assert person_behind(client).guest
    assert client.get(reverse("game", args=[game.id])).status_code == 200


def test_guests_play_alone() -> None:
    people = cast()
    public = open_game(people)
    Game.objects.filter(id=public).update(watch="public")
    client, game = start_as_guest()
    led = client.post(reverse("game", args=[public]), {"do": "join"})
    assert led["Location"].startswith(reverse("login"))
    for path, body in (
        (f"/api/games/{public}/join/", {}),
        ("/api/games/", {"name": "Mine", "seats": 2}),
        (f"/api/games/{game.id}/invite/", {}),
        ("/api/tokens/", {"name": "bot"}),
        ("/api/webhooks/", {"url": "https://1.1.1.1/"}),
    ):
        refused = client.post(path, body, content_type="application/json")
        assert (refused.status_code, refused.json()["code"]) == (403, "still-a-guest")


@pytest.mark.usefixtures("still")
def test_from_one_address_not_more_than_ten_games_an_hour_are_tried() -> None:
    client = Client()
    assert [client.post(reverse("try")).status_code for _ in range(11)] == [302] * 10 + [429]
    assert Game.objects.count() == 10


@pytest.mark.usefixtures("still")
def test_a_trial_counts_as_a_table_that_was_made_today(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("games.doors.NEW_TABLES", replace(NEW_TABLES, most=2))
    client = Client()
    assert [client.post(reverse("try")).status_code for _ in range(3)] == [302, 302, 429]
    assert Game.objects.count() == 2


def test_who_has_too_many_tables_is_told_so_and_tries_no_more(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("games.doors.TABLES", replace(TABLES, most=2))
    client = Client()
    for _ in range(3):
        tried = client.post(reverse("try"))
    assert tried["Location"] == reverse("home")
    assert "2 tables that you made are not over yet" in read_page(client, reverse("home"))
    assert Game.objects.count() == 2


def test_guests_are_forgotten_a_month_after_they_last_played() -> None:
    at = now()
    (away, _), (back, played) = start_as_guest(), start_as_guest()
    long_ago = at - timedelta(days=31)
    Person.objects.update(last_login=long_ago)
    Game.objects.exclude(id=played.id).update(changed=long_ago)
    assert forget_guests(at) == 1
    assert Person.objects.get(left=None) == person_behind(back)
    assert "My games" not in read_page(away, "/")
    assert forget_guests(at) == 0


def test_those_who_never_came_with_their_code_are_forgotten_the_next_day() -> None:
    ask_for_code(Client(), "ada@example.org")
    assert forget_guests(now()) == 0
    assert forget_guests(now() + timedelta(days=2)) == 1


def test_whose_address_is_confirmed_is_never_forgotten() -> None:
    sign_in("ada@example.org")
    assert forget_guests(now() + timedelta(days=4000)) == 0
