"""Mails: a wake-up when one is due, and a sweep for what was left."""

from time import monotonic

from celery import shared_task

from games.edge import now
from games.waking import wake
from notifications.digest.sending import begin_digests, send_due_digests
from notifications.inbound.outbox import send_due_answers
from notifications.invitations.sending import send_due_invitations
from notifications.sending import send_due
from notifications.webhooks.mails import send_due_to_owners

SECONDS_BETWEEN = 1.0
QUEUES = (send_due, send_due_answers, send_due_invitations, send_due_to_owners)


@shared_task
def send_mails() -> None:
    """Sends until nothing is due. Harmless when it comes twice, or late."""
    while sum(send_some(now()) for send_some in QUEUES):
        pass


@shared_task
def send_digests() -> None:
    """Harmless when two of them run at once: of each day's digest one sends it."""
    begin_digests(now())
    while send_due_digests(now()):
        pass


class Waking:
    """At most one call a second from each process: a worker that is awake takes all that is due."""

    def __init__(self) -> None:
        self.last = -SECONDS_BETWEEN

    def __call__(self) -> None:
        if monotonic() - self.last < SECONDS_BETWEEN:
            return
        self.last = monotonic()
        wake(send_mails)


wake_sender = Waking()
