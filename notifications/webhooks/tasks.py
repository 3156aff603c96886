"""Webhooks: delivered by a worker that is woken, or that sweeps up what was left."""

from celery import shared_task

from games.edge import now
from notifications.webhooks.delivering import deliver_due


@shared_task
def deliver_webhooks() -> None:
    """Delivers until nothing is due. Harmless when it comes twice, or late."""
    while deliver_due(now()):
        pass
