"""Everything in one process: the page, the worker and the beat; Ctrl-C ends all of it."""

import errno
import io
import os
import socket
import threading
from argparse import ArgumentParser

import waitress
from celery.beat import Scheduler, Service
from django.conf import settings
from django.core.management import call_command
from django.core.management.base import BaseCommand
from django.db import connection
from django.db.migrations.executor import MigrationExecutor

from franchise_site.celery import app
from franchise_site.wsgi import application
from games.demo import seed_demo
from games.management.progress import Bar, Lines, follow
from games.thinking import think_apart
from games.web.account.sign_in_links import lasting_sign_in_path

FIRST_PORT = 8000
PORTS_TRIED = 20
# Enough that webhooks that answer slowly hold up no turn and no mail.
THREADS = 4


class Command(BaseCommand):
    help = "Runs the whole product on this machine, with a demo game to step into."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--port", type=int, help="instead of the first free one from 8000 on")

    def handle(self, *, port: int | None, **_: object) -> None:
        settings.DATA_DIR.mkdir(parents=True, exist_ok=True)
        _migrate()
        think_apart()
        person = seed_demo()
        door = _listen(port)
        address = f"http://localhost:{door.getsockname()[1]}"
        if "SITE_URL" not in os.environ:
            settings.SITE_URL = address
        worker = app.WorkController(
            pool_cls="threads",
            concurrency=THREADS,
            hostname="run@localhost",
            without_gossip=True,
            without_mingle=True,
        )
        beat = Service(app, max_interval=5, scheduler_cls=Scheduler)
        for name, part in (("worker", worker), ("beat", beat)):
            threading.Thread(target=part.start, daemon=True, name=name).start()
        self.stdout.write(f"Franchise by Mail at {address}/")
        self.stdout.write(f"Sign in as {person}, as often as you like while this runs:")
        self.stdout.write(f"{address}{lasting_sign_in_path(person)}")
        if settings.EMAIL_BACKEND == "notifications.mailbox.ToFiles":
            self.stdout.write(f"Every mail is at {address}/mail/box/")
        self.stdout.write("Ctrl-C ends it; the games are kept.")
        self.stdout.flush()
        try:
            waitress.serve(application, sockets=[door], threads=8, _quiet=True)
        finally:
            beat.stop()
            worker.stop()


class MigrationSteps(io.StringIO):
    """Takes what `migrate` prints, and counts each OK as a step."""

    def __init__(self, progress: Lines | Bar) -> None:
        super().__init__()
        self.progress = progress

    def write(self, text: str) -> int:
        if "OK" in text:
            self.progress.step()
        return super().write(text)


def _migrate() -> None:
    executor = MigrationExecutor(connection)
    plan = executor.migration_plan(executor.loader.graph.leaf_nodes())
    progress = follow("steps of the database", len(plan))
    call_command("migrate", stdout=MigrationSteps(progress), no_color=True)
    progress.end()


def _listen(port: int | None) -> socket.socket:
    ports = [port] if port else range(FIRST_PORT, FIRST_PORT + PORTS_TRIED)
    for each in ports:
        door = socket.socket()
        door.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            door.bind(("127.0.0.1", each))
        except OSError as error:
            door.close()
            if error.errno != errno.EADDRINUSE:
                raise
        else:
            return door
    if port:
        raise SystemExit(f"port {port} is taken; without --port the first free one is used")
    raise SystemExit(f"no free port among {', '.join(map(str, ports))}")
