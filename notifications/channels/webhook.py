"""Posts JSON to a person's program, signed with the webhook's secret, several posts at once."""

import logging
import ssl
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.client import HTTPException
from time import monotonic

import msgspec
from django.conf import settings
from django.db import transaction
from django.db.models import Value
from django.db.models.functions import Coalesce
from msgspec import Struct
from prometheus_client import Counter

from games.api.webhook_answers import WhyNotPosted
from notifications.channels.channel import Channel, Deliver, Fate, Parcel, double
from notifications.channels.posting import post
from notifications.channels.signing import sign
from notifications.channels.targets import UrlRefused, check_url
from notifications.messages.calls import webhook_of
from notifications.models import NO_GAME, Notice, Webhook

log = logging.getLogger(__name__)
POSTED = Counter("franchise_webhook_posts_total", "Posts to webhooks", ["outcome"])

USER_AGENT = "Franchise-by-Mail"
AT_ONCE = 20
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
PATIENCE = timedelta(days=1)
SWITCHED_OFF: WhyNotPosted = "switched-off"


@contextmanager
def post_some() -> Iterator[Deliver]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        yield lambda parcels, at: deliver(parcels, at, threads)


WEBHOOK = Channel(post_some, lambda at: True, at_once=AT_ONCE, tells_players=False)


class Try(Struct, frozen=True):
    """The status of the answer, or why there was none; after so many milliseconds."""

    reply: str
    took: int

    @property
    def delivers(self) -> bool:
        return is_delivered(self.reply)


def is_delivered(reply: str) -> bool:
    return reply.isdecimal() and 200 <= int(reply) < 300


def deliver(parcels: Sequence[Parcel], at: datetime, threads: ThreadPoolExecutor) -> list[Fate]:
    """What was for a webhook that is gone or switched off is dropped."""
    numbers = {webhook_of(each.notice) for each in parcels}
    webhooks = Webhook.objects.filter(active=True).in_bulk(numbers)
    called = [webhooks.get(webhook_of(each.notice)) for each in parcels]
    tries = threads.map(lambda each, webhook: try_post(each, webhook, at), parcels, called)
    return [
        Fate() if a_try is None else _fate(each.notice, a_try, at)
        for each, a_try in zip(parcels, tries, strict=True)
    ]


def name_of(notice: Notice) -> tuple[str, str, str]:
    """The same each time that it is posted: its webhook, its game and its last event, if any."""
    game = "ping" if notice.game_id == NO_GAME else str(notice.game_id)
    return str(webhook_of(notice)), game, notice.occasion.partition(".")[0]


def try_post(parcel: Parcel, webhook: Webhook | None, at: datetime) -> Try | None:
    if webhook is None:
        return None
    body, name = msgspec.json.encode(parcel.message), name_of(parcel.notice)
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "Franchise-Delivery": ".".join(name),
        **sign("_".join(name), int(at.timestamp()), body, webhook.secrets(at)),
    }
    begun = monotonic()
    try:
        limit = settings.WEBHOOK_TIMEOUT
        reply = why = str(post(check_url(webhook.url), headers, body, seconds=limit))
    except (UrlRefused, OSError, HTTPException) as error:
        reply, why = name_failure(error), f"{type(error).__name__}: {error}"
    a_try = Try(reply, round((monotonic() - begun) * 1000))
    if not a_try.delivers:
        log.info("not delivered", extra={"notice": str(parcel.notice), "why": why})
    return a_try


def name_failure(error: Exception) -> WhyNotPosted:
    match error:
        case UrlRefused():
            return "address"
        case TimeoutError():
            return "timeout"
        case ssl.SSLError():
            return "tls"
        case OSError():
            return "connection"
        case _:
            return "not-http"


def _fate(notice: Notice, a_try: Try, at: datetime) -> Fate:
    """A ping is tried once."""
    POSTED.labels("delivered" if a_try.delivers else "failed").inc()
    if not a_try.delivers and notice.message != "ping":
        return _fail(notice, a_try, at)
    if a_try.delivers:
        failing = Webhook.objects.filter(pk=webhook_of(notice), failing_since__isnull=False)
        failing.filter(active=True).update(failing_since=None)
    return Fate(went=True, tries=notice.tries + 1, reply=a_try.reply, took=a_try.took)


@transaction.atomic
def _fail(notice: Notice, a_try: Try, at: datetime) -> Fate:
    """Again later, and until then nothing else to that webhook for a while.

    After a whole day of failures it is switched off, and its person is owed a mail.
    """
    mine = Webhook.objects.filter(pk=webhook_of(notice), active=True)
    webhook, tries = mine.first(), notice.tries + 1
    if webhook is None:
        return Fate()
    mine.update(failing_since=Coalesce("failing_since", Value(at)))
    if mine.filter(failing_since__lte=at - PATIENCE).update(active=False):
        give_up_waiting(webhook, at, but=notice)
        off = Notice(game_id=NO_GAME, recipient_id=webhook.person_id, message="webhook-off")
        off.channel, off.occasion, off.due = "mail", f"{int(at.timestamp())}.{webhook.pk}", at
        off.save(force_insert=True)
        return Fate(went=True, tries=tries, reply=a_try.reply, took=a_try.took)
    waiting, first_due = webhook.waiting_notices(), Coalesce("first_due", "due")
    waiting.filter(due__lt=at + FIRST_WAIT).update(due=at + FIRST_WAIT, first_due=first_due)
    wait = wait_after(notice.tries)
    return Fate(wait=wait, tries=tries, reply=a_try.reply, took=a_try.took)


def give_up_waiting(webhook: Webhook, at: datetime, *, but: Notice | None = None) -> None:
    """It stays for a while, so that its person can have it sent again."""
    waiting = webhook.waiting_notices()
    if but is not None:
        waiting = waiting.exclude(pk=but.pk)
    waiting.filter(reply="").update(reply=SWITCHED_OFF)
    waiting.update(sent=at)


def wait_after(earlier_tries: int) -> timedelta:
    return double(FIRST_WAIT, earlier_tries, LONGEST_WAIT)
