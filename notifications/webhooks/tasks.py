"""The task that posts to webhooks: woken when one is due, and run regularly for what was left."""

from celery import shared_task

from games.edge import now
from notifications.outbox import POSTS, send_due


@shared_task
def deliver_webhooks() -> None:
    """Delivers until nothing is due. Harmless twice or late."""
    while send_due(now(), POSTS):
        pass
