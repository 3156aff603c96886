"""Answers on their way: written with what they tell of, leased while they are sent."""

import logging
from datetime import datetime, timedelta
from smtplib import SMTPException

import msgspec

from notifications.inbound.answers import Answer
from notifications.models import Inbound

log = logging.getLogger(__name__)
LEASE = timedelta(minutes=5)
SENT_AT_ONCE = 100


def send_answer(key: str, at: datetime) -> None:
    """One that cannot be sent now is due again after a while."""
    mine = Inbound.objects.filter(key=key)
    if not mine.filter(due__lte=at).update(due=at + LEASE):
        return
    waiting = mine.values_list("answer", flat=True).get()
    try:
        msgspec.json.decode(waiting, type=Answer).mail().send()
    except (SMTPException, OSError) as error:
        log.warning("an answer could not be sent yet", extra={"error": type(error).__name__})
    else:
        mine.update(due=None, answer="")


def send_due(at: datetime) -> None:
    waiting = Inbound.objects.filter(due__lte=at).order_by("due")
    for key in waiting.values_list("key", flat=True)[:SENT_AT_ONCE]:
        send_answer(key, at)
