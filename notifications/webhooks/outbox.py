"""Deliveries as rows: taken by one worker at a time, and what became of them."""

from collections.abc import Sequence
from datetime import datetime, timedelta

from django.db import transaction
from django.db.models import F, Value
from django.db.models.functions import Coalesce

from notifications.models import Delivery, Webhook

AT_ONCE = 20
LEASE = timedelta(minutes=2)
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
DOUBLED_AT_MOST = 6
PATIENCE = timedelta(days=1)


def claim(at: datetime) -> list[Delivery]:
    """Some that are due, as they were before this attempt; no other worker takes them meanwhile."""
    with transaction.atomic():
        due = Delivery.objects.filter(due__lte=at).order_by("due")
        taken = list(due.select_for_update(skip_locked=True)[:AT_ONCE])
        rows = Delivery.objects.filter(pk__in=[each.pk for each in taken], due__lte=at)
        rows.update(due=at + LEASE, attempts=F("attempts") + 1)
    return taken


def drop(deliveries: Sequence[Delivery]) -> None:
    if deliveries:
        Delivery.objects.filter(pk__in=[each.pk for each in deliveries]).delete()


def delivered(delivery: Delivery) -> None:
    Delivery.objects.filter(pk=delivery.pk).delete()
    failing = Webhook.objects.filter(pk=delivery.webhook_id, failing_since__isnull=False)
    failing.filter(active=True).update(failing_since=None)


@transaction.atomic
def failed(delivery: Delivery, at: datetime) -> None:
    """Again later, and until then nothing else to that webhook for a while.

    After a whole day of failures it is switched off, and its person is owed a mail.
    """
    webhook = Webhook.objects.filter(pk=delivery.webhook_id, active=True)
    webhook.update(failing_since=Coalesce("failing_since", Value(at)))
    waiting = Delivery.objects.filter(webhook_id=delivery.webhook_id)
    if webhook.filter(failing_since__lte=at - PATIENCE).update(active=False, mail_due=at):
        waiting.delete()
        return
    waiting.filter(due__lt=at + FIRST_WAIT).update(due=at + FIRST_WAIT)
    waiting.filter(pk=delivery.pk).update(due=at + wait_after(delivery.attempts))


def wait_after(earlier_attempts: int) -> timedelta:
    doubled = FIRST_WAIT * (1 << min(earlier_attempts, DOUBLED_AT_MOST))
    return min(doubled, LONGEST_WAIT)
