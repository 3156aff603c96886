"""Metrics: what every process of a machine did, whichever of them is asked."""

import urllib.request
from datetime import datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from celery import Celery
from django.db import connection
from django.test import Client
from prometheus_client.parser import text_string_to_metric_families
from pytest_django import Settings

from franchise_site.models import Heartbeat
from franchise_site.tasks import note_heartbeat
from games.domain.commands import command
from games.edge import now
from games.services import act
from notifications.models import Notice
from notifications.outbox.queue import POSTS, send_due
from notifications.outbox.waiting import Lateness, lateness
from tests.doing import play_next, start_game
from tests.games.test_tasks import start_against_computer
from tests.mail_in.mails import start_mailed_game
from tests.notifications.webhooks import add_webhook
from tests.people import cast
from tests.programs import Program, broker, free_port, run_programs, wait_for_port, wait_for_site
from tests.together import database_in_use
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
TOKEN = "open sesame"  # noqa: S105 - a test's

AGES = (
    "franchise_heartbeat_age_seconds",
    "franchise_mail_trouble_seconds",
    "franchise_outbox_late_seconds",
)

Counts = dict[tuple[str, frozenset[tuple[str, str]]], float]


def test_metrics_are_for_whoever_has_the_token(settings: Settings) -> None:
    assert Client().get("/metrics").status_code == 404
    start_game(cast())
    Client().get("/robots.txt")
    settings.METRICS_TOKEN = TOKEN
    assert Client().get("/metrics").status_code == 404
    text = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    assert 'franchise_events_total{type="GameStarted"}' in text
    assert "franchise_request_seconds_count" in text


def test_metrics_are_scraped_by_address(settings: Settings) -> None:
    settings.METRICS_TOKEN, settings.ALLOWED_HOSTS = TOKEN, ["franchise.example.org"]
    settings.SECURE_SSL_REDIRECT = True
    headers = {"Host": "10.0.0.7:8000", "Authorization": f"Bearer {TOKEN}"}
    answer = Client().get("/metrics", headers=headers)
    assert answer.status_code == 200
    assert "franchise_database_up 1.0" in answer.content.decode()
    assert Client().get("/metrics", headers={"Host": "10.0.0.7:8000"}).status_code == 404


