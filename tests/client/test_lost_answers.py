"""Answers that do not come, come late, or say to wait."""

from collections.abc import Iterator

import pytest
from django.core.cache import cache
from pytest_django import Settings

from franchise_client import Client, NoAnswer
from games.models import Invitation
from tests.api.calls import token_of
from tests.client.proxy import CUT, Proxy, run_proxy
from tests.doing import open_game, start_game, table_of
from tests.people import Cast


@pytest.fixture
def proxy(server: str) -> Iterator[Proxy]:
    with run_proxy(server) as running:
        yield running


@pytest.mark.parametrize("fault", [CUT, 502, 503, 504])
def test_a_turn_whose_answer_is_lost_twice_is_played_once(
    proxy: Proxy, people: Cast, fault: int
) -> None:
    game = start_game(people)
    version = table_of(game).version
    waited: list[float] = []
    with Client(proxy.address, token_of(people.ada), wait=waited.append) as ada:
        proxy.plan = [fault, fault]
        played = ada.take_turn(str(game), {}, version=version)
    assert [call.status for call in proxy.calls] == [200, 200, 200]
    assert len({call.sent["Idempotency-Key"] for call in proxy.calls}) == 1
    assert played["version"] == table_of(game).version
    assert played["table"]["turn"] == 2
    assert waited == [0.0, 0.5]


def test_two_calls_have_two_keys(proxy: Proxy, people: Cast) -> None:
    with Client(proxy.address, token_of(people.ada)) as ada:
        made = [ada.create("Route 66", 2)["game"]["id"] for _ in range(2)]
    assert made[0] != made[1]


def test_after_some_tries_it_is_said_that_no_answer_came(proxy: Proxy, people: Cast) -> None:
    game = start_game(people)
    waited: list[float] = []
    with Client(proxy.address, token_of(people.ada), wait=waited.append) as ada:
        proxy.plan = [CUT] * 5
        with pytest.raises(NoAnswer, match=r"GET games/.*/options/"):
            ada.options(str(game))
        assert ada.options(str(game))["seat"] == 0
    assert waited == [0.0, 0.5, 2.0, 8.0]


def test_an_invitation_whose_answer_is_lost_is_not_made_twice(proxy: Proxy, people: Cast) -> None:
    game = open_game(people)
    with Client(proxy.address, token_of(people.ada)) as ada:
        proxy.plan = [CUT]
        with pytest.raises(NoAnswer):
            ada.invite(str(game), address="bob@example.org")
    assert Invitation.objects.count() == 1


def test_who_has_left_a_private_table_is_told_so_again(proxy: Proxy, people: Cast) -> None:
    game = str(open_game(people))
    with (
        Client(proxy.address, token_of(people.ada)) as ada,
        Client(proxy.address, token_of(people.bob), wait=lambda _: None) as bob,
    ):
        secret = ada.invite(game)["invitation"]
        proxy.plan = [CUT]
        bob.join(game, invitation=secret)
        proxy.plan = [CUT]
        left = bob.leave(game)
        assert left["events"][0]["event"] == {"type": "SeatLeft", "seat": 0}
        assert ada.table(game)["seats"][0]["player"] is None


@pytest.mark.usefixtures("still")
def test_a_client_that_calls_too_often_waits_as_it_is_told(
    server: str, people: Cast, settings: Settings
) -> None:
    settings.API_CALLS_A_MINUTE = 3
    waited: list[float] = []

    def a_minute_later(seconds: float) -> None:
        waited.append(seconds)
        cache.clear()

    with Client(server, token_of(people.ada), wait=a_minute_later) as ada:
        names = [ada.create(f"Game {number}", 2)["game"]["name"] for number in range(7)]
    assert names == [f"Game {number}" for number in range(7)]
    assert len(waited) == 2
    assert all(1 <= seconds <= 60 for seconds in waited)


def test_answers_come_packed(proxy: Proxy, people: Cast) -> None:
    game = start_game(people)
    with Client(proxy.address, token_of(people.ada)) as ada:
        assert ada.replay(str(game))["version"] == table_of(game).version
    assert proxy.calls[0].got["Content-Encoding"] == "gzip"
