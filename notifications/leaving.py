"""What this room keeps of a person: exported on request, and deleted with the account."""

from games.models import Person
from games.signals import person_left
from notifications.models import (
    Digest,
    FeedAddress,
    Inbound,
    Notice,
    Offer,
    Preference,
    Webhook,
)


def forget_mail(sender: object, *, person: Person, **_: object) -> None:
    references = list(person.invitations.values_list("reference", flat=True))
    for rows in (
        Notice.objects.filter(recipient=person),
        Preference.objects.filter(person=person),
        Inbound.objects.filter(person=person),
        Offer.objects.filter(person=person),
        Webhook.objects.filter(person=person),
        Digest.objects.filter(person=person),
        FeedAddress.objects.filter(person=person),
        Notice.objects.filter(message="invitation", occasion__in=references),
    ):
        rows.delete()


def export_mail(person: Person) -> dict[str, object]:
    preferences = Preference.objects.filter(person=person).order_by("id")
    webhooks = Webhook.objects.filter(person=person).order_by("id")
    inbound = Inbound.objects.filter(person=person).order_by("at")
    offers = Offer.objects.filter(person=person).order_by("at")
    notices = Notice.objects.filter(recipient=person).order_by("due", "pk")
    digest = Digest.objects.filter(person=person)
    return {
        "mail": list(preferences.values("game", "mail", "reminders")),
        "webhooks": list(webhooks.values("url", "what", "active", "created")),
        "orders_by_mail": list(inbound.values("game_id", "at", "outcome")),
        "offers_by_mail": list(offers.values("game_id", "at", "tables")),
        "mails": list(notices.values("game_id", "message", "channel", "due", "sent", "reply")),
        "next_daily_mail": list(digest.values("day", "due")),
    }


person_left.connect(forget_mail, dispatch_uid="mail of those who left")
