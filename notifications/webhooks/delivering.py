"""Posts what is due, several at once, and settles each delivery."""

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
    """How many deliveries it took. Those of a webhook that is gone or switched off are dropped."""
    claimed = outbox.claim(at)
    webhooks = Webhook.objects.filter(active=True).in_bulk({each.webhook_id for each in claimed})
    outbox.drop([each for each in claimed if each.webhook_id not in webhooks])
    wanted = [each for each in claimed if each.webhook_id in webhooks]
    posts = [compose_post(each, webhooks[each.webhook_id], at) for each in wanted]
    with ThreadPoolExecutor(outbox.AT_ONCE) as threads:
        failures = threads.map(partial(try_post, resolve=resolve), posts)
    for delivery, failure in zip(wanted, failures, strict=True):
        POSTED.labels("failed" if failure else "delivered").inc()
        if failure is None:
            outbox.delivered(delivery)
        else:
            log.info("not delivered", extra={"delivery": str(delivery), "why": failure})
            outbox.failed(delivery, at)
    return len(claimed)


def try_post(content: Post, resolve: Resolve) -> str | None:
    """Why it was not delivered; None where it was."""
    try:
        status = post(check_url(content.url, resolve), content.headers, content.body)
    except (UrlRefused, OSError, HTTPException) as error:
        return f"{type(error).__name__}: {error}"
    return None if 200 <= status < 300 else f"answered {status}"
