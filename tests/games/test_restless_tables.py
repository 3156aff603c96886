"""Whoever comes and goes at a table writes few events that stay for ever."""

from uuid import UUID

import pytest
from django.urls import reverse
from msgspec.structs import replace

from games.access import see_game
from games.domain.lobby import StartGame, TakeSeat
from games.domain.state import Terms
from games.invitations import invite
from games.limits import (
    COMPUTER_CHOICES,
    LINKS,
    NEW_TABLES,
    PAUSES,
    RULESET_CHOICES,
    SEAT_CHANGES,
    SEAT_CHANGES_OF_OTHERS,
    TAKE_BACKS,
    Limit,
)
from games.models import Person
from games.services import act
from tests.api.calls import Answer, caller
from tests.doing import browser, open_game, start_beside_computer, start_game, table_of
from tests.people import HOST, Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("still")]


@pytest.fixture
def game(people: Cast) -> UUID:
    return open_game(people, terms=Terms("Route 66", owner=people.ada.pk, watch="public"))


def join(person: Person, game: UUID, **more: str) -> Answer:
    return caller(person).post(f"games/{game}/join/", **more)


def leave(person: Person, game: UUID) -> Answer:
    return caller(person).post(f"games/{game}/leave/")


def make_smaller(monkeypatch: pytest.MonkeyPatch, name: str, limit: Limit, most: int) -> None:
    monkeypatch.setattr(f"games.limits.{name}", replace(limit, most=most))


def test_a_stranger_sits_down_and_gets_up_six_times_an_hour(people: Cast, game: UUID) -> None:
    before = table_of(game).version
    for _ in range(SEAT_CHANGES.most // 2):
        assert join(people.mallory, game).status == 200
        assert leave(people.mallory, game).status == 200
    refused = join(people.mallory, game)
    assert (refused.status, refused.code) == (429, "too-restless")
    assert 0 < int(refused.headers["Retry-After"]) <= 3600
    page = browser(people.mallory).post(reverse("game", args=[game]), {"do": "join"})
    assert page.status_code == 429
    assert "6 times an hour at one table" in page.content.decode()
    assert table_of(game).version == before + SEAT_CHANGES.most
    assert join(people.bob, game).status == 200


def test_a_table_takes_so_many_changes_a_day_but_for_its_owner_and_those_invited(
    people: Cast, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_smaller(monkeypatch, "SEAT_CHANGES_OF_OTHERS", SEAT_CHANGES_OF_OTHERS, 2)
    join(people.mallory, game)
    leave(people.mallory, game)
    refused = join(people.bob, game)
    assert (refused.status, refused.code) == (429, "table-too-restless")
    assert join(people.ada, game).status == 200
    secret = invite(see_game(people.ada, game)).invitation.secret
    invited = caller(people.bob).post(f"games/{game}/join/", {"invitation": secret})
    assert invited.status == 200


def test_what_is_refused_or_asked_once_more_does_not_count(people: Cast, game: UUID) -> None:
    caller(people.ada).post(f"games/{game}/join/")
    first = join(people.bob, game, idempotency_key="once")
    for _ in range(SEAT_CHANGES.most):
        assert join(people.bob, game, idempotency_key="once").body == first.body
        assert join(people.mallory, game).status == 422
    leave(people.bob, game)
    assert join(people.mallory, game).status == 200


def test_a_pause_is_agreed_to_and_ended_twelve_times_a_day(people: Cast) -> None:
    game = start_game(people)
    ada = caller(people.ada)
    for _ in range(PAUSES.most // 2):
        assert ada.post(f"games/{game}/pause/").status == 200
        assert ada.post(f"games/{game}/resume/").status == 200
    assert ada.post(f"games/{game}/pause/").code == "too-many-pauses"


def test_a_ruleset_is_agreed_to_and_taken_back_twelve_times_a_day(people: Cast) -> None:
    path = f"games/{start_game(people, ruleset='franchise-1')}/ruleset/"
    ada = caller(people.ada)
    for _ in range(RULESET_CHOICES.most // 2):
        for ruleset in ("franchise-2", "franchise-1"):
            assert ada.post(path, {"ruleset": ruleset}).status == 200
    assert ada.post(path, {"ruleset": "franchise-2"}).code == "too-many-ruleset-choices"


def test_another_computer_player_is_asked_for_thirty_times_a_day(people: Cast) -> None:
    ada, path = caller(people.ada), f"games/{start_beside_computer(people)}/computer/"
    for _ in range(COMPUTER_CHOICES.most // 2):
        for bot in ("strong", None):
            assert ada.post(path, {"seat": 2, "bot": bot}).status == 200
    assert ada.post(path, {"seat": 2, "bot": "strong"}).code == "too-many-computer-choices"


def test_one_table_has_so_many_invitations_a_day(
    people: Cast, game: UUID, monkeypatch: pytest.MonkeyPatch
) -> None:
    make_smaller(monkeypatch, "LINKS", LINKS, 2)
    ada, path = caller(people.ada), f"games/{game}/invite/"
    first = ada.post(path, idempotency_key="first")
    assert ada.post(path, idempotency_key="first").body == first.body
    assert ada.post(path).status == 201
    refused = ada.post(path)
    assert (refused.status, refused.code) == (429, "too-many-links")


def test_turns_are_taken_back_so_often_a_day(people: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    make_smaller(monkeypatch, "TAKE_BACKS", TAKE_BACKS, 2)
    terms = Terms("Route 66", owner=people.ada.pk, take_backs="any-turn")
    game = open_game(people, terms=terms)
    for order in (TakeSeat(player=people.ada.pk), TakeSeat(bot="greedy"), StartGame(5, first=0)):
        act(game, order, actor=HOST)
    ada = caller(people.ada)

    def play_and_regret() -> Answer:
        begun = table_of(game).version
        assert ada.post(f"games/{game}/turns/", {}, if_match=f'"{begun}"').status == 200
        return ada.post(f"games/{game}/take-back/", {"to_version": begun})

    assert [play_and_regret().status for _ in range(2)] == [200, 200]
    assert play_and_regret().code == "too-many-take-backs"
    version = table_of(game).version
    page = {"take_back": version - 1, "version": version}
    assert browser(people.ada).post(reverse("game", args=[game]), page).status_code == 429


def test_tables_that_are_closed_at_once_count_for_a_day(
    people: Cast, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("games.doors.NEW_TABLES", replace(NEW_TABLES, most=2))
    ada, body = caller(people.ada), {"name": "Coast Run", "seats": 2}
    first = ada.post("games/", body, idempotency_key="first")
    browser(people.ada).post(reverse("game", args=[first.body["game"]["id"]]), {"do": "abandon"})
    assert ada.post("games/", body).status == 201
    refused = ada.post("games/", body)
    assert (refused.status, refused.code) == (429, "too-many-new-tables")
    assert 86_000 < int(refused.headers["Retry-After"]) <= 86_400
    assert ada.post("games/", body, idempotency_key="first").body["game"] == first.body["game"]
