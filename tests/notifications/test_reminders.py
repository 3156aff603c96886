"""When a player is reminded, and when a reminder is no longer wanted."""

from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games.domain.commands import command
from games.domain.lobby import AbandonGame, ReplacePlayer, SetDeadline
from games.models import Person
from games.services import act
from notifications.models import Notice, Preference
from notifications.preferences import wants
from notifications.reminders import still_wanted
from tests.doing import start_game, table_of
from tests.people import HOST, Cast, cast

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
HALF, SHARE, LAST = "reminder-half", "reminder-80", "reminder-last"


def start_and_let_bob_wait(people: Cast, at: datetime = AT) -> UUID:
    game = start_game(people)
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1", at=at)
    return game


def reminders_of(game: UUID, player: Person) -> dict[str, Notice]:
    notices = Notice.objects.filter(
        game_id=game, recipient=player, kind__startswith="reminder", version=table_of(game).version
    )
    return {notice.kind: notice for notice in notices}


def hours_after(game: UUID, player: Person, at: datetime = AT) -> dict[str, float]:
    return {
        kind: (notice.due - at) / timedelta(hours=1)
        for kind, notice in reminders_of(game, player).items()
    }


def set_quiet_hours(person: Person, since: int, to: int, zone: str = "UTC") -> None:
    Person.objects.filter(pk=person.pk).update(time_zone=zone, quiet_from=since, quiet_to=to)


def test_a_player_is_reminded_at_half_at_four_fifths_and_two_hours_before_the_end() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 12, SHARE: 19.2, LAST: 22}
    assert reminders_of(game, people.ada) == {}


def test_the_turn_and_its_reminders_are_one_statement() -> None:
    game = start_game(cast())
    with CaptureQueriesContext(connection) as queries:
        act(game, command("turn", 0, {}), actor="user:1", at=AT)
    assert len([each for each in queries if "INTO notifications_notice" in each["sql"]]) == 1


def test_quiet_hours_move_a_reminder_to_their_end() -> None:
    people = cast()
    set_quiet_hours(people.bob, 23, 6)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 18, SHARE: 19.2, LAST: 22}


def test_reminders_that_quiet_hours_move_to_one_moment_are_one() -> None:
    people = cast()
    set_quiet_hours(people.bob, 23, 9)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {SHARE: 21, LAST: 22}


def test_a_reminder_that_would_come_with_the_deadline_is_dropped() -> None:
    people = cast()
    set_quiet_hours(people.bob, 6, 12)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 12}


def test_a_person_in_another_zone_is_quiet_by_their_own_wall_clock() -> None:
    people = cast()
    set_quiet_hours(people.bob, 22, 7, "Asia/Kolkata")
    game = start_and_let_bob_wait(people)
    # Half would be at 05:30 in India.
    assert hours_after(game, people.bob) == {HALF: 13.5, SHARE: 19.2, LAST: 22}


def test_of_a_short_time_there_is_no_reminder_at_its_very_beginning() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    soon = AT + timedelta(hours=1)
    act(game, SetDeadline(int(soon.timestamp()), "extended"), actor=HOST, at=AT)
    assert hours_after(game, people.bob) == {HALF: 0.5, SHARE: 0.8}


def test_a_reminder_is_wanted_while_the_turn_waits() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    reminder = reminders_of(game, people.bob)[HALF]
    assert still_wanted(reminder)
    assert still_wanted(Notice.objects.get(game_id=game, version=reminder.version, kind="turn"))


def test_no_reminder_after_the_turn_was_played() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    reminder = reminders_of(game, people.bob)[HALF]
    act(game, command("turn", 1, {"expand": [{"to": "atlanta"}]}), actor="user:2", at=AT)
    assert not still_wanted(reminder)
    act(game, command("turn", 0, {}), actor="user:1", at=AT + timedelta(hours=1))
    assert table_of(game).mover == 1
    assert not still_wanted(reminder)


def test_no_reminder_of_a_deadline_that_was_moved_or_is_gone() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    reminder = reminders_of(game, people.bob)[HALF]
    later = AT + timedelta(days=3)
    act(game, SetDeadline(int(later.timestamp()), "extended"), actor=HOST, at=AT)
    assert not still_wanted(reminder)
    assert still_wanted(reminders_of(game, people.bob)[HALF])
    act(game, SetDeadline(None, "paused"), actor=HOST, at=AT)
    assert not any(map(still_wanted, Notice.objects.filter(kind__startswith="reminder")))


def test_no_reminder_for_who_is_replaced_or_of_a_game_that_is_over() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    reminder = reminders_of(game, people.bob)[HALF]
    act(game, ReplacePlayer(1, player=people.mallory.pk), actor=HOST, at=AT)
    assert not still_wanted(reminder)
    theirs = reminders_of(game, people.mallory)[HALF]
    act(game, AbandonGame(), actor=HOST)
    assert not still_wanted(theirs)


def test_no_reminder_for_who_wants_none() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    assert wants(people.bob.pk, game, HALF)
    Preference.objects.create(person=people.bob, reminders=False)
    assert not wants(people.bob.pk, game, HALF)
    assert wants(people.bob.pk, game, "turn")
    Preference.objects.create(person=people.bob, game_id=game, reminders=True)
    assert wants(people.bob.pk, game, HALF)


def test_a_computer_player_and_a_game_without_a_clock_are_reminded_of_nothing() -> None:
    people = cast()
    game = start_game(people)
    act(game, ReplacePlayer(1, bot="greedy"), actor=HOST, at=AT)
    act(game, command("turn", 0, {}), actor="user:1", at=AT)
    version = table_of(game).version
    assert not Notice.objects.filter(game_id=game, version=version).exists()
