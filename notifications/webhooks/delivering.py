"""Posts what is due, several at once, and notes what became of it."""

import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from functools import partial
from http.client import HTTPException

from prometheus_client import Counter

from notifications.models import Webhook
from notifications.webhooks import outbox
from notifications.webhooks.addresses import Resolve, UrlRefused, check_url, resolve_host
from notifications.webhooks.payload import Post, compose_post
from notifications.webhooks.posting import post

log = logging.getLogger(__name__)
POSTED = Counter("franchise_webhook_posts_total", "Posts to webhooks", ["outcome"])


def deliver_due(at: datetime, resolve: Resolve = resolve_host) -> int:
    """How many were due, of which it takes some at a time.

    What a webhook that is gone or switched off was to get is dropped.
    """
    claimed = outbox.claim(at)
    webhooks = Webhook.objects.filter(active=True).in_bulk({each.webhook_id for each in claimed})
    outbox.drop([each for each in claimed if each.webhook_id not in webhooks])
    wanted = [each for each in claimed if each.webhook_id in webhooks]
    messages = [compose_post(each, webhooks[each.webhook_id], at) for each in wanted]
    with ThreadPoolExecutor(outbox.AT_ONCE) as threads:
        found = threads.map(partial(try_post, resolve=resolve), messages)
    for delivery, failure in zip(wanted, found, strict=True):
        POSTED.labels("failed" if failure else "delivered").inc()
        if failure is None:
            outbox.delivered(delivery)
        else:
            log.info("not delivered", extra={"delivery": str(delivery), "why": failure})
            outbox.failed(delivery, at)
    return len(claimed)


def try_post(message: Post, resolve: Resolve) -> str | None:
    """Posts it, and says why it was not delivered."""
    try:
        status = post(check_url(message.url, resolve), message.headers, message.body)
    except (UrlRefused, OSError, HTTPException) as error:
        return f"{type(error).__name__}: {error}"
    return None if 200 <= status < 300 else f"answered {status}"
