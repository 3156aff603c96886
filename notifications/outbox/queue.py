"""The outbox: one way for every notice, whatever it says and however it goes.

It is written in the transaction of what it tells, taken by one worker at a time, delivered by its
channel, and settled. A worker takes a row by an UPDATE of that row alone: nothing is locked
across games.
"""

import logging
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta

import msgspec
from django.db import transaction
from django.db.models import Q, QuerySet
from django.db.models.functions import Coalesce
from msgspec import Struct

from games.edge import clock_from
from notifications.channels import CHANNELS
from notifications.channels.channel import Deliver, Fate, Parcel, wait_after
from notifications.messages.catalogue import MESSAGES
from notifications.messages.daily import DAILY
from notifications.messages.message import Batch
from notifications.models import Notice

log = logging.getLogger(__name__)

AT_ONCE = 100
LEASE = timedelta(minutes=3)
"""Longer than one mail can take: a dozen commands of at most ten seconds each."""

LONGEST_BATCH = timedelta(seconds=15)
"""Then other lanes have their turn."""

LONGEST_REPLY = 200


class Lane(Struct, frozen=True):
    """What one sender sends: a channel's notices, of which `those` are its own."""

    channel: str
    those: Q = Q()

    def due(self, at: datetime) -> QuerySet[Notice]:
        waiting = Notice.objects.filter(self.those, channel=self.channel, sent=None, due__lte=at)
        return waiting.order_by("due")


MAILS = Lane("mail", ~Q(message=DAILY))
DAILY_MAILS = Lane("mail", Q(message=DAILY))
"""Thousands are due at one moment, and no turn waits for them."""

POSTS = Lane("webhook")
TELLING = [name for name, each in CHANNELS.items() if each.tells_players]
"""The channels by which players are told."""


def put_in(notices: Sequence[Notice]) -> None:
    """In the caller's transaction. What is there already stays as it is."""
    Notice.objects.bulk_create(notices, ignore_conflicts=True)


def send_due(at: datetime, lane: Lane = MAILS) -> int:
    """How many were due, of which it takes some. One that cannot be made holds up no other."""
    channel, due = CHANNELS[lane.channel], list(lane.due(at)[:AT_ONCE])
    if not due or not channel.may_try(at):
        return 0
    batch, clock = Batch(at, due), clock_from(at)
    failed: list[Exception] = []
    with channel.open() as deliver:
        for start in range(0, len(due), channel.at_once):
            moment = clock() if start else at
            if moment - at >= LONGEST_BATCH:
                break
            some = due[start : start + channel.at_once]
            taken = [row for each in some if (row := take(each, moment))]
            parcels = list(_pack(taken, batch, moment, failed))
            fates = _deliver(deliver, parcels, moment, failed)
            for parcel, fate in zip(parcels, fates, strict=True):
                _settle(parcel.notice, fate, moment, keeps=channel.tells_players)
            if any(fate.stops for fate in fates):
                break
    if failed:
        raise ExceptionGroup("notices could not be made", failed)
    return len(due)


def take(notice: Notice, at: datetime) -> Notice | None:
    """None where another worker has it. Nobody else takes it before the lease is over."""
    mine = Notice.objects.filter(pk=notice.pk, sent=None)
    first_due = Coalesce("first_due", "due")
    if not mine.filter(due=notice.due).update(due=at + LEASE, first_due=first_due, held=False):
        return None
    return mine.first()


def _pack(
    taken: Sequence[Notice], batch: Batch, at: datetime, failed: list[Exception]
) -> Iterator[Parcel]:
    """Each with its message; settles those that nobody wants or that cannot be made."""
    for notice in taken:
        try:
            message = MESSAGES[notice.message](notice, batch)
        except Exception as error:
            log.exception("a notice could not be made", extra={"of": str(notice)})
            failed.append(error)
            _settle(notice, _fate_after(error, notice), at)
            continue
        if message is None:
            _settle(notice, Fate(), at)
        else:
            yield Parcel(notice, message)


def _deliver(
    deliver: Deliver, parcels: Sequence[Parcel], at: datetime, failed: list[Exception]
) -> list[Fate]:
    if not parcels:
        return []
    try:
        return deliver(parcels, at)
    except Exception as error:
        log.exception("notices could not be delivered", extra={"of": str(parcels[0].notice)})
        failed.append(error)
        return [_fate_after(error, each.notice) for each in parcels]


def _fate_after(error: Exception, notice: Notice) -> Fate:
    tries = notice.tries + 1
    return Fate(wait=wait_after(tries), tries=tries, reply=type(error).__name__)


def _settle(notice: Notice, fate: Fate, at: datetime, *, keeps: bool = False) -> None:
    """An event may have cancelled the notice meanwhile; what went is noted all the same."""
    mine = Notice.objects.filter(pk=notice.pk, sent=None)
    if fate.wait is not None:
        reply = fate.reply[:LONGEST_REPLY]
        mine.update(due=at + fate.wait, tries=fate.tries, held=fate.held, reply=reply)
    elif notice.later:
        _move_on(notice, at, went=fate.went and keeps)
    elif fate.went and keeps:
        if not mine.update(sent=at, content=""):
            _note_sent(notice, at)
    else:
        mine.delete()


def _move_on(notice: Notice, at: datetime, *, went: bool) -> None:
    """Makes the same row say what is next on this occasion, so that an event that cancels meets it."""
    (message, moment), *later = msgspec.json.decode(notice.later, type=list[tuple[str, int]])
    mine = Notice.objects.filter(pk=notice.pk, sent=None, later=notice.later)
    with transaction.atomic():
        moved = mine.update(
            message=message,
            due=datetime.fromtimestamp(moment, UTC),
            later=plan(later),
            first_due=None,
            tries=0,
            reply="",
        )
        if not moved and (present := Notice.objects.filter(pk=notice.pk, sent=None).first()):
            _settle(present, Fate(went=went), at, keeps=True)
        elif went:
            _note_sent(notice, at)


def _note_sent(notice: Notice, at: datetime) -> None:
    notice.sent, notice.later, notice.content = at, "", ""
    put_in([notice])


def plan(later: Sequence[tuple[str, int]]) -> str:
    """What is to be said later on the same occasion, each with its moment, as a notice keeps it."""
    return msgspec.json.encode(later).decode() if later else ""
