"""Makes, changes and removes a person's webhooks."""

from datetime import datetime, timedelta

from django.db import transaction

from games.access import NoAccess
from games.edge import new_key
from games.limits import WEBHOOKS, check_rows
from games.models import Person
from notifications.channels.signing import write_secret
from notifications.channels.targets import check_url
from notifications.channels.webhook import give_up_waiting
from notifications.models import Webhook


def make_webhook(person: Person, url: str, what: Webhook.What, *, at: datetime) -> Webhook:
    """Raises `UrlRefused` where nothing may be posted to the URL."""
    check_url(url)
    with transaction.atomic():
        # The lock keeps many at once from passing the limit.
        Person.objects.select_for_update().get(pk=person.pk)
        check_rows(WEBHOOKS, Webhook.objects.filter(person=person), at)
        return Webhook.objects.create(
            person=person, url=url, what=what, secret=write_secret(new_key()), created=at
        )


def change_webhook(
    person: Person,
    webhook_id: int,
    *,
    at: datetime,
    url: str | None = None,
    what: Webhook.What | None = None,
    active: bool | None = None,
) -> Webhook:
    """What is None stays. Switched off, it gets nothing more, and what waits for it is given up."""
    if url is not None:
        check_url(url)
    with transaction.atomic():
        webhook = webhook_of(person, webhook_id, locks=True)
        if active is False and webhook.active:
            give_up_waiting(webhook, at)
        if url is not None or active is not None:
            webhook.failing_since = None
        webhook.url = webhook.url if url is None else url
        webhook.what = webhook.what if what is None else what
        webhook.active = webhook.active if active is None else active
        webhook.save(update_fields=["url", "what", "active", "failing_since"])
        return webhook


@transaction.atomic
def renew_secret(person: Person, webhook_id: int, keep: timedelta, *, at: datetime) -> Webhook:
    """Gives it a new secret; the one before signs beside it for as long as it is to be kept."""
    webhook = webhook_of(person, webhook_id, locks=True)
    webhook.old_secret, webhook.old_until = (webhook.secret, at + keep) if keep else ("", None)
    webhook.secret = write_secret(new_key())
    webhook.save(update_fields=["secret", "old_secret", "old_until"])
    return webhook


def forget_old_secrets(at: datetime) -> None:
    """Those that sign no more."""
    old = Webhook.objects.filter(old_until__lte=at)
    old.update(old_secret="", old_until=None)


def webhook_of(person: Person, webhook_id: int, *, locks: bool = False) -> Webhook:
    """Who changes what waits for it locks it first, as workers do."""
    webhooks = Webhook.objects.select_for_update() if locks else Webhook.objects.all()
    webhook = webhooks.filter(person=person, pk=webhook_id).first()
    if webhook is None:
        raise NoAccess(str(webhook_id))
    return webhook


@transaction.atomic
def remove_webhook(person: Person, webhook_id: int) -> None:
    webhook = webhook_of(person, webhook_id, locks=True)
    webhook.notices().delete()
    webhook.delete()
