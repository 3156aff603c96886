"""Addresses that turn mail away, or whose owners complain: no more goes there."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from hashlib import sha256
from itertools import pairwise

from django.db import IntegrityError, transaction
from msgspec import Struct

from games.addresses import any_spelling, key_of, spellings
from games.models import Person
from notifications.models import Bounce

TOGETHER = timedelta(days=14)
"""Refusals on two days that lie further apart are two accidents."""


class Report(Struct, frozen=True):
    """`key` tells one report from another, whoever brings it, and however often."""

    key: str
    address: str
    why: Bounce.Why
    at: datetime


def note_report(report: Report) -> bool:
    """Whether it was news; one that comes again, after another try was asked for, is none."""
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
    """A person's own word that it may be tried again counts more than what was before."""
    people = list(Person.objects.filter(any_spelling("email", address)).values_list("mail_refused"))
    if people:
        return any(refused is not None for (refused,) in people)
    return _is_barred(address)


def _is_barred(address: str) -> bool:
    """A complaint is enough; a refusal is to come again on another day."""
    told = Bounce.objects.filter(address__in=spellings(address), counts=True)
    rows = list(told.values_list("why", "at"))
    if any(why == Bounce.Why.COMPLAINED for why, _ in rows):
        return True
    return _two_days(at for _, at in rows)


def _two_days(moments: Iterable[datetime]) -> bool:
    days = sorted({moment.date() for moment in moments})
    return any(later - earlier <= TOGETHER for earlier, later in pairwise(days))
