"""Puts daily mails into the outbox when their hour has come."""

from collections.abc import Sequence
from datetime import date, datetime, timedelta

import msgspec
from django.db import transaction
from django.db.models import Q

from games.models import Person
from notifications.messages.daily import (
    DAILY,
    Content,
    may_get_daily,
    puzzle_readers,
    seats_of_interest,
)
from notifications.models import NO_GAME, Digest, Notice, Preference
from notifications.outbox.days import first_digest, plan
from notifications.outbox.queue import put_in

AT_ONCE = 50
ROWS_AT_ONCE = 1000
"""PostgreSQL takes 65,535 parameters a statement."""
SETTLED = timedelta(seconds=30)
"""What is younger may still be on its way into the store, and is told the next day."""


def begin_digests(at: datetime) -> None:
    """For who has come to want one."""
    wants = Q(preferences__mail=Preference.Mail.DAILY) | Q(preferences__puzzle=True)
    new = Person.objects.filter(wants, digest=None).distinct()
    rows = [first_digest(person, at) for person in new]
    Digest.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE, ignore_conflicts=True)


def put_in_due(at: datetime) -> int:
    """How many were due, of which it takes some at a time."""
    due = list(
        Digest.objects.filter(due__lte=at).select_related("person").order_by("due")[:AT_ONCE]
    )
    since = {each.person_id: each.since for each in due if may_get_daily(each.person)}
    seats = seats_of_interest(since) if since else []
    telling = {seat.player_id for seat in seats} | puzzle_readers(since, at - SETTLED).keys()
    with transaction.atomic():
        notices = [
            Notice(
                game_id=NO_GAME,
                recipient_id=each.person_id,
                message=DAILY,
                channel="mail",
                occasion=each.day.isoformat(),
                content=msgspec.json.encode(Content(each.since, at - SETTLED)).decode(),
                due=at,
                first_due=each.due,
            )
            for each in due
            if each.person_id in telling
        ]
        put_in(notices)
        _move_on(due, at)
    return len(due)


def _move_on(digests: Sequence[Digest], at: datetime) -> None:
    """Those whose next one is at the same moment at once."""
    moments: dict[tuple[date, datetime], list[int]] = {}
    for digest in digests:
        plan(digest, digest.person, after=digest.day, at=at)
        moments.setdefault((digest.day, digest.due), []).append(digest.pk)
    for (day, due), people in moments.items():
        mine = Digest.objects.filter(pk__in=people, due__lte=at)
        mine.update(day=day, due=due, since=at - SETTLED)
