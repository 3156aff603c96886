"""A person's webhooks, made and removed."""

from datetime import datetime

from django.db import transaction

from games.edge import new_secret
from games.limits import WEBHOOKS, TooManyWebhooks
from games.models import Person
from notifications.models import Webhook
from notifications.webhooks.addresses import check_url


def make_webhook(person: Person, url: str, what: Webhook.What, *, at: datetime) -> Webhook:
    """With a secret of its own; `UrlRefused` where nothing may be posted to the URL."""
    check_url(url)
    with transaction.atomic():
        # One after the other, so that many at once are not more than the most.
        Person.objects.select_for_update().get(pk=person.pk)
        have = Webhook.objects.filter(person=person).count()
        if have >= WEBHOOKS.most:
            raise TooManyWebhooks(have)
        return Webhook.objects.create(
            person=person, url=url, what=what, secret=new_secret(), created=at
        )


@transaction.atomic
def remove_webhook(person: Person, webhook_id: int) -> bool:
    """Whether there was one of this person's."""
    # Locked first, as by workers: its deliveries are always locked after it.
    webhook = Webhook.objects.select_for_update().filter(person=person, pk=webhook_id).first()
    if webhook is None:
        return False
    webhook.delete()
    return True
