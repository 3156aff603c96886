"""Webhooks: a wake-up when there is something to deliver, and a sweep for what was left."""

import logging

from celery import shared_task
from kombu.exceptions import OperationalError

from games.edge import now
from notifications.webhooks.delivering import deliver_due
from notifications.webhooks.mails import mail_owners

log = logging.getLogger(__name__)


@shared_task
def deliver_webhooks() -> None:
    """Delivers until nothing is due. Harmless when it comes twice, or late."""
    while deliver_due(now()):
        pass
    mail_owners(now())


def wake() -> None:
    try:
        deliver_webhooks.delay()
    except OperationalError as error:
        log.warning("no broker; the sweep will deliver", extra={"error": str(error)})
