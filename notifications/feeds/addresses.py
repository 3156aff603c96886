"""The secret address of a person's feeds. It is signed, and ends when a newer one is made."""

from django.db.models import F
from django.db.models.functions import Coalesce

from games.models import Person
from notifications.links import Feed, feed_of
from notifications.models import FeedAddress


def feed_of_person(person: Person) -> Feed:
    address = FeedAddress.objects.filter(person=person).first()
    return Feed(person.pk, address.edition if address else 0)


def renew_address(person: Person) -> None:
    if not FeedAddress.objects.filter(person=person).update(edition=F("edition") + 1):
        FeedAddress.objects.get_or_create(person=person, defaults={"edition": 1})


def feed_owner(token: str) -> Person | None:
    """None for an address that was not made here, or that a newer one has replaced."""
    feed = feed_of(token)
    if feed is None:
        return None
    editions = Person.objects.annotate(edition=Coalesce(F("feed_address__edition"), 0))
    return editions.filter(pk=feed.person, edition=feed.edition, is_active=True).first()
