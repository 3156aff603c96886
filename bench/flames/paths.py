"""The five hottest paths, each done again and again while it is looked at.

The pages and calls go to a server as a host runs it, which looks at itself (`bench.site`); the
mails and the sweep run as the worker's tasks do.
"""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import timedelta
from itertools import islice
from pathlib import Path
from tempfile import TemporaryDirectory
from uuid import UUID

from django.conf import settings
from django.db.models import F

from bench.flames.flame import flame
from bench.flames.sampling import Sampler
from bench.http import Connection, finished_game, post_turns, server
from bench.mail import hold, sink
from bench.store import database, new_game
from games.edge import now
from games.management.progress import track
from games.models import Game, Person
from games.overdue import move_on_due
from notifications.links import Tap, tap_url
from notifications.models import Notice
from notifications.outbox.queue import send_due
from tests.api.calls import token_of
from tests.mail_in.doors import HOST

FOLDER = Path("docs/flames")
TURNS, TAPS, PAGES, MAILS, DUE = 500, 100, 100, 60, 200
# Double submit: the cookie and the header are the client's own.
SECRET = "f" * 32


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    flames: dict[str, Callable[[], list[str]]] = {
        "turn": sample_turns,
        "tap": sample_taps,
        "replay": sample_replays,
        "mail": sample_mails,
        "sweep": sample_sweep,
    }
    with database():
        for name, sample in track(flames.items(), "flame graphs"):
            lines = [line.rpartition(" ") for line in sample()]
            stacks = [(stack.split(";"), int(count)) for stack, _, count in lines]
            (FOLDER / f"{name}.svg").write_text(flame(TITLES[name], stacks))


TITLES = {
    "turn": "a turn by API",
    "tap": "a tap of a mail's suggestion",
    "replay": "the page of a finished game's replay",
    "mail": "a turn's mail with its picture",
    "sweep": "a sweep of games whose time is up",
}


@contextmanager
def watched_server() -> Iterator[tuple[Connection, Callable[[], list[str]]]]:
    """What it has seen of itself is there once it has had a moment to write."""
    with TemporaryDirectory() as folder:
        file = Path(folder) / "stacks"
        os.environ["FLAME_STACKS"] = str(file)
        try:
            with server() as (port, _):
                yield Connection(port), lambda: file.read_text().splitlines()
        finally:
            del os.environ["FLAME_STACKS"]


def sample_turns() -> list[str]:
    people = [Person.objects.create_user(f"flame-{n}") for n in range(2)]
    tokens = [token_of(person) for person in people]
    with watched_server() as (call, stacks):
        list(islice(post_turns(call, people, tokens), TURNS))
        return stacks()


def sample_taps() -> list[str]:
    games = [new_game(seed) for seed in range(TAPS)]
    headers = {"Cookie": f"csrftoken={SECRET}", "X-CSRFToken": SECRET}
    with watched_server() as (call, stacks):
        for game in games:
            row = Game.objects.get(id=game)
            assert row.mover_id is not None
            tap = Tap(game, row.version, row.mover_id, 1)
            path = tap_url(tap).removeprefix(settings.SITE_URL)
            call.time(200, "POST", path, b"{}", **headers)
        return stacks()


def sample_replays() -> list[str]:
    game: UUID = finished_game()
    last = Game.objects.get(id=game).version
    with watched_server() as (call, stacks):
        for n in range(PAGES):
            call.time(200, "GET", f"/games/{game}/replay/{last - n}/")
        return stacks()


def sample_mails() -> list[str]:
    for seed in range(TAPS, TAPS + MAILS):
        new_game(seed)
    for person in Person.objects.filter(email=""):
        Person.objects.filter(pk=person.pk).update(email=f"{person.username}@example.org")

    def send() -> None:
        while send_due(now()):
            pass

    with sink() as port, hold(Notice.objects.exclude(message="turn")):
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = HOST, port
        return sample("queue.send_due", send)


def sample_sweep() -> list[str]:
    for seed in range(TAPS + MAILS, TAPS + MAILS + DUE):
        new_game(seed)
    Game.objects.update(deadline=F("deadline") - timedelta(days=30))
    at = now()
    return sample("overdue.move_on_due", lambda: move_on_due(at))


def sample(root: str, work: Callable[[], object]) -> list[str]:
    with TemporaryDirectory() as folder:
        sampler = Sampler(root, Path(folder) / "stacks")
        sampler.start()
        work()
        sampler.end()
        return sampler.file.read_text().splitlines()
