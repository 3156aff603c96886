"""Clocks over the API: terms, pauses, and seats that were given up."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
import time_machine

from games.domain.lobby import ReplacePlayer
from games.edge import now
from games.overdue import move_on_due
from games.services import act
from tests.api.calls import Caller, Plain, caller, game_path
from tests.doing import start_beside_computer, start_game
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)


def game_of(who: Caller, game: UUID) -> Plain:
    game_fields: Plain = who.get(game_path(game)).body["game"]
    return game_fields


def give_up_seat(people: Cast) -> UUID:
    """Ada loses two turns in a row; Bob loses one between them."""
    game = start_game(people)
    for days in (2, 4, 6):
        assert move_on_due(now() + timedelta(days=days)) == 1
    return game


def test_a_game_is_made_with_terms_for_its_clock(people: Cast) -> None:
    ada = caller(people.ada)
    terms = {"pace_hours": 24, "bank_hours": 48, "weekends_off": True, "when_late": "pass"}
    made = ada.post("games/", {"name": "Slow", "seats": 2, **terms})
    assert made.status == 201
    assert {name: made.body["game"][name] for name in terms} == terms
    assert made.body["game"]["banks_left"] == [48 * 3600] * 2
    assert ada.post("games/", {"name": "x", "seats": 2, "bank_hours": 5}).code == "bad-terms"
    assert ada.post("games/", {"name": "x", "seats": 2, "when_late": "never"}).status == 400


def test_all_agree_to_a_pause_and_one_ends_it(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    with time_machine.travel(AT, tick=False) as clock:
        game = start_game(people)
        clock.shift(timedelta(hours=1))
        assert ada.post(game_path(game, "pause/")).status == 200
        assert game_of(bob, game)["pause_agreed"] == [0]
        assert ada.post(game_path(game, "pause/")).code == "already-agreed"
        paused = bob.post(game_path(game, "pause/")).body["table"]["game"]
        assert (paused["paused"], paused["deadline"]) == (True, None)
        clock.shift(timedelta(days=10))
        assert move_on_due(now()) == 0
        resumed = bob.post(game_path(game, "resume/")).body["table"]["game"]
        assert resumed["deadline"] == int((now() + timedelta(hours=23)).timestamp())
        assert bob.post(game_path(game, "resume/")).code == "not-paused"


def test_all_agree_to_the_newer_ruleset(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = start_game(people, ruleset="franchise-1")
    assert game_of(bob, game)["ruleset_agreed"] == []
    for ruleset in ("franchise-2", "franchise-1", "franchise-2"):
        assert ada.post(game_path(game, "ruleset/"), {"ruleset": ruleset}).status == 200
    assert game_of(bob, game)["ruleset_agreed"] == [0]
    again = ada.post(game_path(game, "ruleset/"), {"ruleset": "franchise-2"})
    assert (again.status, again.code) == (422, "ruleset-agreed-already")
    none_taken_back = bob.post(game_path(game, "ruleset/"), {"ruleset": "franchise-1"})
    assert none_taken_back.code == "ruleset-not-agreed"
    unknown = bob.post(game_path(game, "ruleset/"), {"ruleset": "franchise-9"})
    assert (unknown.code, unknown.body["possible"]) == ("not-next-ruleset", ["franchise-2"])
    changed = bob.post(game_path(game, "ruleset/"), {"ruleset": "franchise-2"}).body
    assert changed["table"]["ruleset"] == "franchise-2"
    assert [each["event"]["type"] for each in changed["events"]] == [
        "RulesetAgreed", "RulesetChanged",
    ]  # fmt: skip


def test_all_agree_to_another_computer_player(people: Cast) -> None:
    ada, bob = caller(people.ada), caller(people.bob)
    game = start_beside_computer(people)
    path = game_path(game, "computer/")
    strong = {"seat": 2, "bot": "strong"}
    assert ada.post(path, strong).body["events"][0]["event"] == {
        "type": "ComputerWanted", "seat": 0, "of": 2, "bot": "strong",
    }  # fmt: skip
    assert game_of(bob, game)["computer_wishes"] == [{"seat": 0, "of": 2, "bot": "strong"}]
    assert ada.post(path, strong).code == "computer-wanted-already"
    assert bob.post(path, {"seat": 2}).code == "computer-not-wanted"
    assert bob.post(path, {"seat": 0, "bot": "strong"}).body["possible"] == [2]
    assert bob.post(path, {"seat": 2, "bot": "hal"}).status == 400
    agreed = bob.post(path, strong).body
    assert [each["event"]["type"] for each in agreed["events"]] == [
        "ComputerWanted", "PlayerReplaced",
    ]  # fmt: skip
    assert agreed["table"]["seats"][2]["bot"] == "strong"
    assert agreed["table"]["game"]["computer_wishes"] == []


def test_new_games_are_played_by_the_newest_ruleset(people: Cast) -> None:
    ada = caller(people.ada)
    assert ada.post("games/", {"name": "x", "seats": 2}).body["ruleset"] == "franchise-2"


def test_a_pause_sent_twice_with_one_key_is_agreed_once(people: Cast) -> None:
    game, ada = start_game(people), caller(people.ada)
    first, again = (ada.post(game_path(game, "pause/"), idempotency_key="one") for _ in range(2))
    assert (first.status, first.body) == (again.status, again.body)


def test_who_is_invited_takes_over_a_seat_and_its_owner_does_not_come_back(
    people: Cast,
) -> None:
    mallory = caller(people.mallory)
    game = give_up_seat(people)
    assert mallory.post(game_path(game, "take-over/"), {"seat": 0}).status == 404
    invited = caller(people.ada).post(game_path(game, "invite/"))
    body = {"seat": 0, "invitation": invited.body["invitation"]}
    first, again = (
        mallory.post(game_path(game, "take-over/"), body, idempotency_key="mine") for _ in range(2)
    )
    assert first.body["table"]["seats"][0]["player"] == people.mallory.pk
    assert (again.status, again.body) == (200, first.body)
    ada = caller(people.ada)
    assert ada.post(game_path(game, "take-over/"), {"seat": 0}).code == "seat-not-given-up"


def test_who_lost_turns_comes_back_before_anybody_else_has_the_seat(people: Cast) -> None:
    game, ada = give_up_seat(people), caller(people.ada)
    assert game_of(ada, game)["turns_lost"] == [2, 1]
    back = ada.post(game_path(game, "take-over/"), {"seat": 0})
    assert back.body["table"]["game"]["turns_lost"] == [0, 1]


def test_who_was_replaced_by_a_computer_player_comes_back_also_to_a_private_game(
    people: Cast,
) -> None:
    game, bob = start_game(people), caller(people.bob)
    act(game, ReplacePlayer(1, bot="greedy"), actor=HOST)
    assert bob.get(game_path(game)).status == 404
    assert caller(people.mallory).post(game_path(game, "take-over/"), {"seat": 1}).status == 404
    assert bob.post(game_path(game, "take-over/"), {"seat": 1}).status == 200
    assert bob.get(game_path(game)).status == 200


def test_whom_the_host_puts_out_of_a_private_game_is_a_stranger_to_it(people: Cast) -> None:
    game, bob, ada = start_game(people), caller(people.bob), caller(people.ada)
    older = ada.post(game_path(game, "invite/")).body["invitation"]
    act(game, ReplacePlayer(1, bot="greedy", by_host=True), actor=HOST)
    assert bob.get(game_path(game)).status == 404
    assert bob.post(game_path(game, "take-over/"), {"seat": 1}).status == 404
    own = bob.post(game_path(game, "take-over/"), {"seat": 1, "invitation": older})
    assert own.code == "seat-not-given-up"


def test_whom_the_host_puts_out_has_another_seat_by_a_newer_invitation_only(people: Cast) -> None:
    game, bob, ada = start_game(people), caller(people.bob), caller(people.ada)
    older = ada.post(game_path(game, "invite/")).body["invitation"]
    for days in (2, 4, 6):
        assert move_on_due(now() + timedelta(days=days)) == 1
    act(game, ReplacePlayer(1, bot="greedy", by_host=True), actor=HOST)
    seat = {"seat": 0}
    assert bob.post(game_path(game, "take-over/"), seat).status == 404
    assert bob.post(game_path(game, "take-over/"), seat | {"invitation": older}).code == "sent-away"
    newer = ada.post(game_path(game, "invite/")).body["invitation"]
    assert bob.post(game_path(game, "take-over/"), seat | {"invitation": newer}).status == 200
