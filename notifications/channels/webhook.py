"""Posts JSON to a person's program, signed with the webhook's secret, several posts at once."""

import hmac
import logging
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import datetime, timedelta
from http.client import HTTPException

import msgspec
from django.db import transaction
from django.db.models import QuerySet, Value
from django.db.models.functions import Coalesce
from msgspec import Struct
from prometheus_client import Counter

from notifications.channels.channel import Channel, Deliver, Fate, Parcel
from notifications.channels.posting import post
from notifications.channels.targets import UrlRefused, check_url
from notifications.models import NO_GAME, Notice, Webhook

log = logging.getLogger(__name__)
POSTED = Counter("franchise_webhook_posts_total", "Posts to webhooks", ["outcome"])

USER_AGENT = "Franchise-by-Mail"
AT_ONCE = 20
FIRST_WAIT = timedelta(minutes=1)
LONGEST_WAIT = timedelta(hours=1)
DOUBLED_AT_MOST = 6
PATIENCE = timedelta(days=1)


class Post(Struct, frozen=True):
    url: str
    headers: dict[str, str]
    body: bytes


@contextmanager
def post_some() -> Iterator[Deliver]:
    with ThreadPoolExecutor(AT_ONCE) as threads:
        yield lambda parcels, at: deliver(parcels, at, threads)


WEBHOOK = Channel(post_some, lambda at: True, at_once=AT_ONCE, tells_players=False)


def deliver(parcels: Sequence[Parcel], at: datetime, threads: ThreadPoolExecutor) -> list[Fate]:
    """What was for a webhook that is gone or switched off is dropped."""
    numbers = {webhook_of(each.notice) for each in parcels}
    webhooks = Webhook.objects.filter(active=True).in_bulk(numbers)
    posts = [
        compose_post(each, webhook, at) if webhook else None
        for each in parcels
        for webhook in [webhooks.get(webhook_of(each.notice))]
    ]
    failures = threads.map(lambda each: each and try_post(each), posts)
    return [
        Fate() if content is None else _fate(each.notice, failure, at)
        for each, content, failure in zip(parcels, posts, failures, strict=True)
    ]


def webhook_of(notice: Notice) -> int:
    """Of the version and the webhook that a notice's occasion names."""
    return int(notice.occasion.partition(".")[2])


def compose_post(parcel: Parcel, webhook: Webhook, at: datetime) -> Post:
    body = msgspec.json.encode(parcel.message.content)
    notice = parcel.notice
    version = notice.occasion.partition(".")[0]
    headers = {
        "Content-Type": "application/json",
        "User-Agent": USER_AGENT,
        "Franchise-Delivery": f"{webhook.pk}.{notice.game_id}.{version}",
        "Franchise-Signature": signature(webhook.secret, int(at.timestamp()), body),
    }
    return Post(webhook.url, headers, body)


def signature(secret: str, moment: int, body: bytes) -> str:
    text = f"{moment}.".encode() + body
    return f"t={moment},v1={hmac.new(secret.encode(), text, 'sha256').hexdigest()}"


def try_post(content: Post) -> str:
    """Why it was not delivered; empty where it was."""
    try:
        status = post(check_url(content.url), content.headers, content.body)
    except (UrlRefused, OSError, HTTPException) as error:
        return f"{type(error).__name__}: {error}"
    return "" if 200 <= status < 300 else f"answered {status}"


def _fate(notice: Notice, failure: str | None, at: datetime) -> Fate:
    POSTED.labels("failed" if failure else "delivered").inc()
    webhook = Webhook.objects.filter(pk=webhook_of(notice), active=True)
    if failure:
        log.info("not delivered", extra={"notice": str(notice), "why": failure})
        return _fail(notice, webhook, failure, at)
    webhook.filter(failing_since__isnull=False).update(failing_since=None)
    return Fate(went=True)


@transaction.atomic
def _fail(notice: Notice, mine: QuerySet[Webhook], failure: str, at: datetime) -> Fate:
    """Again later, and until then nothing else to that webhook for a while.

    After a whole day of failures it is switched off, and its person is owed a mail.
    """
    webhook = mine.first()
    if webhook is None:
        return Fate()
    mine.update(failing_since=Coalesce("failing_since", Value(at)))
    waiting = webhook.waiting_notices()
    if mine.filter(failing_since__lte=at - PATIENCE).update(active=False):
        waiting.delete()
        off = Notice(game_id=NO_GAME, recipient_id=webhook.person_id, message="webhook-off")
        off.channel, off.occasion, off.due = "mail", str(webhook.pk), at
        off.save(force_insert=True)
        return Fate()
    first_due = Coalesce("first_due", "due")
    waiting.filter(due__lt=at + FIRST_WAIT).update(due=at + FIRST_WAIT, first_due=first_due)
    return Fate(wait=wait_after(notice.tries), tries=notice.tries + 1, reply=failure)


def wait_after(earlier_tries: int) -> timedelta:
    doubled = FIRST_WAIT * (1 << min(earlier_tries, DOUBLED_AT_MOST))
    return min(doubled, LONGEST_WAIT)
