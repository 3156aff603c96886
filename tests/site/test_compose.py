"""What ships is started as docker-compose.yml starts it: a game is played by HTTP and by mail.

Everything runs from requirements.txt alone, on a database that its own migrations make.
"""

import os
from pathlib import Path

import pytest
from django.db import connection

from tests.notifications.sink import run_mail_server
from tests.programs import run_programs
from tests.site.compose import ComposedSite
from tests.site.databases import empty_database
from tests.site.visitor import Visitor

pytestmark = pytest.mark.skipif(
    connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"
)
SITE = "franchise.example.org"


def compose_site(home: Path, programs: Path, database: str, smtp: int) -> ComposedSite:
    """With the settings and secrets that docs/hosting.md demands."""
    return ComposedSite(
        home,
        programs,
        database,
        f"smtp://127.0.0.1:{smtp}",
        {
            "ALLOWED_HOSTS": SITE,
            "SITE_URL": f"https://{SITE}",
            "DEFAULT_FROM_EMAIL": f"Franchise <play@{SITE}>",
            "MAIL_DOMAIN": SITE,
            "TRUST_PROXY": "1",
        },
    )


def play_by_page_and_mail(ada: Visitor, bob: Visitor, mail_in: int) -> None:
    """Two new addresses sign in and play two turns, one by HTTP and one by mail."""
    for person in (ada, bob):
        person.sign_in()
    game = ada.api("games/", {"name": "Route 66", "seats": 2, "watch": "public",
                              "options": {"introductory": True}})["game"]["id"]  # fmt: skip
    for person in (ada, bob):
        person.api(f"games/{game}/join/", {})
    version = ada.api(f"games/{game}/start/", {"first": 0})["version"]
    after = ada.api(f"games/{game}/turns/", {}, If_Match=f'"{version}"')["version"]
    turn = bob.wait_for_mail(lambda text: f"/games/{game}/" in text and "reply above" in text)
    bob.answer(turn, "1", mail_in)
    assert bob.api(f"games/{game}/")["version"] > after
    assert bob.wait_for_mail(lambda text: "Played" in text)
    ada.wait_for_mail(lambda text: "reply above" in text and "Red: " in text)


@pytest.mark.long
def test_every_service_runs_plays_and_ends(shipped: Path, tmp_path: Path) -> None:
    with run_mail_server() as (mailbox, smtp), empty_database(f"shipped_{os.getpid()}") as database:
        of = compose_site(tmp_path, shipped, database, smtp)
        for once in (of.build(), of.program("migrate")):
            with run_programs(once):
                assert once.ends() == 0, once.log.read_text()
        programs = {name: of.program(name) for name in of.services_started}
        with run_programs(*programs.values()):
            for name in ("postgres", *programs):
                of.wait_for_health(name)
            ada, bob = (
                Visitor(f"{name}@example.org", mailbox, of.web, SITE) for name in ("ada", "bob")
            )
            play_by_page_and_mail(ada, bob, of.mail_in)
            ends = {name: programs[name].stop() for name in reversed(programs)}
    assert ends == dict.fromkeys(ends, 0)
