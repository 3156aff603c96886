"""The tasks that send: woken when something is due, and run regularly for what was left.

Their names are in the schedule and in the queues of servers that are being renewed.
"""

from collections.abc import Callable
from datetime import datetime
from threading import Event, Lock
from time import monotonic

from celery import shared_task
from django.core.cache import cache
from django.db.models import Q, QuerySet

from games import hints
from games.edge import now
from games.models import Game
from games.rows import snapshot_of
from games.waking import wake
from notifications.messages.catalogue import ASKING
from notifications.messages.daily import DAILY
from notifications.outbox.queue import DAILY_MAILS, MAILS, POSTS, TELLING, Lane, send_due
from notifications.outbox.schedule import begin_digests, put_in_due

SECONDS_BETWEEN = 1.0
SECONDS_TO_THINK = 3
GAMES_AT_ONCE = 100
SECONDS_AT_A_TIME = 60.0


class Sender:
    """Sends by one thread in each process, so that a slow mail server holds up one at most."""

    def __init__(self, send_some: Callable[[datetime], int]) -> None:
        self.send_some = send_some
        self.lock, self.was_called = Lock(), Event()

    def send(self) -> bool:
        """Whether it is through; False where its time ran out."""
        until = monotonic() + SECONDS_AT_A_TIME
        self.was_called.set()
        while self.was_called.is_set() and self.lock.acquire(blocking=False):
            try:
                self.was_called.clear()
                while self.send_some(now()):
                    if monotonic() >= until:
                        return False
            finally:
                self.lock.release()
        return True


def send_some(at: datetime) -> int:
    """By every channel but the daily mails and the posts, which have senders of their own."""
    return sum(send_due(at, Lane(channel, ~Q(message=DAILY))) for channel in TELLING)


def send_daily_mails(at: datetime) -> int:
    """Puts some in at a time, so that what is due is never more than a few batches."""
    return put_in_due(at) + send_due(at, DAILY_MAILS)


sender, daily_sender = Sender(send_some), Sender(send_daily_mails)


@shared_task(name="notifications.tasks.send_mails")
def send_mails() -> None:
    """Sends until nothing is due, or wakes the next one. Harmless twice or late."""
    if not sender.send():
        wake(send_mails)


@shared_task(name="notifications.tasks.send_digests")
def send_digests() -> None:
    """Harmless twice at once: each digest is sent by one of them."""
    begin_digests(now())
    if not daily_sender.send():
        wake(send_digests)


@shared_task(name="notifications.webhooks.tasks.deliver_webhooks")
def deliver_webhooks() -> None:
    """Delivers to webhooks until nothing is due. Harmless twice or late."""
    while send_due(now(), POSTS):
        pass


@shared_task
def think_ahead() -> None:
    """Thinks out what the next mails suggest, so that none waits for it. Harmless twice or late."""
    waiting = [game for game in games_asked_about(now()) if _take(game)]
    for game in waiting:
        if Game.objects.filter(pk=game.pk, version=game.version).exists():
            hints.think_ahead(game.id, snapshot_of(game), len(waiting))


def _take(game: Game) -> bool:
    """Whether no other worker thinks about it already."""
    return cache.add(f"suggests:{game.id}:{game.version}", "", SECONDS_AT_A_TIME)


def games_asked_about(at: datetime) -> QuerySet[Game]:
    asking = MAILS.due(at).filter(message__in=ASKING).values_list("game_id", flat=True)
    return Game.objects.filter(id__in=list(asking[:GAMES_AT_ONCE]), mover__isnull=False)


class Waker:
    """Calls at most once a second in each process: one worker takes all that is due by then."""

    def __init__(self) -> None:
        self.last = -SECONDS_BETWEEN

    def __call__(self) -> None:
        if monotonic() - self.last < SECONDS_BETWEEN:
            return
        self.last = monotonic()
        wake(think_ahead)
        wake(send_mails, after=SECONDS_TO_THINK)


wake_sender = Waker()
