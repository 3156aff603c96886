"""The outbox: due notices are leased, sent, and marked; what is left over is swept again."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from django.core.mail import get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from games.models import Person
from notifications.composing import mail_of
from notifications.models import Notice

log = logging.getLogger(__name__)

AT_ONCE = 20
LEASE = timedelta(minutes=2)


def send_due(at: datetime) -> int:
    """How many were due, of which it takes some at a time."""
    taken = _claim(at)
    if taken:
        with _open_connection() as connection:
            for notice in taken:
                _send(notice, connection, at)
    return len(taken)


def _claim(at: datetime) -> list[Notice]:
    """No other worker takes them before the lease is over."""
    with transaction.atomic():
        due = Notice.objects.filter(sent=None, due__lte=at).order_by("due")
        locked = due.select_for_update(skip_locked=True, of=("self",))
        taken = list(locked.select_related("recipient")[:AT_ONCE])
        keys = [notice.pk for notice in taken]
        Notice.objects.filter(pk__in=keys, due__lte=at).update(due=at + LEASE)
    return taken


@contextmanager
def _open_connection() -> Iterator[BaseEmailBackend]:
    connection = get_connection()
    try:
        yield connection
    finally:
        connection.close()


def _send(notice: Notice, connection: BaseEmailBackend, at: datetime) -> None:
    """Marked after sending: a kill in between sends it twice, with the same Message-ID."""
    mail = mail_of(notice)
    try:
        if mail is not None:
            connection.send_messages([mail])
    except SMTPRecipientsRefused as refused:
        log.warning("the address was refused", extra={"notice": str(notice), "why": str(refused)})
        Person.objects.filter(pk=notice.recipient_id).update(mail_refused=at)
    except (SMTPException, OSError) as error:
        log.warning("not sent; tried again", extra={"notice": str(notice), "why": str(error)})
        return
    Notice.objects.filter(pk=notice.pk).update(sent=at)
