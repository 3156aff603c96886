"""When a mail goes: quiet hours, who looks at the page, and reminders beside a daily mail."""

from datetime import datetime, timedelta
from unittest.mock import patch
from uuid import UUID

import pytest
import time_machine
from django.core import mail
from django.core.cache import cache
from django.test import Client

from games.domain.lobby import SetDeadline
from games.edge import now
from games.models import Person
from games.services import act
from notifications.models import Notice, Preference
from notifications.outbox.queue import send_due
from notifications.outbox.tasks import send_digests
from tests.doing import browser, pass_turn, play_turn, start_game, table_of, table_path
from tests.mail_in.mails import answer_turn_mail, cast_with_mail, start_mailed_game
from tests.notifications.daily import AT, choose_daily_mail, start_another_game
from tests.people import HOST, Cast

pytestmark = pytest.mark.django_db(transaction=True)
MINUTE, HOUR = timedelta(minutes=1), timedelta(hours=1)


@pytest.fixture(autouse=True)
def _noon(clock: time_machine.Traveller) -> None:
    """Every test begins at noon."""
    cache.clear()


def subjects_by(
    clock: time_machine.Traveller, when: datetime, to: str = "bob"
) -> list[tuple[str, str]]:
    """Each with its time, looked for every minute until then."""
    came = []
    while now() <= when:
        before = len(mail.outbox)
        while send_due(now()):
            pass
        send_digests()
        mine = [each for each in mail.outbox[before:] if each.to == [f"{to}@example.org"]]
        came += [(f"{now():%H:%M}", str(each.subject)) for each in mine]
        clock.shift(MINUTE * 6)
    return came


def set_quiet_hours(person: Person, since: int, to: int) -> None:
    Person.objects.filter(pk=person.pk).update(quiet_from=since, quiet_to=to)


def move_deadline(game: UUID, hours: float) -> None:
    deadline = int((now() + timedelta(hours=hours)).timestamp())
    act(game, SetDeadline(deadline, "extended"), actor=HOST, at=now())


