"""Worker, broker and mail server are killed at random while 500 turns are played."""

import sys
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from django.db import connection

from games.domain.chance import Draws
from notifications.models import Notice
from tests.mail_in.mails import cast_with_mail
from tests.notifications.post_office import Arrival, arrivals
from tests.programs import Program, broker, free_port, run_programs
from tests.together import database_in_use

pytestmark = pytest.mark.django_db(transaction=True)
GAMES = 25
QUIET = ("--without-gossip", "--without-mingle")
TURNS = 500 if connection.vendor == "postgresql" else 100
LEAST_KILLS = 6
SECONDS_TO_SETTLE = 40
# What a minute is where the lease of two minutes is five seconds.
TOO_LATE = 5.0


class Play(NamedTuple):
    mail: str
    how: str
    at: float


class Service(NamedTuple):
    worker: Program
    broker: Program
    post: Program
    beat: Program
    players: Program


def service(home: Path) -> Service:
    redis, smtp = free_port(), free_port()
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
        "SECRET_KEY": "only-for-tests",
        "DATA_DIR": str(home),
        "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp}",
    }
    celery = ["celery", "-A", "tests.notifications.hurried"]
    module = [sys.executable, "-m"]
    book = str(home / "arrived")
    logs = {name: home / f"{name}.log" for name in Service._fields}
    return Service(
        Program([*celery, "worker", "--concurrency", "2", *QUIET], environment, logs["worker"]),
        broker(redis, logs["broker"]),
        Program(
            [*module, "tests.notifications.post_office", str(smtp), book], environment, logs["post"]
        ),
        Program([*celery, "beat", "--schedule", str(home / "beat")], environment, logs["beat"]),
        Program(
            [*module, "tests.notifications.players", book, str(GAMES), str(TURNS)],
            environment,
            logs["players"],
        ),
    )


def kill_at_random(of: Service, book: Path) -> Counter[str]:
    """Kills programs while mails go, until the players have played; how often each was killed."""
    draws, kills = Draws(11, "kills"), Counter[str]()
    left: list[str] = []
    while of.players.is_running() or left or kills.total() < LEAST_KILLS:
        wait_for_mails(of, book, 3 + draws.below(40))
        left = left or ["worker", "broker", "post"]
        name = left.pop(draws.below(len(left)))
        victim: Program = getattr(of, name)
        victim.kill()
        kills[name] += 1
        time.sleep(5 if draws.below(6) == 0 else draws.below(10) / 10)
        victim.start()
    assert of.players.stop() == 0, of.players.log.read_text()[-3000:]
    return kills


def wait_for_mails(of: Service, book: Path, more: int) -> None:
    """Restarts a worker that ends by itself, as a host's supervisor does."""
    aim = len(arrivals(book)) + more
    while of.players.is_running() and len(arrivals(book)) < aim:
        time.sleep(0.05)
        if not of.worker.is_running():
            of.worker.start()


def settle() -> None:
    until = time.monotonic() + SECONDS_TO_SETTLE
    while left := list(Notice.objects.filter(sent=None).values_list("message", "due")):
        assert time.monotonic() < until, f"never sent: {left[:9]}"
        time.sleep(0.2)


def plays(log: Path) -> Iterator[Play]:
    """Skips the log's lines."""
    for line in log.read_text().splitlines():
        if line.startswith("<"):
            mail, how, at = line.split()
            yield Play(mail, how, float(at))


def number_of(notice: Notice) -> str:
    name = f"{notice.game_id}.{notice.occasion}.{notice.message}.{notice.recipient_id}"
    return f"<{name}@localhost>"


def test_no_mail_is_lost_or_late_whatever_is_killed(tmp_path: Path) -> None:
    cast_with_mail()
    of, book = service(tmp_path), tmp_path / "arrived"
    connection.close()
    with run_programs(*of):
        kills = kill_at_random(of, book)
        settle()
    came = arrivals(book)
    played = list(plays(of.players.log))
    assert len(played) >= TURNS
    check_that_due_mails_came(came, played)
    check_that_none_came_late(came, played)
    check_that_few_came_twice(came, kills)


def check_that_due_mails_came(came: list[Arrival], played: list[Play]) -> None:
    """All but those of turns that were played before, whose notices are gone."""
    numbers = {mail.number for mail in came}
    due = {number_of(notice) for notice in Notice.objects.all()} | {turn.mail for turn in played}
    obsolete = {turn.mail for turn in played if turn.how == "own"}
    assert numbers <= due
    assert due - numbers <= obsolete


def check_that_none_came_late(came: list[Arrival], played: list[Play]) -> None:
    when = {turn.mail: turn.at for turn in played}
    first = {mail.number: mail.at for mail in reversed(came)}
    late = {n: at - when[n] for n, at in first.items() if n in when and at - when[n] > TOO_LATE}

    assert not late


def check_that_few_came_twice(came: list[Arrival], kills: Counter[str]) -> None:
    """Only mails that were on their way when something was killed, with the same number."""
    times = Counter(mail.number for mail in came)

    assert sum(times.values()) - len(times) <= 2 * sum(kills.values())
