"""The one way through every queue of mails: a row is taken, sent and settled, one at a time."""

import logging
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Any, Generic, TypeVar

from django.core.mail import EmailMessage
from django.db.models import QuerySet
from django.db.models.functions import Coalesce
from msgspec import Struct

from games.edge import clock_from
from notifications.channels.carrier import Carrier
from notifications.channels.mail import Fate, deliver, wait_after
from notifications.channels.trouble import may_try
from notifications.models import Outgoing

log = logging.getLogger(__name__)

AT_ONCE = 100
LEASE = timedelta(minutes=3)
"""Longer than one mail can take: a dozen commands of at most ten seconds each."""

LONGEST_BATCH = timedelta(seconds=15)
"""Then the other queues have their turn."""

LONGEST_SAID = 200
Row = TypeVar("Row", bound=Outgoing)


class Queue(Struct, Generic[Row], frozen=True):
    """`rows` have not gone yet; `compose` gives None for what is not wanted any more.

    `settle` marks what is done with, whether the mail went or not.
    """

    rows: Callable[[], QuerySet[Row]]
    compose: Callable[[Row, datetime], EmailMessage | None]
    settle: Callable[[Row, datetime, Fate], None]


class Due(Struct, frozen=True):
    """A row, by its key, as it was when it was found."""

    key: Any
    due: datetime


def send_due(queue: Queue[Row], at: datetime) -> int:
    """How many were due, of which it takes some. One that cannot be made holds up no other."""
    rows = queue.rows()
    name = rows.model.DUE
    found = rows.filter(**{f"{name}__lte": at}).order_by(name).values_list("pk", name)[:AT_ONCE]
    due = [Due(key, moment) for key, moment in found]
    return len(due) if send_each(queue, due, at) else 0


def send_each(queue: Queue[Row], due: Sequence[Due], at: datetime) -> bool:
    """Whether the mail server could be asked at all."""
    if not due or not may_try(at):
        return False
    clock, failed = clock_from(at), []
    with Carrier() as carrier:
        for each in due:
            if clock() - at >= LONGEST_BATCH:
                break
            row = _take(queue, each, clock())
            if row is None:
                continue
            try:
                fate = _send(queue, row, carrier, clock())
            except Exception as error:
                log.exception("a mail could not be made", extra={"of": str(row)})
                failed.append(error)
                tries = row.tries + 1
                fate = Fate(wait=wait_after(tries), tries=tries, reply=type(error).__name__)
            _keep(queue, row, fate, clock())
            if fate.stops:
                break
    if failed:
        raise ExceptionGroup("mails could not be made", failed)
    return True


def _take(queue: Queue[Row], due: Due, at: datetime) -> Row | None:
    """None where another worker has it. Nobody else takes it before the lease is over."""
    mine = queue.rows().filter(pk=due.key)
    name = mine.model.DUE
    first_due = Coalesce("first_due", name)
    taken = mine.filter(**{name: due.due})
    if not taken.update(**{name: at + LEASE}, first_due=first_due, held=False):
        return None
    return mine.first()


def _send(queue: Queue[Row], row: Row, carrier: Carrier, at: datetime) -> Fate:
    mail = queue.compose(row, at)
    return Fate() if mail is None else deliver(mail, carrier, row.tries, at)


def _keep(queue: Queue[Row], row: Row, fate: Fate, at: datetime) -> None:
    if fate.wait is None:
        queue.settle(row, at, fate)
        return
    queue.rows().filter(pk=row.pk).update(
        **{row.DUE: at + fate.wait},
        tries=fate.tries,
        held=fate.held,
        said=fate.reply[:LONGEST_SAID],
    )
