"""The mail to whose webhook was switched off."""

from datetime import datetime

from django.db.models import QuerySet
from django.template.loader import render_to_string

from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.channels.mime import Content, Mail, compose_mail
from notifications.models import Webhook


def send_due_to_owners(at: datetime) -> int:
    """How many were due, of which it takes some."""
    return queue.send_due(OWNERS, at)


def _rows() -> QuerySet[Webhook]:
    return Webhook.objects.filter(mail_due__isnull=False).select_related("person")


def _compose(webhook: Webhook, _: datetime) -> Mail | None:
    person = webhook.person
    if not person.email or person.mail_refused:
        return None
    text = render_to_string("notifications/webhook_switched_off.txt", {"webhook": webhook})
    content = Content("Your webhook was switched off", text)
    return compose_mail(person.email, f"webhook.{webhook.pk}.off", content, {})


def _settle(webhook: Webhook, at: datetime, fate: Fate) -> None:
    Webhook.objects.filter(pk=webhook.pk).update(mail_due=None, first_due=None, tries=0, said="")


OWNERS = queue.Queue(_rows, _compose, _settle)
