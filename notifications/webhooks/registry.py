"""Makes and removes a person's webhooks."""

from datetime import datetime

from django.db import transaction

from games.edge import new_secret
from games.limits import WEBHOOKS, TooManyWebhooks
from games.models import Person
from notifications.channels.targets import check_url
from notifications.models import Webhook


def make_webhook(person: Person, url: str, what: Webhook.What, *, at: datetime) -> Webhook:
    """Raises `UrlRefused` where nothing may be posted to the URL."""
    check_url(url)
    with transaction.atomic():
        # The lock keeps many at once from passing the limit.
        Person.objects.select_for_update().get(pk=person.pk)
        count = Webhook.objects.filter(person=person).count()
        if count >= WEBHOOKS.most:
            raise TooManyWebhooks(count)
        return Webhook.objects.create(
            person=person, url=url, what=what, secret=new_secret(), created=at
        )


@transaction.atomic
def remove_webhook(person: Person, webhook_id: int) -> bool:
    """Whether the person had it."""
    # Workers too lock a webhook before its notices.
    webhook = Webhook.objects.select_for_update().filter(person=person, pk=webhook_id).first()
    if webhook is None:
        return False
    webhook.waiting_notices().delete()
    webhook.delete()
    return True
