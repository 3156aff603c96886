"""The outbox: due notices are leased, sent, and marked; what is left over is swept again."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from smtplib import SMTPException, SMTPRecipientsRefused

from anymail.exceptions import AnymailError, AnymailRecipientsRefused
from django.core.mail import EmailMessage, get_connection
from django.core.mail.backends.base import BaseEmailBackend
from django.db import transaction

from notifications.bounces import Report, record
from notifications.composing import mail_of
from notifications.models import Bounce, Notice

log = logging.getLogger(__name__)

AT_ONCE = 10
LEASE = timedelta(minutes=2)
PERMANENT = 500


def send_due(at: datetime) -> int:
    """How many were due, of which it takes some at a time. One that fails holds up no other."""
    taken, failed = _claim(at), []
    if taken:
        with open_connection() as connection:
            for notice in taken:
                try:
                    _send(notice, connection, at)
                except Exception as error:
                    log.exception("a mail could not be made", extra={"notice": str(notice)})
                    failed.append(error)
    if failed:
        raise ExceptionGroup("mails could not be made", failed)
    return len(taken)


def _send(notice: Notice, connection: BaseEmailBackend, at: datetime) -> None:
    mail = mail_of(notice)
    if mail is None or deliver(mail, connection, at):
        Notice.objects.filter(pk=notice.pk).update(sent=at)


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
def open_connection() -> Iterator[BaseEmailBackend]:
    connection = get_connection()
    try:
        yield connection
    finally:
        connection.close()


def deliver(mail: EmailMessage, connection: BaseEmailBackend, at: datetime) -> bool:
    """Whether that is done with; what waits for the mail server is sent again later.

    To be marked afterwards: a kill in between sends it twice, with the same Message-ID.
    """
    number = mail.extra_headers["Message-ID"]
    try:
        connection.send_messages([mail])
    except (SMTPException, AnymailError, OSError) as error:
        if not _for_good(error):
            log.warning("not sent; tried again", extra={"mail": number, "why": str(error)})
            return False
        log.warning("the address was refused", extra={"mail": number, "why": str(error)})
        key = f"smtp {number} {at.isoformat()}"
        record(Report(key, mail.to[0], Bounce.Why.REFUSED, at))
    return True


def _for_good(error: Exception) -> bool:
    """A server that wants to be asked again later says so by a code below 500."""
    if isinstance(error, SMTPRecipientsRefused):
        return all(code >= PERMANENT for code, _ in error.recipients.values())
    return isinstance(error, AnymailRecipientsRefused)
