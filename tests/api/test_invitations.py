"""An invitation seats one person once, ends after two weeks, and can be looked at and taken back."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import Any
from uuid import UUID

import pytest
from django.db import connection, connections

from games.audit.verify import verify_game
from games.domain import Refusal
from games.domain.lobby import TakeSeat
from games.invitations import LIFETIME, invitation_by, sit_down
from games.models import Invitation, Person
from tests.api.calls import Plain, caller, game_path
from tests.doing import open_game, table_of
from tests.people import Cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def invite(people: Cast, game: UUID, address: str | None = None) -> Plain:
    answer = caller(people.ada).post(game_path(game, "invite/"), {"address": address})
    assert answer.status == 201
    invitation: Plain = answer.body
    return invitation


def join(person: Person, game: UUID, invitation: Plain) -> Any:
    body = {"invitation": invitation["invitation"]}
    return caller(person).post(game_path(game, "join/"), body)


def players_of(game: UUID) -> list[int | None]:
    return [seat.player for seat in table_of(game).setup.seats]


def test_an_invitation_seats_one_person(people: Cast) -> None:
    game = open_game(people)
    invitation = invite(people, game)
    assert join(people.bob, game, invitation).status == 200
    refused = join(people.mallory, game, invitation)
    assert (refused.status, refused.code) == (422, "invitation-used")
    assert "seats one person once" in refused.body["detail"]
    assert players_of(game) == [people.bob.pk, None]


def test_an_invitation_seats_a_person_once(people: Cast) -> None:
    game = open_game(people)
    invitation = invite(people, game)
    join(people.bob, game, invitation)
    caller(people.bob).post(game_path(game, "leave/"))
    assert join(people.bob, game, invitation).code == "invitation-used"
    assert players_of(game) == [None, None]


def test_who_was_sent_away_comes_back_by_a_newer_invitation_only(people: Cast) -> None:
    game = open_game(people)
    first, other = invite(people, game), invite(people, game)
    join(people.bob, game, first)
    caller(people.ada).post(game_path(game, "leave/"), {"seat": 0})
    assert join(people.bob, game, first).code == "invitation-used"
    assert join(people.bob, game, other).code == "sent-away"
    assert players_of(game) == [None, None]
    assert join(people.bob, game, invite(people, game)).status == 200
    assert join(people.mallory, game, other).status == 200


def test_an_invitation_ends_after_two_weeks(people: Cast) -> None:
    game = open_game(people)
    invitation = invite(people, game)
    row = Invitation.objects.get()
    assert invitation["until"][:10] == str((row.created + timedelta(days=14)).date())
    Invitation.objects.update(created=row.created - LIFETIME)
    assert join(people.bob, game, invitation).code == "invitation-expired"
    assert players_of(game) == [None, None]


def test_an_invitation_that_was_taken_back_seats_nobody(people: Cast) -> None:
    game, ada = open_game(people), caller(people.ada)
    invitation = invite(people, game)
    path = game_path(game, f"invitations/{invitation['id']}/")
    assert caller(people.bob).delete(path).status == 404
    assert ada.delete(path).status == 204
    assert ada.delete(path).status == 404
    assert join(people.bob, game, invitation).code == "invitation-revoked"
    assert (
        ada.delete(game_path(open_game(people), f"invitations/{invitation['id']}/")).status == 404
    )


def test_who_came_by_an_invitation_is_not_sent_away_by_taking_it_back(people: Cast) -> None:
    game = open_game(people)
    invitation = invite(people, game)
    join(people.bob, game, invitation)
    again = caller(people.ada).delete(game_path(game, f"invitations/{invitation['id']}/"))
    assert again.code == "invitation-used"
    assert players_of(game) == [people.bob.pk, None]


def test_who_made_the_table_sees_whom_each_invitation_was_for_and_whom_it_seated(
    people: Cast,
) -> None:
    game = open_game(people)
    by_mail, by_hand = invite(people, game, "bob@example.org"), invite(people, game)
    join(people.bob, game, by_mail)
    caller(people.ada).delete(game_path(game, f"invitations/{by_hand['id']}/"))
    first, second = caller(people.ada).get(game_path(game, "invitations/")).body["results"]
    assert (first["address"], first["used_by"]) == ("bob@example.org", people.bob.pk)
    assert (first["used_by_name"], first["used"] is None) == ("bob", False)
    assert (second["address"], second["used"], second["revoked"] is None) == (None, None, False)
    assert by_mail["invitation"] not in str(first)


def test_a_lost_answer_is_had_again_under_its_key(people: Cast) -> None:
    game = open_game(people)
    body = {"invitation": invite(people, game)["invitation"]}
    bob = caller(people.bob)
    first, again = (
        bob.post(game_path(game, "join/"), body, idempotency_key="one") for _ in range(2)
    )
    assert (first.status, first.body) == (again.status, again.body)


def sit(game: UUID, person: Person, secret: str, all_ready: Barrier) -> str:
    try:
        connection.ensure_connection()
        invitation = invitation_by(secret)
        assert invitation is not None
        all_ready.wait(PATIENCE)
        sit_down(TakeSeat(player=person.pk), person, invitation)
    except Refusal as refusal:
        return refusal.code
    else:
        return "seated"
    finally:
        connections.close_all()


def test_of_two_with_one_secret_at_the_same_moment_one_sits(people: Cast) -> None:
    for _ in range(5):
        game = open_game(people)
        secret, ready = invite(people, game)["invitation"], Barrier(2)
        with ThreadPoolExecutor(2) as threads:
            came = [
                threads.submit(sit, game, person, secret, ready)
                for person in (people.bob, people.mallory)
            ]
        assert sorted(each.result() for each in came) == ["invitation-used", "seated"]
        assert sum(player is not None for player in players_of(game)) == 1
        assert verify_game(game) is None
