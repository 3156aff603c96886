"""Digests on their way: see `notifications.channels.queue`."""

from datetime import date, datetime, timedelta

from django.db.models import QuerySet

from games.bots.suggestions import suggestions
from games.models import Person
from notifications.channels import queue
from notifications.channels.mail import Fate
from notifications.channels.mime import Mail, compose_mail, content_of, message_id
from notifications.composing import stopped_at
from notifications.digest.days import first_digest, plan
from notifications.digest.gathering import gather
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
from notifications.messages.digest import Day, GameLinks, GameNews, digest_letter
from notifications.models import Digest, Preference
from notifications.reply_addresses import MARKER, reply_address

AT_ONCE = 50
MOVED = ("day", "due", "since", "first_due", "tries", "said")
ROWS_AT_ONCE = 1000
"""PostgreSQL takes 65,535 parameters a statement."""
SETTLED = timedelta(seconds=30)
"""What is younger may still be on its way into the store, and is told the next day."""


def begin_digests(at: datetime) -> None:
    """For who has come to want one."""
    new = Person.objects.filter(preferences__mail=Preference.Mail.DAILY, digest=None).distinct()
    rows = [first_digest(person, at) for person in new]
    Digest.objects.bulk_create(rows, batch_size=ROWS_AT_ONCE, ignore_conflicts=True)


def send_due_digests(at: datetime) -> int:
    """How many were due, of which it takes some at a time."""
    found = list(_rows().filter(due__lte=at).order_by("due")[:AT_ONCE])
    days = gather(found, at - SETTLED)
    telling = [digest for digest in found if _reaches(digest) and days[digest.person_id].has_news]
    _pass_over([digest for digest in found if digest not in telling], at)
    due = [queue.Due(digest.pk, digest.due) for digest in telling]
    can_go = queue.send_each(_queue(days), due, at)
    return len(found) if can_go or not due else 0


def _rows() -> QuerySet[Digest]:
    return Digest.objects.select_related("person")


def _queue(days: dict[int, Day]) -> queue.Queue[Digest]:
    def compose(digest: Digest, _: datetime) -> Mail | None:
        return _mail(digest, days[digest.person_id]) if _reaches(digest) else None

    return queue.Queue(_rows, compose, _settle)


def _settle(digest: Digest, at: datetime, fate: Fate) -> None:
    digest.first_due, digest.tries, digest.said = None, 0, ""
    _next(digest, at).save(update_fields=MOVED)


def _pass_over(digests: list[Digest], at: datetime) -> None:
    """Those whose next one is at the same moment at once."""
    moments: dict[tuple[date, datetime], list[int]] = {}
    for digest in digests:
        _next(digest, at)
        moments.setdefault((digest.day, digest.due), []).append(digest.pk)
    for (day, due), people in moments.items():
        moved = {"day": day, "due": due, "since": at - SETTLED, "first_due": None}
        Digest.objects.filter(pk__in=people, due__lte=at).update(**moved)


def _next(digest: Digest, at: datetime) -> Digest:
    plan(digest, digest.person, after=digest.day, at=at)
    digest.since = at - SETTLED
    return digest


def _reaches(digest: Digest) -> bool:
    person = digest.person
    return bool(person.is_active and person.email and not person.mail_refused)


def _mail(digest: Digest, day: Day) -> Mail:
    person = digest.person
    stop = stop_url(Stop(None, person.pk))
    ways = {each.game: _ways(each, person) for each in day.games}
    letter = digest_letter(
        day, ways, home=home_url(), settings=settings_url(), stop=stop, marker=MARKER
    )
    number = f"digest.{person.pk}.{digest.day}"
    headers = {"References": message_id(f"digest.{person.pk}"), **stopped_at(stop)}
    reply_to = [ways[day.waiting[0].game].answer] if day.waiting else []
    return compose_mail(person.email, number, content_of(letter, number), headers, reply_to)


def _ways(played: GameNews, person: Person) -> GameLinks:
    state, game = played.state, played.game
    if not played.waits_for(person.pk):
        return GameLinks(table_url(game), anchors_url())
    orders = suggestions(state)
    taps = [Tap(game, state.version, person.pk, number + 1) for number in range(len(orders))]
    answer = reply_address(game, state.mover, state.version, person.pk)
    play = tuple(tap_url(tap) for tap in taps)
    return GameLinks(table_url(game), anchors_url(), answer, orders, play)
