"""When a player is reminded, and what becomes of what waits for a turn."""

import json
from datetime import UTC, datetime, timedelta
from typing import Any
from unittest.mock import patch
from uuid import UUID

import pytest
from django.core import mail
from django.db import connection
from django.db.models import Q
from django.test.utils import CaptureQueriesContext
from pytest_django import Settings

from games.domain.commands import command
from games.domain.lobby import AbandonGame, ReplacePlayer, SetDeadline
from games.domain.notation import WORDS, language_of
from games.domain.state import Terms
from games.edge import now
from games.models import Person
from games.services import act
from notifications.messages.batch import Batch
from notifications.messages.catalogue import MESSAGES
from notifications.models import Notice, Preference
from notifications.outbox.queue import send_due
from notifications.preferences import wants, wishes_of
from tests.bots import greedy
from tests.doing import start_game, table_of
from tests.mail_in.mails import cast_with_mail
from tests.notifications.webhooks import TURN, add_webhook, waiting_calls
from tests.people import HOST, Cast, cast

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
HALF, LAST = "reminder-half", "reminder-last"


def start_and_let_bob_wait(people: Cast, at: datetime = AT) -> UUID:
    game = start_game(people)
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1", at=at)
    return game


def waiting(game: UUID) -> list[Notice]:
    """What waits for a turn."""
    mails = Notice.objects.filter(game_id=game, channel="mail", sent=None)
    return list(mails.filter(Q(message__in=("turn", "late")) | Q(message__startswith="reminder")))


def hours_after(game: UUID, player: Person, at: datetime = AT) -> dict[str, float]:
    """The reminders that a player will get, though only the next one is a row."""
    moments: list[tuple[str, float]] = []
    for notice in waiting(game):
        if notice.recipient_id == player.pk:
            moments += [(notice.message, notice.due.timestamp())]
            moments += json.loads(notice.later or "[]")
    return {
        message: (moment - at.timestamp()) / 3600
        for message, moment in moments
        if message.startswith("reminder")
    }


def set_quiet_hours(person: Person, since: int, to: int, zone: str = "UTC") -> None:
    Person.objects.filter(pk=person.pk).update(time_zone=zone, quiet_from=since, quiet_to=to)


def test_a_player_is_reminded_at_half_of_the_time_and_two_hours_before_its_end() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 12, LAST: 22}
    assert hours_after(game, people.ada) == {}
    assert len(waiting(game)) == 1


def test_the_turn_and_its_reminders_are_one_statement() -> None:
    game = start_game(cast())
    with CaptureQueriesContext(connection) as queries:
        act(game, command("turn", 0, {}), actor="user:1", at=AT)
    insert = "INSERT INTO notifications_notice"
    assert len([each for each in queries if each["sql"].startswith(insert)]) == 1


def test_quiet_hours_move_a_reminder_to_their_end() -> None:
    people = cast()
    set_quiet_hours(people.bob, 23, 6)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 18, LAST: 22}


def test_reminders_that_quiet_hours_move_together_are_the_last_call_alone() -> None:
    people = cast()
    set_quiet_hours(people.bob, 22, 10)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {LAST: 22}


def test_a_last_call_that_would_come_with_the_deadline_breaks_the_quiet_hours() -> None:
    people = cast()
    set_quiet_hours(people.bob, 6, 12)
    game = start_and_let_bob_wait(people)
    assert hours_after(game, people.bob) == {HALF: 12, LAST: 22}


def test_no_reminder_follows_a_turn_mail_at_once_that_quiet_hours_held() -> None:
    people = cast()
    set_quiet_hours(people.bob, 11, 17)
    game = start_and_let_bob_wait(people)
    for hours, told in ((14, {HALF: 7, LAST: 12}), (11, {LAST: 9})):
        deadline = AT + timedelta(hours=hours)
        act(game, SetDeadline(int(deadline.timestamp()), "extended"), actor=HOST, at=AT)
        assert hours_after(game, people.bob) == told


def test_a_person_in_another_zone_is_quiet_by_their_own_wall_clock() -> None:
    people = cast()
    set_quiet_hours(people.bob, 22, 7, "Asia/Kolkata")
    game = start_and_let_bob_wait(people)
    # Half would be at 05:30 in India.
    assert hours_after(game, people.bob) == {HALF: 13.5, LAST: 22}


def test_of_a_short_time_there_is_no_reminder_at_its_very_beginning() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    soon = AT + timedelta(hours=1)
    act(game, SetDeadline(int(soon.timestamp()), "extended"), actor=HOST, at=AT)
    assert hours_after(game, people.bob) == {HALF: 0.5, LAST: 0.8}


def send_all(at: datetime) -> None:
    while send_due(at):
        pass


def test_the_row_of_a_turn_says_one_reminder_after_the_other() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    for hours, left in ((0, (HALF, LAST)), (12, (LAST,)), (22, ())):
        send_all(AT + timedelta(hours=hours))
        assert tuple(hours_after(game, people.bob)) == left
        assert len(waiting(game)) == bool(left)


@pytest.mark.parametrize(
    ("language", "reminder", "last"),
    [
        ("en", "Still your turn 2", "Last call: turn 2 is lost on Tue 3 March, 12:00 UTC"),
        (
            "fr",
            "Toujours à vous, tour 2",
            "Dernier rappel\u202f: le tour 2 sera perdu le mardi 3 mars à 12\xa0h\xa000 UTC",
        ),
        (
            "de",
            "Du bist noch am Zug (Zug 2)",
            "Letzte Erinnerung: Zug 2 verfällt am Di, 3. März, 12:00 UTC",
        ),
    ],
)
def test_the_two_reminders_have_subjects_of_their_own(
    language: str, reminder: str, last: str
) -> None:
    Person.objects.create(username="bob", language=language)
    people = cast_with_mail()
    game = start_and_let_bob_wait(people)
    assert len(waiting(game)) == 1
    for hours in (0, 12, 22):
        send_all(AT + timedelta(hours=hours))
    subjects = [each.subject for each in mail.outbox if each.to == [people.bob.email]]
    game_name = f"Route 66{WORDS[language_of(language)].colon}"
    assert subjects[-2:] == [f"{game_name}{reminder}", f"{game_name}{last}"]


