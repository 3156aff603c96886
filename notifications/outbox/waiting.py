"""What waits to be sent, for the host: how much of each kind, for how long, and which mails."""

from datetime import datetime, timedelta
from typing import Any, cast

from django.db.models import Case, CharField, Count, F, Min, Q, QuerySet, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.models import Game, Invitation, Person
from notifications.messages.catalogue import CALLS
from notifications.models import Notice

MOST_SHOWN = 100
MINUTE, TEN_MINUTES, HOUR = (timedelta(minutes=number) for number in (1, 10, 60))
OUTBOXES = {
    "answer": (_("answer"), ("answer", "to-host")),
    "invitation": (_("invitation"), ("invitation",)),
    "digest": (_("daily mail"), ("daily",)),
    "webhook-mail": (_("webhook switched off"), ("webhook-off",)),
    "webhook": (_("webhook message"), tuple(CALLS)),
}
"""The messages that figures tell of, by name; all others are of a turn."""

TURN = "turn"
Rows = QuerySet[Any]


class Ages(Struct, frozen=True):
    """How many of a kind are not due yet, or due for less than a minute, ten, an hour, or longer."""

    name: str
    later: int
    minute: int
    ten_minutes: int
    hour: int
    older: int


class Lateness(Struct, frozen=True):
    """How many of an outbox are due, how late the oldest is, and how many were tried in vain."""

    outbox: str
    due: int = 0
    late: timedelta = timedelta()
    again: int = 0


class UnsentMail(Struct, frozen=True):
    """A mail that is due; `why` is what the last try came to."""

    name: str
    to: str
    game: str
    since: datetime
    tries: int
    why: str


def count_by_age(at: datetime) -> list[Ages]:
    """Of mails by kind, and of calls to webhooks."""

    def count(after: datetime | None, until: datetime | None) -> Count:
        first = Q() if after is None else Q(due_since__gt=after)
        last = Q() if until is None else Q(due_since__lte=until)
        return Count("due_since", filter=first & last)

    kinds = (
        _waiting()
        .values("name")
        .annotate(
            later=count(at, None),
            minute=count(at - MINUTE, at),
            ten_minutes=count(at - TEN_MINUTES, at - MINUTE),
            hour=count(at - HOUR, at - TEN_MINUTES),
            older=count(None, at - HOUR),
        )
    )
    return [Ages(**row) for row in kinds.order_by("name")]


def _with_age(**which: object) -> Rows:
    """`due_since` is when a notice was due first: a worker that takes one moves its `due`."""
    due_since = Coalesce("first_due", "due")
    return cast("Rows", Notice.objects.filter(**which).annotate(due_since=due_since))


def _waiting() -> Rows:
    whens = [
        When(message__in=messages, then=Value(str(name))) for name, messages in OUTBOXES.values()
    ]
    name = Case(*whens, default=F("message"), output_field=CharField())
    return cast("Rows", _with_age(sent=None).annotate(name=name))


def old_posts(until: datetime) -> Rows:
    """Those that went or were given up before then, and those that are due since before then."""
    is_old = Q(sent__lt=until) | Q(sent=None, due_since__lt=until)
    return _with_age(channel="webhook").filter(is_old)


def lateness(at: datetime) -> list[Lateness]:
    """Of every outbox. Of webhooks only what was never tried counts: the rest waits for its owner."""
    whens = [
        When(message__in=messages, then=Value(key)) for key, (_name, messages) in OUTBOXES.items()
    ]
    counted = Case(
        When(channel="webhook", tries=0, then=F("due")),
        When(channel="webhook", then=None),
        default=F("due_since"),
    )
    due = Q(counted__lte=at)
    rows = _waiting().annotate(
        counted=counted, outbox=Case(*whens, default=Value(TURN), output_field=CharField())
    )
    figures = rows.values("outbox").annotate(
        count=Count("counted", filter=due),
        oldest=Min("counted", filter=due),
        again=Count("tries", filter=Q(tries__gt=0)),
    )
    known = {
        row["outbox"]: Lateness(
            row["outbox"], row["count"], at - (row["oldest"] or at), row["again"]
        )
        for row in figures.order_by()
    }
    return [known.get(name, Lateness(name)) for name in (TURN, *OUTBOXES)]


def unsent_mails(at: datetime) -> list[UnsentMail]:
    """The oldest first."""
    due = _waiting().filter(due_since__lte=at).exclude(channel="webhook")
    oldest = list(due.order_by("due_since")[:MOST_SHOWN])
    games = Game.objects.filter(pk__in=[row.game_id for row in oldest])
    names = dict(games.values_list("pk", "name"))
    people = Person.objects.filter(pk__in=[row.recipient_id for row in oldest])
    addresses = dict(people.values_list("pk", "email"))
    occasions = [row.occasion for row in oldest if row.message == "invitation"]
    invitations = Invitation.objects.filter(reference__in=occasions)
    invited = dict(invitations.values_list("reference", "address"))
    return [
        UnsentMail(
            row.name,
            addresses.get(row.recipient_id) or invited.get(row.occasion, gettext("host")),
            names.get(row.game_id, ""),
            row.due_since,
            row.tries,
            _why(row),
        )
        for row in oldest
    ]


def _why(row: Any) -> str:
    held = gettext("held until mail goes out again") if row.held else ""
    return " · ".join(part for part in (held, row.reply) if part)
