"""Worker, broker and mail server are killed at random while turns are played.

`python -m tests.notifications.kills [TURNS]` is the long form, on the database of DATABASE_URL,
and holds the mails against the clock; test_everything_is_killed.py is the short one.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import django

if __name__ == "__main__":
    os.environ.setdefault("SECRET_KEY", "only-for-tests")
    os.environ["DJANGO_SETTINGS_MODULE"] = "franchise_site.settings"
    django.setup()

from django.core.management import call_command
from django.db import connection

from games.domain.chance import Draws
from notifications.models import Notice
from tests.notifications.post_office import Arrival, arrivals
from tests.programs import Program, broker, free_port, run_programs
from tests.together import database_in_use

GAMES = 25
QUIET = ("--without-gossip", "--without-mingle")
LONG = 500
LEAST_KILLS = 6
SECONDS_TO_SETTLE = 120
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


def service(home: Path, turns: int) -> Service:
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
            [*module, "tests.notifications.players", book, str(GAMES), str(turns)],
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


def name_of(number: str) -> str:
    """Of a Message-ID, without its signature."""
    return number.strip("<>").rpartition(".")[0]


class Evening(NamedTuple):
    kills: Counter[str]
    came: list[Arrival]
    played: list[Play]


def play_and_kill(turns: int, home: Path) -> Evening:
    of, book = service(home, turns), home / "arrived"
    connection.close()
    with run_programs(*of):
        kills = kill_at_random(of, book)
        settle()
    evening = Evening(kills, arrivals(book), list(plays(of.players.log)))
    assert len(evening.played) >= turns
    check_that_due_mails_came(evening.came, evening.played)
    check_that_few_came_twice(evening.came, kills)
    return evening


def check_that_due_mails_came(came: list[Arrival], played: list[Play]) -> None:
    """All but those of turns that were played before, whose notices are gone."""
    numbers = {name_of(mail.number) for mail in came}
    turns = {name_of(turn.mail) for turn in played}
    due = {notice.content for notice in Notice.objects.all()} | turns
    obsolete = {name_of(turn.mail) for turn in played if turn.how == "own"}
    assert numbers <= due
    assert due - numbers <= obsolete


def check_that_few_came_twice(came: list[Arrival], kills: Counter[str]) -> None:
    """Only mails that were on their way when something was killed, with the same number."""
    times = Counter(mail.number for mail in came)

    assert sum(times.values()) - len(times) <= 2 * sum(kills.values())


def late_mails(evening: Evening) -> dict[str, float]:
    """How many seconds after its turn was played each came that came too late."""
    when = {turn.mail: turn.at for turn in evening.played}
    first = {mail.number: mail.at for mail in reversed(evening.came)}
    late = {number: at - when[number] for number, at in first.items() if number in when}
    return {number: by for number, by in late.items() if by > TOO_LATE}


def main() -> None:
    turns = int(sys.argv[1]) if len(sys.argv) > 1 else LONG
    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory(prefix="franchise-tests-") as home:
        evening = play_and_kill(turns, Path(home))
    sys.stdout.write(f"{len(evening.played)} turns, {len(evening.came)} mails, {evening.kills}\n")
    late = late_mails(evening)
    sys.exit(f"came too late: {late}" if late else 0)


if __name__ == "__main__":
    main()
