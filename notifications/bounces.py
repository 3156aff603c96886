"""Addresses that turn mail away, or whose owners complain; they get no more mail."""

from datetime import datetime, timedelta
from hashlib import sha256
from itertools import pairwise

from django.db import IntegrityError, transaction
from msgspec import Struct

from games.addresses import any_spelling, key_of, spellings
from games.models import Person
from notifications.models import Bounce

TOGETHER = timedelta(days=14)
"""The longest time between two refusals that count together."""


class Report(Struct, frozen=True):
    """`key` is the same whenever the same report comes again, from whomever."""

    key: str
    address: str
    why: Bounce.Why
    at: datetime


def note_report(report: Report) -> bool:
    """Whether the report is new. A report that comes again does not undo `try_again`."""
    address = key_of(report.address)
    row = Bounce(
        key=sha256(report.key.encode()).hexdigest(), address=address, why=report.why, at=report.at
    )
    try:
        with transaction.atomic():
            row.save(force_insert=True)
    except IntegrityError:
        return False
    if _is_barred(address):
        mine = Person.objects.filter(any_spelling("email", address), mail_refused=None)
        mine.update(mail_refused=report.at)
    return True


def try_again(person_id: int, address: str) -> None:
    Person.objects.filter(pk=person_id).update(mail_refused=None)
    Bounce.objects.filter(address__in=spellings(address)).update(counts=False)


def turns_mail_away(address: str) -> bool:
    """An account's own state counts more than the reports of its address."""
    people = list(Person.objects.filter(any_spelling("email", address)).values_list("mail_refused"))
    if people:
        return any(refused is not None for (refused,) in people)
    return _is_barred(address)


def _is_barred(address: str) -> bool:
    """One complaint is enough; refusals have to come on two days."""
    bounces = Bounce.objects.filter(address__in=spellings(address), counts=True)
    rows = list(bounces.values_list("why", "at"))
    if any(why == Bounce.Why.COMPLAINED for why, _ in rows):
        return True
    days = sorted({at.date() for _, at in rows})
    return any(later - earlier <= TOGETHER for earlier, later in pairwise(days))
