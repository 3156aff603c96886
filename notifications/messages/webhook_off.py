"""The mail to whose webhook was switched off."""

from django.template.loader import render_to_string
from django.utils.translation import gettext, override

from games.domain.notation import language_of
from notifications.messages.game import may_get
from notifications.messages.message import Batch, Message, Text
from notifications.models import Notice, Webhook


def webhook_off(notice: Notice, _: Batch) -> Message | None:
    webhook = Webhook.objects.select_related("person").filter(pk=int(notice.occasion)).first()
    if webhook is None or not may_get(webhook.person):
        return None
    with override(language_of(webhook.person.language)):
        text = render_to_string("notifications/webhook_switched_off.txt", {"webhook": webhook})
        content = Text(gettext("Your webhook was switched off"), text)
    return Message(webhook.person.email, f"webhook.{webhook.pk}.off", content)
