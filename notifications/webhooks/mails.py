"""The mail to whose webhook was switched off."""

from datetime import datetime
from urllib.parse import urlsplit

from django.conf import settings
from django.core.mail import EmailMessage
from django.template.loader import render_to_string

from notifications.models import Webhook
from notifications.webhooks.outbox import LEASE


def mail_owners(at: datetime) -> None:
    """Sends what is owed; a mail that could not be sent is owed again after a while."""
    owed = Webhook.objects.filter(mail_due__lte=at).order_by("mail_due").select_related("person")
    for webhook in owed:
        mine = Webhook.objects.filter(pk=webhook.pk)
        if mine.filter(mail_due=webhook.mail_due).update(mail_due=at + LEASE):
            if webhook.person.email:
                switched_off(webhook).send()
            mine.update(mail_due=None)


def switched_off(webhook: Webhook) -> EmailMessage:
    host = urlsplit(settings.SITE_URL).hostname
    return EmailMessage(
        "Your webhook was switched off",
        render_to_string("notifications/webhook_switched_off.txt", {"webhook": webhook}),
        to=[webhook.person.email],
        headers={
            "Message-ID": f"<webhook.{webhook.pk}.off@{host}>",
            "Auto-Submitted": "auto-generated",
        },
    )
