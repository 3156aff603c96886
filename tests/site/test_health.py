"""Probes: a process answers; it can work; which of its parts do not."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest
from django.db import DatabaseError, connection, connections
from django.db.migrations.recorder import MigrationRecorder
from django.test import Client
from pytest_django import Settings

from franchise_site import health
from franchise_site.celery import app
from franchise_site.models import Heartbeat
from franchise_site.tasks import WORRY_AFTER, beat_heart, note_beat, note_heartbeat
from games.edge import now
from notifications.channels.replies import Stage, read_reply
from notifications.channels.trouble import end_trouble, note_trouble
from tests.hanging import run_hanging_server
from tests.programs import broker, free_port, run_programs, wait_for_port

pytestmark = pytest.mark.django_db(transaction=True)


def test_the_process_answers() -> None:
    assert Client().get("/healthz").json() == {"status": "ok"}


def test_probes_come_by_address_and_without_a_proxy(settings: Settings) -> None:
    settings.ALLOWED_HOSTS, settings.SECURE_SSL_REDIRECT = ["franchise.example.org"], True
    for probe in ("/healthz", "/readyz"):
        assert Client().get(probe, headers={"Host": "10.0.0.7:8000"}).status_code == 200
    assert Client().get("/", headers={"Host": "10.0.0.7:8000"}).status_code == 400


def test_it_is_ready_when_the_database_is() -> None:
    response = Client().get("/readyz")
    assert response.status_code == 200
    assert response.json() == {
        "status": "degraded",
        "database": "ok",
        "broker": "REDIS_URL is not set",
        "mail": "ok",
        "beat": "was never seen",
        "worker": "was never seen",
        "mail-out": "was never seen",
    }


@contextmanager
def database_at(port: int) -> Iterator[None]:
    """New connections go to a PostgreSQL on that port."""
    changes = {
        "ENGINE": "games.events.postgresql",
        "NAME": "franchise",
        "HOST": "127.0.0.1",
        "PORT": port,
        "OPTIONS": {},
    }
    own: dict[str, Any] = connections.settings["default"]
    before = dict(own)
    own.update(changes)
    try:
        yield
    finally:
        own.update(before)


def test_it_is_not_ready_without_the_database() -> None:
    with database_at(free_port()):
        response = Client().get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "OperationalError")


def test_a_database_that_hangs_is_told_soon(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(health, "SECONDS_OF_DATABASE", 2)
    with run_hanging_server() as server, database_at(server.port):
        response = Client().get("/readyz")
    assert (response.status_code, response.json()["status"]) == (503, "not ready")


def test_it_is_not_ready_where_the_database_goes_while_it_is_asked() -> None:
    with patch("franchise_site.health.mail_trouble", side_effect=DatabaseError("gone")):
        response = Client().get("/readyz")
    assert (response.status_code, response.json()["database"]) == (503, "DatabaseError")


@contextmanager
def without_migration(app: str, name: str) -> Iterator[None]:
    recorder = MigrationRecorder(connection)
    recorder.record_unapplied(app, name)
    try:
        yield
    finally:
        recorder.record_applied(app, name)


def test_it_is_not_ready_before_the_migrations() -> None:
    with (
        without_migration("games", "0001_initial"),
        without_migration("notifications", "0001_initial"),
    ):
        response = Client().get("/readyz")
    assert (response.status_code, response.json()["database"]) == (
        503,
        "2 migrations are to be applied",
    )


def test_a_process_stays_ready_while_an_upgrade_brings_migrations(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert Client().get("/readyz").status_code == 200
    folder = tmp_path / "upgraded" / "__init__.py"
    folder.parent.mkdir()
    folder.touch()
    (folder.parent / "0001_next.py").write_text(
        "from django.db import migrations\nclass Migration(migrations.Migration):\n    pass\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    settings.MIGRATION_MODULES = {**settings.MIGRATION_MODULES, "franchise_site": "upgraded"}
    assert Client().get("/readyz").status_code == 200


@pytest.fixture
def all_alive() -> None:
    for part in Heartbeat.Part:
        note_heartbeat(part, now())


@pytest.mark.usefixtures("all_alive")
def test_it_is_ready_when_every_part_works(settings: Settings, tmp_path: Path) -> None:
    port = free_port()
    settings.REDIS_URL = f"redis://127.0.0.1:{port}/0"
    with run_programs(broker(port, tmp_path / "redis")):
        wait_for_port(port)
        assert set(Client().get("/readyz").json().values()) == {"ready", "ok"}
    gone = Client().get("/readyz")
    assert (gone.status_code, gone.json()["status"]) == (200, "degraded")
    assert gone.json()["broker"] == "ConnectionError"


@pytest.mark.usefixtures("all_alive")
def test_a_broker_that_hangs_is_told_soon(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(health.ONE_TRY, "socket_timeout", 1)
    with run_hanging_server() as server:
        settings.REDIS_URL = f"redis://127.0.0.1:{server.port}/0"
        answer = Client().get("/readyz")
        assert server.calls() == 1
    assert (answer.status_code, answer.json()["broker"]) == (200, "TimeoutError")


def test_on_ones_own_machine_tasks_in_memory_are_right(settings: Settings) -> None:
    settings.DEBUG = True
    assert Client().get("/readyz").json()["broker"] == "ok"


@pytest.mark.usefixtures("still")
def test_a_part_that_was_not_seen_for_two_minutes_is_told() -> None:
    note_heartbeat(Heartbeat.Part.WORKER, now() - WORRY_AFTER - timedelta(seconds=30))
    note_heartbeat(Heartbeat.Part.BEAT, now() - WORRY_AFTER + timedelta(seconds=30))
    answer = Client().get("/readyz").json()
    assert (answer["status"], answer["beat"]) == ("degraded", "ok")
    assert answer["worker"] == "was last seen 150 seconds ago"


def test_beat_is_seen_by_what_it_sends_and_a_worker_by_what_it_does() -> None:
    assert app.conf.beat_schedule["heart"]["task"] == beat_heart.name
    note_beat()
    assert Client().get("/readyz").json()["worker"] == "was never seen"
    beat_heart()
    beat_heart("mail-out")
    note_beat()
    answer = Client().get("/readyz").json()
    assert (answer["beat"], answer["worker"], answer["mail-out"]) == ("ok", "ok", "ok")


def test_mail_that_does_not_go_out_is_told_without_what_the_server_said() -> None:
    at = datetime(2026, 3, 1, 12, 30, tzinfo=UTC)
    note_trouble(read_reply(Stage.SIGN_IN, 535, "5.7.8 no such user franchise"), at)
    answer = Client().get("/readyz")
    assert (answer.status_code, answer.json()["status"]) == (200, "degraded")
    assert (
        answer.json()["mail"] == "does not go out since 2026-03-01 12:30 UTC: sign-in (535 5.7.8)"
    )
    end_trouble(now())
    assert Client().get("/readyz").json()["mail"] == "ok"


def test_a_site_whose_mails_become_files_is_not_well(settings: Settings) -> None:
    settings.EMAIL_BACKEND = "notifications.mailbox.ToFiles"
    assert Client().get("/readyz").json()["mail"] == "EMAIL_URL is not set"
    settings.DEBUG = True
    assert Client().get("/readyz").json()["mail"] == "ok"
