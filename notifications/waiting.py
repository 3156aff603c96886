"""What waits to be sent, for the host: how much of each kind, for how long, and which mails."""

from datetime import datetime, timedelta
from typing import Any

from django.db.models import Case, CharField, Count, F, Min, Q, QuerySet, UUIDField, Value, When
from django.db.models.functions import Coalesce
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import astuple

from games.models import Game
from notifications.models import Delivery, Digest, Inbound, InvitationMail, Notice, Webhook

MOST_SHOWN = 100
MINUTE, TEN_MINUTES, HOUR = (timedelta(minutes=number) for number in (1, 10, 60))
OUTBOXES = ("turn", "answer", "invitation", "digest", "webhook-mail", "webhook")
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
    due: int
    late: timedelta
    again: int


class UnsentMail(Struct, frozen=True):
    """A mail that is due; `why` is what the last try came to."""

    name: str
    to: str
    game: str
    since: datetime
    tries: int
    why: str


def count_by_age(at: datetime) -> list[Ages]:
    """Of mails by kind, and of deliveries to webhooks."""
    calls = Delivery.objects.annotate(due_since=F("made"), name=_text(_("webhook message")))
    kinds = [Ages(**row) for rows in (*_mail_queues(), calls) for row in _count(rows, at)]
    return [each for each in kinds if any(astuple(each)[1:])]


def lateness(at: datetime) -> list[Lateness]:
    """Of every outbox. Of webhooks only what was never tried counts: the rest waits for its owner."""
    due = Case(When(attempts=0, then=F("due")))
    calls = Delivery.objects.annotate(due_since=due, tries=F("attempts"))
    outboxes = zip(OUTBOXES, (*_mail_queues(), calls), strict=True)
    return [_lateness(name, rows, at) for name, rows in outboxes]


def _lateness(outbox: str, rows: Rows, at: datetime) -> Lateness:
    due = Q(due_since__lte=at)
    figures = rows.order_by().aggregate(
        count=Count("due_since", filter=due),
        oldest=Min("due_since", filter=due),
        again=Count("tries", filter=Q(tries__gt=0)),
    )
    late = at - figures["oldest"] if figures["oldest"] else timedelta()
    return Lateness(outbox, figures["count"], late, figures["again"])


def unsent_mails(at: datetime) -> list[UnsentMail]:
    """The oldest first."""
    due = [
        row
        for rows in _mail_queues()
        for row in rows.filter(due_since__lte=at).order_by("due_since")[:MOST_SHOWN]
    ]
    oldest = sorted(due, key=lambda row: row.due_since)[:MOST_SHOWN]
    names = dict(
        Game.objects.filter(pk__in=[row.of_game for row in oldest]).values_list("pk", "name")
    )
    return [
        UnsentMail(
            row.name,
            row.address,
            names.get(row.of_game, ""),
            row.due_since,
            row.tries,
            _why(row),
        )
        for row in oldest
    ]


def _mail_queues() -> tuple[Rows, ...]:
    """`due_since` is when a row was due first: a worker that takes a row moves its `due`."""
    return (
        _queue(Notice.objects.filter(sent=None), F("kind"), F("recipient__email"), "game_id"),
        _queue(
            Inbound.objects.exclude(due=None),
            _text(_("answer")),
            Coalesce("person__email", _text(_("host"))),
            "game_id",
        ),
        _queue(
            InvitationMail.objects.filter(sent=None),
            _text(_("invitation")),
            F("invitation__address"),
            "invitation__game_id",
        ),
        _queue(Digest.objects.all(), _text(_("daily mail")), F("person__email")),
        _queue(
            Webhook.objects.exclude(mail_due=None),
            _text(_("webhook switched off")),
            F("person__email"),
        ),
    )


def _queue(rows: Rows, what: Any, to: Any, of: str | None = None) -> Rows:
    game = F(of) if of else Value(None, output_field=UUIDField())
    since = Coalesce("first_due", rows.model.DUE)
    annotated: Rows = rows.annotate(due_since=since, name=what, address=to, of_game=game)
    return annotated


def _text(value: str) -> Value:
    return Value(value, output_field=CharField())


def _count(rows: Rows, at: datetime) -> list[dict[str, Any]]:
    def count(after: datetime | None, until: datetime | None) -> Count:
        first = Q() if after is None else Q(due_since__gt=after)
        last = Q() if until is None else Q(due_since__lte=until)
        return Count("due_since", filter=first & last)

    return list(
        rows.order_by("name")
        .values("name")
        .annotate(
            later=count(at, None),
            minute=count(at - MINUTE, at),
            ten_minutes=count(at - TEN_MINUTES, at - MINUTE),
            hour=count(at - HOUR, at - TEN_MINUTES),
            older=count(None, at - HOUR),
        )
    )


def _why(row: Any) -> str:
    held = _("held until mail goes out again") if row.held else ""
    return " · ".join(part for part in (held, row.said) if part)