def test_a_turns_mail_waits_for_the_end_of_quiet_hours(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    set_quiet_hours(people.bob, 12, 15)
    game = start_game(people)
    play_turn(game, expand=[{"to": "phoenix"}])
    assert subjects_by(clock, AT + 8 * HOUR) == [("15:00", "Route 66: Your turn 2")]
    assert Notice.objects.get(recipient=people.bob, message="started").sent == AT + 3 * HOUR


def test_what_waited_for_the_end_of_quiet_hours_is_not_reminded_of_at_once(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    game = start_game(people)
    play_turn(game, expand=[{"to": "phoenix"}])
    # The reminders were planned before the quiet hours were chosen.
    move_deadline(game, 5.8)
    set_quiet_hours(people.bob, 12, 15)
    assert subjects_by(clock, AT + 5 * HOUR) == [
        ("15:00", "Route 66: Your turn 2"),
        ("16:42", "Route 66: Last call: turn 2 is lost on Mon 2 March, 17:48 UTC"),
    ]


def test_a_turn_that_would_be_lost_is_told_in_quiet_hours(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    game = start_game(people)
    play_turn(game, expand=[{"to": "phoenix"}])
    set_quiet_hours(people.bob, 12, 15)
    move_deadline(game, 2.9)
    assert subjects_by(clock, AT + 4 * HOUR)[0] == ("12:00", "Route 66: Your turn 2")


def test_an_answer_goes_in_quiet_hours() -> None:
    game, people = start_mailed_game()
    set_quiet_hours(people.ada, 12, 15)
    answer_turn_mail(game, people.ada, "status")
    assert [each.to for each in mail.outbox] == [["ada@example.org"]]


STILL, DAILY = "Route 66: Still your turn 2", "Your turn in Route 66"


@pytest.mark.parametrize(
    ("hours", "came"),
    [
        # Half of the time, or two hours before its end, are at seven.
        (38, [("07:00", DAILY)]),
        (21, [("22:30", STILL), ("07:00", DAILY)]),
        # The last call comes an hour after the daily mail; the turn is lost another two later.
        (22, [("23:00", STILL), ("07:00", DAILY)]),
        # The turn is lost before the daily mail.
        (
            18,
            [
                ("21:00", STILL),
                ("04:00", "Route 66: Last call: turn 2 is lost on Tue 3 March, 06:00 UTC"),
            ],
        ),
    ],
)
def test_no_reminder_says_what_the_daily_mail_says_at_that_hour(
    clock: time_machine.Traveller, hours: int, came: list[tuple[str, str]]
) -> None:
    people = cast_with_mail()
    game = start_another_game(people, "Route 66")
    play_turn(game, expand=[{"to": "phoenix"}])
    choose_daily_mail(people.bob)
    move_deadline(game, hours)
    assert subjects_by(clock, AT + min(20, hours) * HOUR) == came


def open_page(client: Client, game: UUID) -> str:
    """As a page asks that is open: only for what is new."""
    etag = f'"{table_of(game).version}"'
    live = client.get(table_path(game), {"part": "live"}, headers={"If-None-Match": etag})
    assert live.status_code in (200, 304)
    return etag


def test_who_sees_the_turn_on_the_page_gets_no_mail_of_it_but_reminders(
    clock: time_machine.Traveller,
) -> None:
    game, people = start_mailed_game()
    page = browser(people.bob)
    open_page(page, game)
    send_due(now())
    mail.outbox.clear()
    play_turn(game, expand=[{"to": "phoenix"}])
    send_due(now())
    assert mail.outbox == []
    open_page(page, game)
    clock.shift(timedelta(seconds=10))
    while send_due(now()):
        pass
    assert mail.outbox == []
    clock.shift(12 * HOUR)
    send_due(now())
    assert [each.subject for each in mail.outbox] == ["Route 66: Still your turn 2"]


def test_who_has_closed_the_page_gets_the_mail_soon(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    open_page(browser(people.bob), game)
    send_due(now())
    mail.outbox.clear()
    play_turn(game, expand=[{"to": "phoenix"}])
    for _ in range(9):
        send_due(now())
        clock.shift(timedelta(seconds=10))
    assert [each.subject for each in mail.outbox] == ["Route 66: Your turn 2"]


def let_bob_see_his_turn(people: Cast, game: UUID) -> None:
    """On the page, which is open while Ada plays."""
    page = browser(people.bob)
    open_page(page, game)
    send_due(now())
    mail.outbox.clear()
    play_turn(game, expand=[{"to": "phoenix"}])
    open_page(page, game)


@pytest.mark.parametrize("has_clock", [False, True])
def test_who_saw_the_turn_on_the_page_and_is_reminded_of_nothing_gets_its_mail_an_hour_later(
    clock: time_machine.Traveller, *, has_clock: bool
) -> None:
    people = cast_with_mail()
    game = start_another_game(people, "Route 66", 24 if has_clock else None)
    Preference.objects.create(person=people.bob, reminders=False)
    let_bob_see_his_turn(people, game)
    assert subjects_by(clock, AT + 3 * HOUR) == [("13:00", "Route 66: Your turn 2")]


def test_who_saw_the_turn_on_the_page_and_played_it_gets_no_mail(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    game = start_another_game(people, "Route 66", None)
    let_bob_see_his_turn(people, game)
    send_due(now())
    pass_turn(game)
    assert subjects_by(clock, AT + 3 * HOUR) == []


def test_the_page_of_another_game_or_of_a_visitor_stops_no_mail(
    clock: time_machine.Traveller,
) -> None:
    game, people = start_mailed_game()
    other = start_another_game(people, "Other")
    open_page(browser(people.bob), other)
    browser(None).get(table_path(game))
    play_turn(game, expand=[{"to": "phoenix"}])
    send_due(now())
    assert ["bob@example.org"] in [each.to for each in mail.outbox]


def test_an_open_page_writes_once_a_minute(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    page = browser(people.bob)
    open_page(page, game)
    with patch("games.presence.cache", wraps=cache) as watched:
        for _ in range(60):
            clock.shift(timedelta(seconds=3))
            open_page(page, game)
    assert watched.set.call_count == 3
