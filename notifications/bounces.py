"""Addresses that turn mail away, or whose owners complain: no more goes there."""

from datetime import datetime
from hashlib import sha256

from django.db import IntegrityError, transaction
from msgspec import Struct

from games.models import Person
from notifications.models import Bounce


class Report(Struct, frozen=True):
    """`key` tells one report from another, whoever brings it, and however often."""

    key: str
    address: str
    why: Bounce.Why
    at: datetime


def record(report: Report) -> bool:
    """Whether it was news; one that comes again, after another try was asked for, is none."""
    address = report.address.strip().lower()
    row = Bounce(
        key=sha256(report.key.encode()).hexdigest(), address=address, why=report.why, at=report.at
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
            mine = Person.objects.filter(email__iexact=address, mail_refused=None)
            mine.update(mail_refused=report.at)
    except IntegrityError:
        return False
    return True


def try_again(person: Person) -> None:
    Person.objects.filter(pk=person.pk).update(mail_refused=None)


def turns_mail_away(address: str) -> bool:
    """A person's own word that it may be tried again counts more than what was before."""
    people = list(Person.objects.filter(email__iexact=address).values_list("mail_refused"))
    if people:
        return any(refused is not None for (refused,) in people)
    return Bounce.objects.filter(address=address.lower()).exists()
