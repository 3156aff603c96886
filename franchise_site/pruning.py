"""Deletes old rows at night, some at a time, so that nothing waits for it."""

from datetime import datetime, timedelta
from typing import Any

from django.conf import settings
from django.contrib.sessions.models import Session
from django.db.models import QuerySet

from games.models import ChatReport, KeptAnswer, SignIn, Token
from notifications.models import Inbound, Notice, Offer
from notifications.outbox.waiting import old_posts

AT_ONCE = 500
A_DAY = timedelta(days=1)
SESSION = timedelta(seconds=settings.SESSION_COOKIE_AGE)
Rows = QuerySet[Any]


def prune_rows(at: datetime, *, at_once: int = AT_ONCE) -> dict[str, int]:
    """Returns how many rows of each kind are gone. Harmless when it runs twice or is killed."""
    return {name: _delete(rows, at_once) for name, rows in old_rows(at).items()}


def old_rows(at: datetime) -> dict[str, Rows]:
    """Never rows that are still to be sent, answered or settled, but for posts that nobody takes."""

    def before(name: str) -> datetime:
        return at - timedelta(days=settings.KEEP_DAYS[name])

    mails = Notice.objects.exclude(channel="webhook")
    return {
        "notices": mails.filter(sent__lt=before("notices")).exclude(message="invitation"),
        "inbound": Inbound.objects.filter(at__lt=before("inbound")),
        "offers": Offer.objects.filter(at__lt=before("inbound")),
        "invitation_mails": mails.filter(sent__lt=before("invitation_mails"), message="invitation"),
        "deliveries": old_posts(before("deliveries")),
        "reports": ChatReport.objects.filter(settled__lt=before("reports")),
        "sessions": Session.objects.filter(expire_date__lt=at),
        "sign_ins": SignIn.objects.filter(seen__lt=at - SESSION),
        "tokens": Token.objects.filter(expiry__lt=at),
        "answers": KeptAnswer.objects.filter(at__lt=at - A_DAY),
    }


def _delete(rows: Rows, at_once: int) -> int:
    """In the order of keys, so that the table is walked through once.

    By ranges, which use the index: a list of keys of several columns is compared with every row.
    """
    gone, rest = 0, rows
    while keys := list(rest.order_by("pk").values_list("pk", flat=True)[:at_once]):
        gone += rest.filter(pk__lte=keys[-1]).delete()[0]
        rest = rows.filter(pk__gt=keys[-1])
    return gone
