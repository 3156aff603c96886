"""What this room keeps of somebody: told on request, and forgotten with the person."""

from games.models import Person
from games.signals import person_left
from notifications.models import (
    Digest,
    FeedAddress,
    Inbound,
    InvitationMail,
    Notice,
    Preference,
    Webhook,
)


def forget_mail(sender: object, *, person: Person, **_: object) -> None:
    for rows in (
        Notice.objects.filter(recipient=person),
        Preference.objects.filter(person=person),
        Inbound.objects.filter(person=person),
        Webhook.objects.filter(person=person),
        Digest.objects.filter(person=person),
        FeedAddress.objects.filter(person=person),
        InvitationMail.objects.filter(invitation__by=person),
    ):
        rows.delete()


def export_mail(person: Person) -> dict[str, object]:
    wanted = Preference.objects.filter(person=person).order_by("id")
    hooks = Webhook.objects.filter(person=person).order_by("id")
    came = Inbound.objects.filter(person=person).order_by("at")
    told = Notice.objects.filter(recipient=person).order_by("due", "pk")
    daily = Digest.objects.filter(person=person)
    return {
        "mail": list(wanted.values("game", "mail", "reminders")),
        "webhooks": list(hooks.values("url", "what", "active", "created")),
        "orders_by_mail": list(came.values("game_id", "at", "outcome")),
        "mails": list(told.values("game_id", "kind", "due", "sent")),
        "next_daily_mail": list(daily.values("day", "due")),
    }


person_left.connect(forget_mail, dispatch_uid="mail of those who left")
