"""The plain pages and the host's desk, as the owner, a player, a stranger and nobody see them."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.edge import now
from games.events import store
from games.models import Game, Person
from games.web.signing import sign_in_path
from tests.people import Cast, cast, open_game, started_game, table_of

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def people() -> Cast:
    return cast()


def browser(person: Person | None) -> Client:
    client = Client()
    if person:
        client.force_login(person)
    return client


def page(game: UUID) -> str:
    return reverse("game", args=[game])


def test_a_sign_in_link_works_once_and_only_by_its_button(people: Cast) -> None:
    client, path = Client(), sign_in_path(people.ada)
    assert b"Sign in as ada" in client.get(path).content
    assert b"Your games" not in client.get("/").content
    assert client.post(path).status_code == 302
    assert b"Your games, ada" in client.get("/").content
    assert Client().post(path).status_code == 410


@pytest.mark.parametrize("token", ["nonsense", "a:b:c"])
def test_a_forged_link_signs_nobody_in(token: str) -> None:
    assert Client().post(reverse("sign-in", args=[token])).status_code == 410


def test_the_home_page_names_the_games_that_wait(people: Cast) -> None:
    started_game(people)
    assert b"your turn" in browser(people.ada).get("/").content
    assert b"your turn" not in browser(people.bob).get("/").content
    assert b"Route 66" not in browser(None).get("/").content


def test_a_private_game_is_not_even_there_for_a_stranger(people: Cast) -> None:
    game = started_game(people)
    for person, status in (
        (people.ada, 200),
        (people.bob, 200),
        (people.mallory, 404),
        (None, 404),
    ):
        assert browser(person).get(page(game)).status_code == status
        assert browser(person).get(page(UUID(int=1))).status_code == 404
    assert browser(people.mallory).post(page(game), {"orders": "pass"}).status_code == 404


def test_a_turn_is_played_in_words(people: Cast) -> None:
    game = started_game(people)
    said = {"orders": "expand to Phoenix", "version": table_of(game).version}
    assert browser(people.ada).post(page(game), said).status_code == 302
    assert table_of(game).turn == 2
    shown = browser(people.bob).get(page(game)).content.decode()
    assert "Blue: Pueblo &gt; Phoenix $0" in shown


@pytest.mark.parametrize(
    ("orders", "problem"),
    [
        ("expand to Chicago", "No link leads to chicago"),
        ("hello", "is not an order"),
        ("", "is not an order"),
    ],
)
def test_a_refused_turn_keeps_what_was_typed(people: Cast, orders: str, problem: str) -> None:
    game = started_game(people)
    response = browser(people.ada).post(page(game), {"orders": orders})
    assert response.status_code == 422
    assert problem in response.content.decode()
    assert table_of(game).turn == 1


def test_a_turn_for_an_old_table_and_out_of_turn_are_refused(people: Cast) -> None:
    game = started_game(people)
    old = {"orders": "pass", "version": "3"}
    assert b"has gone on since version 3" in browser(people.ada).post(page(game), old).content
    assert (
        b"Seat 1 is not to move" in browser(people.bob).post(page(game), {"orders": "pass"}).content
    )
    people.mallory.is_staff = True
    people.mallory.save()
    assert b"Only who sits" in browser(people.mallory).post(page(game), {"orders": "pass"}).content


def test_a_game_that_waits_for_players_has_a_page(people: Cast) -> None:
    assert b"Waiting for players" in browser(people.ada).get(page(open_game(people))).content


@pytest.fixture
def host(people: Cast) -> Client:
    host = Person.objects.create_superuser("host", "host@localhost", "secret")
    return browser(host)


def do(host: Client, action: str, game: UUID, **form: object) -> str:
    body = {"action": action, "_selected_action": str(game), **form}
    return host.post(reverse("admin:games_game_changelist"), body, follow=True).content.decode()


def test_the_host_sees_a_games_history_and_can_edit_none_of_it(host: Client, people: Cast) -> None:
    game = started_game(people)
    shown = host.get(reverse("admin:games_game_change", args=[game])).content.decode()
    assert "SetupStageBegan" in shown
    assert "0: ada, 1: bob" in shown
    assert 'name="turn"' not in shown
    assert host.get(reverse("admin:games_game_delete", args=[game])).status_code == 403
    assert host.get("/admin/games/game/add/").status_code == 403


def test_the_host_pauses_resumes_and_extends(host: Client, people: Cast) -> None:
    game = started_game(people)
    assert "Route 66: done" in do(host, "pause", game)
    assert Game.objects.get(id=game).deadline is None
    do(host, "resume", game)
    deadline = Game.objects.get(id=game).deadline
    assert deadline is not None
    assert deadline > now() + timedelta(hours=23)
    assert "Hours" in do(host, "extend", game)
    do(host, "extend", game, apply="1", hours="48")
    assert Game.objects.get(id=game).deadline == deadline + timedelta(hours=48)


def test_the_host_replaces_takes_back_and_abandons(host: Client, people: Cast) -> None:
    game = started_game(people)
    start = table_of(game).version
    browser(people.ada).post(page(game), {"orders": "pass"})
    assert "Seat" in do(host, "replace", game)
    do(host, "replace", game, apply="1", seat="1", computer="greedy")
    assert Game.objects.get(id=game).computer_to_move
    assert "To version" in do(host, "take_back", game)
    do(host, "take_back", game, apply="1", to_version=str(start))
    assert table_of(game).turn == 1
    assert "no played turn began there" in do(host, "take_back", game, apply="1", to_version="2")
    do(host, "abandon", game)
    assert Game.objects.get(id=game).status == "abandoned"
    assert "The game is abandoned" in do(host, "abandon", game)
    assert {each.entry.stamp.actor.partition(":")[0] for each in store.stored(game)} >= {"host"}
