"""The plain pages and the host's desk, as the owner, a player, a stranger and nobody see them."""

from datetime import timedelta
from uuid import UUID

import pytest
from django.test import Client
from django.urls import reverse

from games.edge import now
from games.events import store
from games.models import Game, Person
from games.web.account.sign_in_links import sign_in_path
from tests.doing import browser, start_game, table_of, table_path
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_sign_in_link_works_once_and_only_by_its_button(people: Cast) -> None:
    client, path = Client(), sign_in_path(people.ada)
    assert b"Sign in as ada" in client.get(path).content
    assert b"My games" not in client.get("/").content
    assert client.post(path).status_code == 302
    assert b"My games" in client.get("/").content
    assert Client().post(path).status_code == 410


@pytest.mark.parametrize("token", ["nonsense", "a:b:c"])
def test_a_forged_link_signs_nobody_in(token: str) -> None:
    assert Client().post(reverse("sign-in", args=[token])).status_code == 410


@pytest.fixture
def host(people: Cast) -> Client:
    host = Person.objects.create_superuser("host", "host@localhost", "secret")
    return browser(host)


def do_as_host(host: Client, action: str, game: UUID, **form: object) -> str:
    body = {"action": action, "_selected_action": str(game), **form}
    return host.post(reverse("admin:games_game_changelist"), body, follow=True).content.decode()


def test_the_host_sees_a_games_history_and_can_edit_none_of_it(host: Client, people: Cast) -> None:
    game = start_game(people)
    html = host.get(reverse("admin:games_game_change", args=[game])).content.decode()
    assert "SetupStageBegan" in html
    assert "0: ada, 1: bob" in html
    assert 'name="turn"' not in html
    assert host.get(reverse("admin:games_game_delete", args=[game])).status_code == 403
    assert host.get("/admin/games/game/add/").status_code == 403


def test_the_host_pauses_resumes_and_extends(host: Client, people: Cast) -> None:
    game = start_game(people)
    assert "Route 66: done" in do_as_host(host, "pause", game)
    assert Game.objects.get(id=game).deadline is None
    do_as_host(host, "resume", game)
    deadline = Game.objects.get(id=game).deadline
    assert deadline is not None
    assert deadline > now() + timedelta(hours=23)
    assert "Hours" in do_as_host(host, "extend", game)
    do_as_host(host, "extend", game, apply="1", hours="48")
    assert Game.objects.get(id=game).deadline == deadline + timedelta(hours=48)


def test_the_host_replaces_takes_back_and_abandons(host: Client, people: Cast) -> None:
    game = start_game(people)
    start = table_of(game).version
    browser(people.ada).post(table_path(game), {"orders": "pass", "version": start})
    assert "Seat" in do_as_host(host, "replace", game)
    do_as_host(host, "replace", game, apply="1", seat="1", computer="strong")
    assert Game.objects.get(id=game).computer_to_move
    assert "To version" in do_as_host(host, "take_back", game)
    do_as_host(host, "take_back", game, apply="1", to_version=str(start))
    assert table_of(game).turn == 1
    assert "no played turn began there" in do_as_host(
        host, "take_back", game, apply="1", to_version="2"
    )
    do_as_host(host, "abandon", game)
    assert Game.objects.get(id=game).status == "abandoned"
    assert "The game is abandoned" in do_as_host(host, "abandon", game)
    assert {each.entry.stamp.actor.partition(":")[0] for each in store.read_rows(game)} >= {"host"}
