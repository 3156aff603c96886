"""The whole site under load while its Redis is killed and comes back.

`python -m tests.site.without_redis [SECONDS]` is the long form, on the database of DATABASE_URL;
tests/site/test_without_redis.py is the short one.
"""

import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import quantiles

import django

from tests.doing import start_game, table_of

if __name__ == "__main__":
    os.environ.setdefault("SECRET_KEY", "only-for-tests")
    os.environ["DJANGO_SETTINGS_MODULE"] = "franchise_site.settings"
    django.setup()

from django.core.management import call_command
from django.db import connection
from msgspec import Struct

from games.domain.state import Terms
from games.management.progress import track
from games.models import Game
from notifications.models import Notice
from notifications.reply_addresses import message_id
from tests.api.calls import token_of
from tests.notifications.post_office import arrivals
from tests.people import pair
from tests.programs import (
    Program,
    broker,
    free_port,
    run_programs,
    wait_for_site,
)
from tests.site.load import Call, Load, Table
from tests.together import database_in_use

QUIET = ("--without-gossip", "--without-mingle")
CELERY = "franchise_site.celery"
SECONDS_TO_SETTLE = 120
GAMES = 20


class Form(Struct, frozen=True):
    """How long Redis is gone, how many calls are made, and which Celery program sends."""

    before: float
    gone: float
    after: float
    a_second: int
    celery: str = CELERY


LONG = Form(before=10, gone=60, after=20, a_second=50)
SHORT = Form(before=1, gone=3, after=1, a_second=20, celery="tests.notifications.hurried")


class Site(Struct, frozen=True):
    port: int
    web: Program
    worker: Program
    beat: Program
    redis: Program
    post: Program
    book: Path

    def programs(self) -> tuple[Program, ...]:
        return self.redis, self.post, self.web, self.worker, self.beat


def site(home: Path, celery: str) -> Site:
    web, redis, smtp = free_port(), free_port(), free_port()
    environment = {
        **database_in_use(),
        "DJANGO_SETTINGS_MODULE": "franchise_site.settings",
        "SECRET_KEY": "only-for-tests",
        "DATA_DIR": str(home),
        "REDIS_URL": f"redis://127.0.0.1:{redis}/0",
        "EMAIL_URL": f"smtp://127.0.0.1:{smtp}",
        "ALLOWED_HOSTS": "127.0.0.1",
        "TRUST_PROXY": "1",
        "API_CALLS_A_MINUTE": "100000",
        "LOG_LEVEL": "WARNING",
    }
    book = home / "arrived"
    commands = {
        "web": [
            *("granian", "--interface", "wsgi", "--no-ws", "--workers", "2"),
            *("--blocking-threads", "4", "--port", str(web), "franchise_site.wsgi:application"),
        ],
        "worker": ["celery", "-A", celery, "worker", "--concurrency", "2", *QUIET],
        "beat": ["celery", "-A", celery, "beat", "--schedule", str(home / "beat")],
        "post": [sys.executable, "-m", "tests.notifications.post_office", str(smtp), str(book)],
    }
    programs = {
        name: Program(command, environment, home / f"{name}.log")
        for name, command in commands.items()
    }
    static = [sys.executable, "manage.py", "collectstatic", "--noinput"]
    collect = Program(static, environment, home / "static.log")
    collect.start()
    assert collect.ends() == 0, collect.log.read_text()
    return Site(port=web, redis=broker(redis, home / "redis.log"), book=book, **programs)


def table(seed: int) -> Table:
    people = pair(seed)
    tokens = {person.pk: token_of(person) for person in (people.ada, people.bob)}
    terms = Terms("Route 66", owner=people.ada.pk, watch="public")
    game = start_game(people, terms=terms, seed=seed)
    state = table_of(game)
    return Table(game, state, state.version, tokens)


def try_site(form: Form, home: Path) -> list[Call]:
    """The calls and their answers. Every due mail has come by the end."""
    of = site(home, form.celery)
    load = Load(of.port, [table(seed) for seed in range(GAMES)], form.a_second)
    connection.close()
    with run_programs(*of.programs()):
        wait_for_site(of.port)
        load.warm_up()
        whole = form.before + form.gone + form.after
        with load.run(whole):
            for second in track(range(round(whole)), "seconds"):
                if second == form.before:
                    of.redis.kill()
                if second == form.before + form.gone:
                    of.redis.start()
                load.sleep_until(second + 1)
        wait_for_mails(of, load)
    return load.calls


def wait_for_mails(of: Site, load: Load) -> None:
    """Waits until each game's turn has its mail and each address its code."""
    until = time.monotonic() + SECONDS_TO_SETTLE
    while left := missing_mails(of.book, load):
        assert time.monotonic() < until, f"{len(left)} mails never came: {sorted(left)[:5]}"
        time.sleep(0.2)


def missing_mails(book: Path, load: Load) -> set[str]:
    came = Counter(mail.number for mail in arrivals(book))
    waiting = Game.objects.filter(status="playing").values_list("id", "version", "mover")
    due = {message_id(f"{game}.{version}.turn.{mover}") for game, version, mover in waiting}
    codes = sum(name == "code" and status == 302 for _, name, status, _ in load.calls)
    of_codes = sum(number for mail, number in came.items() if ".turn." not in mail)
    unsent = Notice.objects.filter(sent=None, due__lte=django.utils.timezone.now())
    missing = (due - set(came)) | {f"notice {each.pk}" for each in unsent[:5]}
    return missing | ({f"{codes - of_codes} codes"} if of_codes < codes else set())


def report(form: Form, calls: list[Call]) -> Iterator[str]:
    moments = {
        "before": (0.0, form.before),
        "while it is gone": (form.before, form.before + form.gone),
        "when it is back": (form.before + form.gone, 1e9),
    }
    for name, (begin, end) in moments.items():
        took = [call.took * 1000 for call in calls if begin <= call.at < end]
        cuts = quantiles(took, n=100)
        yield (
            f"{name}: {len(took)} calls, p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms, "
            f"p99 {cuts[98]:.0f} ms, longest {max(took):.0f} ms"
        )
    statuses = Counter((call.name, call.status) for call in calls)
    yield ", ".join(
        f"{name} {status}: {number}" for (name, status), number in sorted(statuses.items())
    )


def main() -> None:
    gone = float(sys.argv[1]) if len(sys.argv) > 1 else LONG.gone
    form = Form(LONG.before, gone, LONG.after, LONG.a_second)
    call_command("migrate", verbosity=0)
    with tempfile.TemporaryDirectory(prefix="franchise-tests-") as home:
        calls = try_site(form, Path(home))
    sys.stdout.write("\n".join(report(form, calls)) + "\n")
    failed = [call for call in calls if call.status >= 500 or not call.status]
    sys.exit(f"{len(failed)} calls failed" if failed else 0)


if __name__ == "__main__":
    main()
