"""Whether mail can come in: the doors for it say that they are at work, and their silence is told."""

import sys
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.urls import reverse
from pytest_django import Settings

from franchise_site.doctor.connections import examine_database
from franchise_site.doctor.findings import Mark
from franchise_site.models import Heartbeat
from franchise_site.tasks import GIVEN_UP_AFTER, note_heartbeat
from games.edge import now
from tests.doing import browser
from tests.mail_in.doors import Box, run_listener, run_mailbox
from tests.people import make_staff
from tests.programs import Program, run_programs
from tests.together import database_in_use
from tests.waiting import wait_until

pytestmark = pytest.mark.django_db(transaction=True)
DOORS = [Heartbeat.Part.MAIL_IN, Heartbeat.Part.MAIL_FETCH]
TOKEN = "open sesame"  # noqa: S105 - a test's


def readiness() -> dict[str, str]:
    answer: dict[str, str] = Client().get("/readyz").json()
    return answer


def wait_for_sign(door: str) -> None:
    wait_until(lambda: door in readiness(), readiness)


def log_ins(box: Box) -> int:
    return sum(line.startswith("LOGIN") for line in box.commands)


def test_a_listener_says_that_it_is_at_work() -> None:
    assert "mail-in" not in readiness()
    with run_listener():
        wait_for_sign("mail-in")
        assert readiness()["mail-in"] == "ok"
        assert "mail-fetch" not in readiness()


@pytest.mark.parametrize(("password", "is_told"), [("pass", True), ("wrong", False)])
def test_who_looks_into_a_mailbox_says_so_where_it_opens(
    tmp_path: Path, password: str, is_told: bool
) -> None:
    log = tmp_path / "said"
    environment = {"DJANGO_SETTINGS_MODULE": "tests.settings", **database_in_use()}
    with run_mailbox([]) as (box, url):
        url = url.replace(":pass@", f":{password}@")
        command = [sys.executable, "manage.py", "receive_mail", "--imap", url, "--every", "1"]
        with run_programs(Program(command, environment, log)):
            wait_until(lambda: log_ins(box) >= 2, log.read_text)
    assert (readiness().get("mail-fetch") == "ok") is is_told


@pytest.mark.parametrize("door", DOORS)
def test_a_door_that_falls_silent_is_told_everywhere(door: str, settings: Settings) -> None:
    settings.METRICS_TOKEN = TOKEN
    note_heartbeat(door, now() - timedelta(minutes=5))
    assert readiness()[door].startswith("was last seen 3")
    wrong = {each.thing: each.text for each in examine_database() if each.mark is Mark.WRONG}
    assert wrong[door].startswith("was last seen 3")
    desk = browser(make_staff("notifications.view_notice")).get(reverse("admin:index"))
    assert f"No sign of {door}" in desk.content.decode()
    assert "Mails that come in are not read" in desk.content.decode()
    metrics = Client().get("/metrics", headers={"Authorization": f"Bearer {TOKEN}"})
    assert f'franchise_heartbeat_age_seconds{{part="{door}"}} 3' in metrics.content.decode()


@pytest.mark.parametrize("door", DOORS)
def test_a_door_that_never_was_open_or_was_given_up_is_missed_by_nobody(door: str) -> None:
    assert door not in readiness()
    note_heartbeat(door, now() - GIVEN_UP_AFTER - timedelta(minutes=1))
    assert door not in readiness()
    assert door not in {each.thing for each in examine_database()}
