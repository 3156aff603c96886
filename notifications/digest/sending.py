"""Due digests are leased, sent, and marked; a kill in between sends one twice, as the same mail."""

from datetime import date, datetime, timedelta

from django.conf import settings
from django.core.mail import EmailMultiAlternatives
from django.db import transaction

from games.bots.suggestions import suggestions
from games.models import Person
from notifications.composing import made
from notifications.digest.days import first_digest, plan
from notifications.digest.gathering import gather
from notifications.inbound.addresses import MARKER, reply_address
from notifications.links import (
    Stop,
    Tap,
    anchors_url,
    home_url,
    settings_url,
    stop_url,
    table_url,
    tap_url,
)
from notifications.mails.digest import Day, Played, Ways, digest_mail
from notifications.models import Digest, Preference
from notifications.sending import LEASE, deliver, open_connection

AT_ONCE = 50
MOVED = ("day", "due", "since")
SETTLED = timedelta(seconds=30)
"""What is younger may still be on its way into the store, and is told the next day."""


def begin_digests(at: datetime) -> None:
    """For who has come to want one."""
    new = Person.objects.filter(preferences__mail=Preference.Mail.DAILY, digest=None).distinct()
    rows = [first_digest(person, at) for person in new]
    Digest.objects.bulk_create(rows, ignore_conflicts=True)


def send_due_digests(at: datetime) -> int:
    """How many were due, of which it takes some at a time."""
    taken = _claim(at)
    days = gather(taken, at - SETTLED)
    telling = [digest for digest in taken if _reaches(digest) and days[digest.person_id].tells]
    _pass_over([digest for digest in taken if digest not in telling], at)
    if telling:
        with open_connection() as connection:
            for digest in telling:
                mail = _mail(digest, days[digest.person_id])
                if deliver(mail, connection, at):
                    _next(digest, at).save(update_fields=MOVED)
    return len(taken)


def _claim(at: datetime) -> list[Digest]:
    """No other worker takes them before the lease is over."""
    with transaction.atomic():
        due = Digest.objects.filter(due__lte=at).order_by("due")
        locked = due.select_for_update(skip_locked=True, of=("self",))
        taken = list(locked.select_related("person")[:AT_ONCE])
        keys = [digest.pk for digest in taken]
        Digest.objects.filter(pk__in=keys, due__lte=at).update(due=at + LEASE)
    return taken


def _pass_over(digests: list[Digest], at: datetime) -> None:
    """Those whose next one is at the same moment at once."""
    moments: dict[tuple[date, datetime], list[int]] = {}
    for digest in digests:
        _next(digest, at)
        moments.setdefault((digest.day, digest.due), []).append(digest.pk)
    for (day, due), people in moments.items():
        moved = {"day": day, "due": due, "since": at - SETTLED}
        Digest.objects.filter(pk__in=people).update(**moved)


def _next(digest: Digest, at: datetime) -> Digest:
    plan(digest, digest.person, after=digest.day, at=at)
    digest.since = at - SETTLED
    return digest


def _reaches(digest: Digest) -> bool:
    person = digest.person
    return bool(person.is_active and person.email and not person.mail_refused)


def _mail(digest: Digest, day: Day) -> EmailMultiAlternatives:
    person, domain = digest.person, settings.MAIL_DOMAIN
    stop = stop_url(Stop(None, person.pk))
    ways = {each.game: _ways(each, person) for each in day.games}
    letter = digest_mail(
        day, ways, home=home_url(), settings=settings_url(), stop=stop, marker=MARKER
    )
    headers = {
        "Message-ID": f"<digest.{person.pk}.{digest.day}@{domain}>",
        "References": f"<digest.{person.pk}@{domain}>",
        "List-Unsubscribe": f"<{stop}>",
    }
    reply_to = [ways[day.waiting[0].game].answer] if day.waiting else []
    return made(letter, person.email, headers, reply_to)


def _ways(played: Played, person: Person) -> Ways:
    state, game = played.state, played.game
    if not played.waits_for(person.pk):
        return Ways(table_url(game), anchors_url())
    orders = suggestions(state)
    taps = [Tap(game, state.version, person.pk, number + 1) for number in range(len(orders))]
    answer = reply_address(game, state.mover, state.version, person.pk)
    play = tuple(tap_url(tap) for tap in taps)
    return Ways(table_url(game), anchors_url(), answer, orders, play)