@pytest.mark.parametrize(
    ("terms", "subject"),
    [
        ({"when_late": "wait"}, "Last call: play turn 2 by Tue 3 March, 12:00 UTC"),
        ({"bank_hours": 5}, "Last call: play turn 2 by Tue 3 March, 12:00 UTC"),
        ({"when_late": "pass"}, "Last call: turn 2 is lost on Tue 3 March, 12:00 UTC"),
    ],
)
def test_a_last_call_says_what_the_deadline_does(terms: dict[str, Any], subject: str) -> None:
    people = cast_with_mail()
    agreed = Terms("Route 66", owner=people.ada.pk, pace_hours=24, **terms)
    game = start_game(people, terms=agreed)
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1", at=AT)
    for hours in (0, 12, 22):
        send_all(AT + timedelta(hours=hours))
    assert mail.outbox[-1].subject == f"Route 66: {subject}"


def test_nothing_waits_for_a_turn_that_was_played() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    act(game, command("turn", 1, {"expand": [{"to": "atlanta"}]}), actor="user:2", at=AT)
    assert [notice.recipient for notice in waiting(game)] == [people.ada]
    send_all(AT)
    act(game, command("turn", 0, {}), actor="user:1", at=AT + timedelta(hours=1))
    assert table_of(game).mover == 1
    (turn,) = waiting(game)
    assert (turn.message, turn.occasion) == ("turn", str(table_of(game).version))
    assert hours_after(game, people.bob, AT + timedelta(hours=1)) == {
        HALF: 12,
        LAST: 22,
    }


@pytest.mark.parametrize("is_told", [False, True])
def test_reminders_move_with_the_deadline_and_go_with_it(is_told: bool) -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    if is_told:
        send_all(AT)
    later = AT + timedelta(days=3)
    act(game, SetDeadline(int(later.timestamp()), "extended"), actor=HOST, at=AT)
    assert hours_after(game, people.bob) == {HALF: 36, LAST: 70}
    act(game, SetDeadline(None, "paused"), actor=HOST, at=AT)
    assert hours_after(game, people.bob) == {}
    assert [each.message for each in waiting(game)] == ([] if is_told else ["turn"])


def test_nothing_waits_for_who_is_replaced_or_for_a_game_that_is_over() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    send_all(AT)
    act(game, ReplacePlayer(1, player=people.mallory.pk), actor=HOST, at=AT)
    assert hours_after(game, people.bob) == {}
    assert HALF in hours_after(game, people.mallory)
    act(game, AbandonGame(), actor=HOST)
    assert waiting(game) == []


def test_a_worker_that_has_taken_the_turn_moves_nothing_on_that_was_cancelled() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)
    (turn,) = waiting(game)
    batch = Batch(AT, [turn])

    def play_meanwhile(notice: Notice, _: Batch) -> None:
        act(game, command("turn", 1, {}), actor="user:2", at=AT)

    with patch.dict(MESSAGES, {"turn": play_meanwhile}):
        send_due(AT)
    assert [notice.recipient for notice in waiting(game)] == [people.ada]
    assert MESSAGES["turn"](turn, batch) is None


def test_news_and_calls_are_never_cancelled(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    hook = add_webhook(people.bob, what=TURN)
    game = start_and_let_bob_wait(people)
    news = Notice.objects.filter(game_id=game, message="started")
    assert (news.count(), len(waiting_calls(hook))) == (2, 1)
    act(game, command("turn", 1, {}), actor="user:2", at=AT)
    assert (news.count(), len(waiting_calls(hook))) == (2, 1)


def test_of_a_game_that_is_played_promptly_only_what_was_sent_is_left() -> None:
    people = cast_with_mail()
    game = start_game(people)
    at = now()
    while table_of(game).to_move is not None:
        send_all(at)
        at += timedelta(minutes=10)
        state = table_of(game)
        act(game, greedy.choose(state, state.version), actor="user:1", at=at)
    send_all(at)
    assert not Notice.objects.filter(game_id=game, sent=None).exists()
    sent_in = Notice.objects.filter(game_id=game).values_list("content", flat=True)
    assert len(set(sent_in)) == len(mail.outbox)


def test_no_reminder_for_who_wants_none() -> None:
    people = cast()
    game = start_and_let_bob_wait(people)

    def bob_wants(message: str) -> bool:
        return wants(wishes_of([people.bob.pk])[people.bob.pk].for_game(game), message)

    assert bob_wants(HALF)
    Preference.objects.create(person=people.bob, reminders=False)
    assert not bob_wants(HALF)
    assert bob_wants("turn")
    Preference.objects.create(person=people.bob, game_id=game, reminders=True)
    assert bob_wants(HALF)


def test_a_computer_player_and_a_game_without_a_clock_are_reminded_of_nothing() -> None:
    people = cast()
    game = start_game(people)
    act(game, ReplacePlayer(1, bot="greedy"), actor=HOST, at=AT)
    act(game, command("turn", 0, {}), actor="user:1", at=AT)
    version = table_of(game).version
    assert not Notice.objects.filter(game_id=game, occasion=version).exists()
