"""Notices on their way: see `notifications.channels.queue`."""

from datetime import datetime

from django.db.models import QuerySet

from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.composing import mail_of
from notifications.models import Notice


def send_due(at: datetime) -> int:
    """How many were due, of which it takes some."""
    return queue.send_due(NOTICES, at)


def _rows() -> QuerySet[Notice]:
    return Notice.objects.filter(sent=None).select_related("recipient")


def _settle(notice: Notice, at: datetime, fate: Fate) -> None:
    Notice.objects.filter(pk=notice.pk).update(sent=at)


NOTICES = queue.Queue(_rows, lambda notice, _: mail_of(notice), _settle)
