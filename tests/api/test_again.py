"""The next game of the same people over the API."""

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection

from games.again import next_game_id
from games.domain.state import Seat
from games.models import Game, Invitation
from tests.api.calls import Answer, Caller, caller, game_path
from tests.doing import table_of
from tests.golden.stored import store_golden
from tests.mail_in.mails import give_addresses
from tests.people import Cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
PLAYED = "ruleset-2-two-players"


@pytest.fixture
def again(people: Cast) -> str:
    give_addresses(people)
    return game_path(store_golden(PLAYED, people.ada, people.bob, watch="private"), "again/")


def test_who_asks_first_makes_it_and_the_other_sits_down_there(people: Cast, again: str) -> None:
    ada = caller(people.ada)
    made = ada.post(again)
    following = UUID(made.body["game"]["id"])
    assert made.status == 201
    assert made.headers["Location"] == f"/api/games/{following}/"
    assert ada.get(game_path(following)).body == made.body
    assert ada.get(game_path(following)).headers["ETag"] == made.headers["ETag"]
    assert table_of(following).setup.seats == (Seat(), Seat(player=people.ada.pk))
    assert Invitation.objects.get(game=following).address == people.bob.email
    joined = caller(people.bob).post(again)
    assert joined.status == 200
    assert "Location" not in joined.headers
    assert joined.body["game"]["id"] == str(following)
    assert joined.body["status"] == table_of(following).status != "open"
    assert Game.objects.count() == 2


def test_of_all_who_ask_at_once_one_makes_it_and_the_others_sit_down(
    people: Cast, again: str
) -> None:
    callers = [caller(person) for person in (people.ada, people.bob, people.ada)]
    all_ready = Barrier(len(callers))

    def ask(who: Caller) -> Answer:
        all_ready.wait(PATIENCE)
        try:
            return who.post(again)
        finally:
            connection.close()

    with ThreadPoolExecutor(len(callers)) as threads:
        answers = list(threads.map(ask, callers))
    assert sorted(each.status for each in answers) == [200, 200, 201]
    assert len({each.body["game"]["id"] for each in answers}) == 1
    assert Game.objects.count() == 2


def test_asked_again_it_is_the_same_game(people: Cast, again: str) -> None:
    ada = caller(people.ada)
    first, same = (ada.post(again, idempotency_key="next") for _ in range(2))
    assert (first.status, first.bytes) == (same.status, same.bytes)
    for name in ("Location", "ETag"):
        assert first.headers[name] == same.headers[name]
    without_key = ada.post(again)
    assert (without_key.status, without_key.bytes) == (200, first.bytes)
    assert Game.objects.count() == 2


def test_a_game_that_goes_on_has_no_next_one(people: Cast) -> None:
    going = store_golden(PLAYED, people.ada, people.bob, until=40)
    refused = caller(people.ada).post(game_path(going, "again/"))
    assert (refused.status, refused.code) == (422, "not-over")
    assert not Game.objects.filter(pk=next_game_id(going)).exists()


def test_who_was_not_invited_to_the_next_game_has_no_seat_there(people: Cast, again: str) -> None:
    people.bob.email = ""
    people.bob.save(update_fields=["email"])
    assert caller(people.ada).post(again).status == 201
    assert caller(people.bob).post(again).code == "no-seat-kept"
