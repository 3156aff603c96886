"""Answers on their way: written with what they tell of, and sent by a worker."""

from datetime import datetime

import msgspec
from django.core.mail import EmailMessage
from django.db import IntegrityError, transaction
from django.db.models import QuerySet

from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.inbound.answers import Answer
from notifications.inbound.host import HostMail
from notifications.models import Inbound


def write_once(row: Inbound) -> bool:
    """Whether it is the first of its key."""
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    return True


def send_due_answers(at: datetime) -> int:
    """How many were due, of which it takes some."""
    return queue.send_due(ANSWERS, at)


def _rows() -> QuerySet[Inbound]:
    return Inbound.objects.filter(due__isnull=False)


def _compose(row: Inbound, _: datetime) -> EmailMessage:
    if row.game_id is None:
        return msgspec.json.decode(row.answer, type=HostMail).compose()
    return msgspec.json.decode(row.answer, type=Answer).compose(row.game_id)


def _settle(row: Inbound, at: datetime, fate: Fate) -> None:
    Inbound.objects.filter(pk=row.pk).update(due=None, answer="")


ANSWERS = queue.Queue(_rows, _compose, _settle)
