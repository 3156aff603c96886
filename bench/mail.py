"""Speed of mail out and in, beside a mail server that keeps nothing, and of one picture."""

import smtplib
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from datetime import timedelta
from email.message import EmailMessage
from functools import partial
from uuid import UUID

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.conf import settings
from django.db.models import QuerySet

from bench.measure import print_line
from bench.store import database, median, new_game, time_once
from games.domain import State
from games.domain.decide import judge
from games.domain.story import differences
from games.drawing import board_png
from games.edge import now
from games.management.progress import track
from games.models import Person
from notifications.models import Digest, Notice, Preference
from notifications.outbox.queue import send_due
from notifications.outbox.schedule import begin_digests
from notifications.outbox.tasks import send_daily_mails, think_ahead
from notifications.reply_addresses import reply_address
from tests.bots import greedy
from tests.doing import table_of
from tests.mail_in.doors import HOST, run_listener
from tests.programs import free_port

GAMES = 60
WIDTH = 800
READERS = 10_000
SENDERS = 8
# PostgreSQL takes 65,535 parameters a statement.
ROWS_AT_ONCE = 1000


class ThrowAway:
    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        return "250 thrown away"


@contextmanager
def sink() -> Iterator[int]:
    port = free_port()
    controller = Controller(ThrowAway(), hostname=HOST, port=port)
    controller.start()
    try:
        yield port
    finally:
        controller.stop()


def main() -> None:
    print("mail, PostgreSQL, durable")
    with database(), sink() as port:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, port
        games = [new_game(seed) for seed in track(range(GAMES), "games to mail about")]
        for person in Person.objects.all():
            Person.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")
        measure_pictures(table_of(games[0]))
        measure_outgoing(port)
        measure_daily()
        measure_incoming(games)


def measure_pictures(state: State) -> None:
    """Draws turn after turn, each with its changes marked."""
    first = drawing_time(lambda: board_png(state, width=WIDTH))
    took = []
    while state.status != "ended":
        _, after = judge(state, greedy.choose(state, state.version))
        marked = differences(state, after)
        took.append(drawing_time(partial(board_png, after, changed=marked, width=WIDTH)))
        state = after
    value = f"{median(took) * 1e3:.0f} ms (first {first * 1e3:.0f})"
    print_line(
        "a picture of a new turn, 800 wide, after the first",
        value,
        "<= 30 ms",
        "most of what a turn's mail costs; the same table is drawn once for all its readers",
    )


def drawing_time(draw: Callable[[], object]) -> float:
    """The processor's, as drawing waits for nothing."""
    began = time.thread_time()
    draw()
    return time.thread_time() - began


def measure_outgoing(port: int) -> None:
    """Started mails have no picture, turn mails have one. What is read and drawn once by each
    process, and what others think ahead, is not counted.
    """
    think_ahead()
    floor = 1 / median([time_once(lambda: send_bare(port)) for _ in range(GAMES)])
    for what, message in (("without a picture", "started"), ("with a picture", "turn")):
        mine = Notice.objects.filter(message=message)
        with hold(Notice.objects.exclude(message=message)):
            first = mine.filter(sent=None, due__lte=now()).earliest("due")
            with hold(mine.exclude(pk=first.pk)):
                send_due(now())
            waiting = mine.filter(sent=None, due__lte=now()).count()
            began = time.perf_counter()
            while send_due(now()):
                pass
            rate = waiting / (time.perf_counter() - began)
        print_line(
            f"mails a second from the outbox, {what}, over bare SMTP",
            f"{rate:,.0f} / {floor:,.0f} = {rate / floor:.2f}",
            "",
            "of one worker process",
        )


@contextmanager
def hold(notices: QuerySet[Notice]) -> Iterator[None]:
    held = list(notices.filter(sent=None).values_list("pk", flat=True))
    Notice.objects.filter(pk__in=held).update(sent=now())
    yield
    Notice.objects.filter(pk__in=held).update(sent=None)


def send_bare(port: int) -> None:
    with smtplib.SMTP(HOST, port) as client:
        client.sendmail("a@example.org", ["b@example.org"], b"Subject: x\r\n\r\nx")


def measure_daily() -> None:
    """A few of many readers have a turn that waits; the others get no mail."""
    readers = [Person(username=f"daily-{n}", email=f"{n}@example.org") for n in range(READERS)]
    Person.objects.bulk_create(readers, batch_size=ROWS_AT_ONCE)
    everybody = Person.objects.exclude(email="")
    Preference.objects.bulk_create(
        [Preference(person=each, mail=Preference.Mail.DAILY) for each in everybody],
        batch_size=ROWS_AT_ONCE,
    )
    yesterday = now() - timedelta(days=2)
    begin_digests(yesterday)
    waiting = Person.objects.filter(waiting_games__isnull=False).distinct()
    for what, due in {
        "of turns that wait": Digest.objects.filter(person__in=waiting),
        "with nothing to tell": Digest.objects.exclude(person__in=waiting),
    }.items():
        others = Digest.objects.exclude(pk__in=list(due.values_list("pk", flat=True)))
        others.update(due=now() + timedelta(days=1))
        due.update(due=yesterday)
        count, began = due.count(), time.perf_counter()
        while send_daily_mails(now()):
            pass
        rate = count / (time.perf_counter() - began)
        value = f"{rate:,.0f} ({count:,} due)"
        print_line(f"daily mails a second, {what}", value, "", "of one worker process")


def measure_incoming(games: list[UUID]) -> None:
    with run_listener() as port, ThreadPoolExecutor(SENDERS) as threads:
        orders = [order(game) for game in games]
        began = time.perf_counter()
        list(threads.map(lambda each: deliver(port, *each), orders))
        rate = len(orders) / (time.perf_counter() - began)
    played = sum(table_of(game).turn == 2 for game in games)
    print_line(
        "orders a second through the LMTP door, played and answered",
        f"{rate:,.0f} ({played} of {len(games)})",
        "",
        "of one listener",
    )


def order(game: UUID) -> tuple[str, bytes]:
    state = table_of(game)
    number = state.setup.seats[state.mover].player or 0
    message = EmailMessage()
    message["From"] = Person.objects.get(pk=number).email
    message["To"] = reply_address(game, state.mover, state.version, number)
    message["Message-ID"] = f"<{game}@example.org>"
    message.set_content("1\n")
    return str(message["To"]), bytes(message)


def deliver(port: int, address: str, raw: bytes) -> None:
    with smtplib.LMTP(HOST, port) as client:
        client.sendmail("bench@example.org", [address], raw)
