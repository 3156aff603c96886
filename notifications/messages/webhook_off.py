"""The mail to whose webhook was switched off."""

from django.template.loader import render_to_string

from notifications.messages.game import may_get
from notifications.messages.message import Batch, Message, Text
from notifications.models import Notice, Webhook


def webhook_off(notice: Notice, _: Batch) -> Message | None:
    webhook = Webhook.objects.select_related("person").filter(pk=int(notice.occasion)).first()
    if webhook is None or not may_get(webhook.person):
        return None
    text = render_to_string("notifications/webhook_switched_off.txt", {"webhook": webhook})
    number = f"webhook.{webhook.pk}.off"
    return Message(webhook.person.email, number, Text("Your webhook was switched off", text))
