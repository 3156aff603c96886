"""All that docker-compose.yml starts, started: healthy, a turn and its mails, and a clean end."""

import json
import smtplib
import sys
import time
import urllib.request
from pathlib import Path

import pytest
from django.db import connection
from pytest_django import Settings

from tests.api.calls import token_of
from tests.notifications.inbound.mailing import address_of, mail_of, mailed_game
from tests.notifications.post_office import arrived
from tests.people import table_of
from tests.programs import Program, free_port, running, wait_for_port
from tests.site.composed import Composed
from tests.together import database_in_use

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL"),
]
SITE = "franchise.example.org"
KEY = "only-for-tests"


def composed(home: Path, smtp: int) -> Composed:
    """With the settings and secrets that docs/hosting.md asks for."""
    found = Composed(
        home,
        {
            "ALLOWED_HOSTS": SITE,
            "SITE_URL": f"https://{SITE}",
            "EMAIL_URL": f"smtp://127.0.0.1:{smtp}",
            "DEFAULT_FROM_EMAIL": f"Franchise <play@{SITE}>",
            "MAIL_DOMAIN": SITE,
            "TRUST_PROXY": "1",
        },
    )
    found.secret("secret_key", KEY)
    found.secret("database_url", database_in_use()["DATABASE_URL"])
    return found


def post(port: int, path: str, token: str, version: int) -> int:
    """As the proxy hands it on."""
    call = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}",
        data=json.dumps({}).encode(),
        headers={
            "Host": SITE,
            "X-Forwarded-Proto": "https",
            "Content-Type": "application/json",
            "Authorization": f"Token {token}",
            "If-Match": f'"{version}"',
        },
    )
    with urllib.request.urlopen(call, timeout=10) as answer:
        return int(answer.status)


def wait_for_mail(book: Path, number: str) -> None:
    until = time.monotonic() + 60
    while number not in {mail.number for mail in arrived(book)}:
        assert time.monotonic() < until, f"it never came: {number}"
        time.sleep(0.1)


def test_every_service_runs_plays_and_ends(tmp_path: Path, settings: Settings) -> None:
    settings.SECRET_KEY, settings.MAIL_DOMAIN = KEY, SITE
    smtp, book = free_port(), tmp_path / "arrived"
    of = composed(tmp_path, smtp)
    post_office = [sys.executable, "-m", "tests.notifications.post_office", str(smtp), str(book)]
    game, people = mailed_game()
    connection.close()
    names = ("redis", "web", "worker", "beat", "mail-in")
    programs = {name: of.program(name) for name in names}
    with running(Program(post_office, {}, tmp_path / "post.log")):
        for once in (of.of_the_build(), of.program("migrate")):
            with running(once):
                assert once.ends() == 0, once.said.read_text()
        with running(*programs.values()):
            for name in ("redis", "web", "worker"):
                assert of.becomes_healthy(name), programs[name].said.read_text()[-3000:]
            before = table_of(game)
            path = f"/api/games/{game}/turns/"
            assert post(of.web, path, token_of(people.ada), before.version) == 200
            after = table_of(game)
            wait_for_mail(book, f"<{game}.{after.version}.turn.{people.bob.pk}@{SITE}>")
            wait_for_port(of.mail_in)
            order = mail_of(people.bob, address_of(game, people.bob), "pass")
            with smtplib.SMTP("127.0.0.1", of.mail_in) as client:
                client.send_message(order)
            assert table_of(game).version > after.version
            connection.close()
            ends = {name: programs[name].stop() for name in reversed(names)}
    assert ends == dict.fromkeys(names, 0)
