"""The daily mail: when it goes, and that a day has one."""

from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from threading import Barrier
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.core import mail
from django.db import connection, connections
from django.test.utils import CaptureQueriesContext

from games.edge import now
from games.hints import suggestions
from games.models import Person
from notifications.models import Digest
from notifications.outbox.days import replan
from notifications.outbox.queue import LEASE
from notifications.outbox.schedule import AT_ONCE
from notifications.outbox.tasks import send_daily_mails, send_digests
from tests.doing import play_turn, start_game, table_of
from tests.mail_in.mails import cast_with_mail, start_mailed_game
from tests.notifications.daily import choose_daily_mail, mails_by, seven, start_another_game
from tests.notifications.dying import dying_after_sending
from tests.people import Cast
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
WORKERS = 4


def test_on_a_day_with_nothing_to_tell_there_is_no_mail(clock: time_machine.Traveller) -> None:
    game, people = start_mailed_game()
    choose_daily_mail(people.bob, people.mallory)
    assert mails_by(clock, seven()) == []
    assert mails_by(clock, seven(2)) == []
    play_turn(game, expand=[{"to": "phoenix"}])
    assert len(mails_by(clock, seven(3))) == 1


@pytest.mark.parametrize(
    ("zone", "first"),
    [
        ("Europe/Berlin", datetime(2026, 3, 27, 20, tzinfo=UTC)),
        ("Europe/Berlin", datetime(2026, 10, 23, 20, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 3, 6, 20, tzinfo=UTC)),
        ("America/New_York", datetime(2026, 10, 30, 20, tzinfo=UTC)),
        ("Asia/Kolkata", datetime(2026, 3, 27, 20, tzinfo=UTC)),
        ("Pacific/Auckland", datetime(2026, 4, 3, 10, tzinfo=UTC)),
    ],
)
def test_there_is_one_a_day_at_seven_by_the_wall_also_where_the_clocks_change(
    clock: time_machine.Traveller, zone: str, first: datetime
) -> None:
    Person.objects.create(username="ada", time_zone=zone)
    people = cast_with_mail()
    start_another_game(people, "Slow Road", None)
    clock.move_to(first)
    choose_daily_mail(people.ada)
    came = []
    for half_hours in range(4 * 48):
        moment = first + timedelta(minutes=30 * half_hours)
        came += [moment.astimezone(ZoneInfo(zone))] * len(mails_by(clock, moment))
    assert [f"{each:%H:%M}" for each in came] == ["07:00"] * 4
    assert len({each.date() for each in came}) == 4


def test_quiet_hours_move_the_daily_mail_to_their_end(clock: time_machine.Traveller) -> None:
    Person.objects.create(username="ada", quiet_from=22, quiet_to=9)
    _, people = start_mailed_game()
    choose_daily_mail(people.ada)
    assert mails_by(clock, seven() + timedelta(minutes=119)) == []
    assert len(mails_by(clock, seven() + timedelta(hours=2))) == 1


def test_who_moves_to_another_zone_still_gets_one_a_day(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    start_another_game(people, "Slow Road", None)
    choose_daily_mail(people.ada)
    assert len(mails_by(clock, seven())) == 1
    # In Auckland the next day comes soon; in Los Angeles that day was had already.
    for zone, hours in (("Pacific/Auckland", 11), ("America/Los_Angeles", 56)):
        people.ada.time_zone = zone
        people.ada.save()
        replan(people.ada)
        due = Digest.objects.get().due
        assert due == seven() + timedelta(hours=hours)
        assert len(mails_by(clock, due)) == 1


def test_one_that_comes_late_is_the_only_one_of_its_day(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    start_another_game(people, "Slow Road", None)
    choose_daily_mail(people.ada)
    assert len(mails_by(clock, seven(3) - timedelta(hours=2))) == 1
    assert mails_by(clock, seven(3)) == []
    assert len(mails_by(clock, seven(4))) == 1


def test_a_worker_that_dies_after_sending_leaves_the_same_mail_to_the_next(
    clock: time_machine.Traveller,
) -> None:
    _, people = start_mailed_game()
    choose_daily_mail(people.ada)
    with dying_after_sending():
        mails_by(clock, seven())
    assert mails_by(clock, seven() + timedelta(minutes=1)) == []
    assert len(mails_by(clock, seven() + LEASE + timedelta(seconds=9))) == 1
    assert len({each.extra_headers["Message-ID"] for each in mail.outbox}) == 1
    assert len(mail.outbox) == 2
    assert mails_by(clock, seven() + 2 * LEASE) == []


def test_of_many_workers_at_once_each_daily_mail_is_sent_by_one(
    clock: time_machine.Traveller,
) -> None:
    people = cast_with_mail()
    readers = [
        Person.objects.create(username=f"crowd-{number}", email=f"{number}@example.org")
        for number in range(AT_ONCE + 10)
    ]
    for reader in readers:
        start_game(Cast(reader, people.bob, people.mallory))
    choose_daily_mail(*readers)
    clock.move_to(seven())
    barrier = Barrier(WORKERS)
    with ThreadPoolExecutor(WORKERS) as threads:
        running = [threads.submit(send_with_others, barrier) for _ in range(WORKERS)]
    assert [each.result() for each in running] == [None] * WORKERS
    assert len(mail.outbox) == len(readers)
    assert {each.to[0] for each in mail.outbox} == {reader.email for reader in readers}


def send_with_others(barrier: Barrier) -> None:
    try:
        connection.ensure_connection()
        barrier.wait(PATIENCE)
        send_digests()
    finally:
        connections.close_all()


SENDING = 8
"""Queries for each mail: taken, settled, one for its suggestions, and five for what its numbers
stand for."""
AT_THE_END = 2
"""Of several mails: whether our server, or theirs, had trouble, as after the first."""


def test_many_digests_are_found_by_as_many_queries_as_one(clock: time_machine.Traveller) -> None:
    people = cast_with_mail()
    choose_daily_mail(people.ada)
    suggest_in(start_game(people))
    few = queries_of(clock, seven(), mails=1)
    crowd = [
        Person.objects.create(username=f"crowd-{number}", email=f"{number}@example.org")
        for number in range(10)
    ]
    choose_daily_mail(*crowd)
    for person in crowd:
        suggest_in(start_game(Cast(person, people.bob, people.mallory)))
    assert queries_of(clock, seven(2), mails=11) - few == SENDING * (11 - 1) + AT_THE_END


def suggest_in(game: UUID) -> None:
    """As `think_ahead` does."""
    suggestions(game, table_of(game))


def queries_of(clock: time_machine.Traveller, when: datetime, *, mails: int) -> int:
    assert mails < AT_ONCE
    clock.move_to(when)
    before = len(mail.outbox)
    with CaptureQueriesContext(connection) as queries:
        send_daily_mails(now())
    assert len(mail.outbox) - before == mails
    return len(queries)
