"""Answers on their way: written with what they tell of, leased while they are sent."""

from datetime import datetime, timedelta

import msgspec
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction

from notifications.inbound.answers import Answer
from notifications.inbound.host import SentOn
from notifications.models import Inbound
from notifications.sending import deliver, open_connection

LEASE = timedelta(minutes=5)
SENT_AT_ONCE = 100


def send_answer(key: str, at: datetime) -> None:
    """One that cannot be sent now is due again after a while."""
    mine = Inbound.objects.filter(key=key)
    if not mine.filter(due__lte=at).update(due=at + LEASE):
        return
    mail = _mail_of(mine.get())
    with open_connection() as connection:
        if deliver(mail, connection, at):
            mine.update(due=None, answer="")


def send_due(at: datetime) -> None:
    waiting = Inbound.objects.filter(due__lte=at).order_by("due")
    for key in waiting.values_list("key", flat=True)[:SENT_AT_ONCE]:
        send_answer(key, at)


def write_once(row: Inbound) -> bool:
    """Whether the mail has not come before."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def _mail_of(row: Inbound) -> EmailMessage:
    if row.game_id is None:
        return msgspec.json.decode(row.answer, type=SentOn).mail()
    return msgspec.json.decode(row.answer, type=Answer).mail(row.game_id)