@pytest.mark.usefixtures("still")
def test_ages_are_as_they_are_when_somebody_asks(settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    note_heartbeat(Heartbeat.Part.BEAT, now() - timedelta(seconds=5))
    text = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"}).content.decode()
    counts = read_counts(text)
    assert counts[("franchise_database_up", frozenset())] == 1
    assert counts[("franchise_mail_trouble_seconds", frozenset())] == 0
    assert counts[("franchise_outbox_late_seconds", frozenset({("outbox", "webhook")}))] == 0
    age = counts[("franchise_heartbeat_age_seconds", frozenset({("part", "beat")}))]
    assert age == 5


def test_the_age_of_what_waits_is_that_of_the_oldest() -> None:
    start_mailed_game()
    at = now() + timedelta(minutes=7)
    turn = next(each for each in lateness(at) if each.outbox == "turn")
    assert turn.due == Notice.objects.filter(sent=None, due__lte=at).count() > 0
    assert turn.late == at - Notice.objects.earliest("due").due
    assert turn.again == 0
    Notice.objects.update(tries=1)
    assert next(iter(lateness(at))).again > 0


def test_a_webhook_that_takes_nothing_makes_no_outbox_late(settings: Settings) -> None:
    settings.WEBHOOKS_TO_PRIVATE_ADDRESSES = True
    people = cast()
    game = start_game(people)
    add_webhook(people.ada, f"http://127.0.0.1:{free_port()}/")
    play_next(game)
    tried = now()
    at = tried + timedelta(minutes=7)
    assert calls_to_make(at).late > timedelta(minutes=6)
    assert send_due(tried, POSTS) == 1
    assert (calls_to_make(at).due, calls_to_make(at).late) == (0, timedelta())
    assert calls_to_make(at).again == 1


def calls_to_make(at: datetime) -> Lateness:
    return next(each for each in lateness(at) if each.outbox == "webhook")


def read_counts(text: str) -> Counts:
    """Our own metrics alone."""
    return {
        (sample.name, frozenset(sample.labels.items())): sample.value
        for family in text_string_to_metric_families(text)
        for sample in family.samples
        if sample.name.startswith("franchise_")
    }


def scrape(port: int) -> Counts:
    """Without values that change by asking or by themselves."""
    address = f"http://127.0.0.1:{port}/metrics"
    request = urllib.request.Request(address, headers={"Authorization": f"Bearer {TOKEN}"})
    with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
        counts = read_counts(answer.read().decode())
    return {
        (name, labels): value
        for (name, labels), value in counts.items()
        if name not in AGES and ("view", "metrics") not in labels
    }


def visit(port: int) -> None:
    forwarded = {"X-Forwarded-Proto": "https", "Host": "localhost"}
    page = urllib.request.Request(f"http://127.0.0.1:{port}/robots.txt", headers=forwarded)
    urllib.request.urlopen(page, timeout=PATIENCE).close()


def total(counts: Counts, name: str, **labels: str) -> float:
    wanted = set(labels.items())
    return sum(value for (each, has), value in counts.items() if each == name and wanted <= has)


class Site:
    """Two web processes and a worker."""

    def __init__(self, home: Path) -> None:
        self.redis = free_port()
        self.environment = {
            **database_in_use(),
            "SECRET_KEY": "only-for-tests",
            "DATA_DIR": str(home),
            "METRICS_TOKEN": TOKEN,
            "ALLOWED_HOSTS": "localhost,127.0.0.1",
            "REDIS_URL": f"redis://127.0.0.1:{self.redis}/0",
            "TRUST_PROXY": "1",
        }
        self.ports = free_port(), free_port()
        self.broker = broker(self.redis, home / "redis.log")
        granian = "granian --interface wsgi --no-ws --workers 1 franchise_site.wsgi:application"
        self.web = [
            Program([*granian.split(), "--port", str(port)], self.environment, home / f"{port}.log")
            for port in self.ports
        ]
        celery = "celery -A franchise_site.celery worker --concurrency 1 --without-gossip"
        self.worker = Program(celery.split(), self.environment, home / "worker.log")

    def wake_worker(self, game: UUID) -> None:
        with Celery(broker=self.environment["REDIS_URL"], set_as_current=False) as caller:
            caller.send_task("games.tasks.play_computer_player", [str(game)])


def computers_turn() -> UUID:
    """A game in which the computer player is to move."""
    game = start_against_computer()
    act(game, command("turn", 0, {"expand": [{"to": "phoenix"}]}), actor="user:1")
    return game


def wait_for_turn(port: int, worker: Path) -> None:
    name = "franchise_task_seconds_count"
    wait_until(lambda: total(scrape(port), name, state="success"), worker.read_text)


def test_scrapes_from_either_web_process_agree_and_count_the_worker(tmp_path: Path) -> None:
    site, game = Site(tmp_path), computers_turn()
    one, other = site.ports
    connection.close()
    with run_programs(site.broker, *site.web, site.worker):
        wait_for_port(site.redis)
        for port in site.ports:
            wait_for_site(port)
        visit(one)
        visit(other)
        site.wake_worker(game)
        wait_for_turn(one, tmp_path / "worker.log")
        assert site.worker.stop() == 0
        before = scrape(one)
        assert before == scrape(other)
        assert total(before, "franchise_turns_total", by="bot") == 1
        assert total(before, "franchise_request_seconds_count", view="robots") == 2
        site.web[0].kill()
        assert scrape(other) == before
        site.web[0].start()
        wait_for_site(one)
        visit(one)
        after = scrape(one)
        assert after == scrape(other)
        assert total(after, "franchise_request_seconds_count", view="robots") == 3
        assert total(after, "franchise_turns_total", by="bot") == 1
