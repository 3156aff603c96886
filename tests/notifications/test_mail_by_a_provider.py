"""Mails by a provider's own interface, as django-anymail speaks it: here Postmark's."""

import json
import os
import subprocess
import sys
from http.server import BaseHTTPRequestHandler

import pytest

from games.models import Person
from notifications.models import Bounce, Notice
from tests.mail_in.mails import start_mailed_game
from tests.notifications.receiver import Answer, Receiver, run_receiver
from tests.together import database_in_use

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.sqlite]

SEND = """
import django
django.setup()
from games.edge import now
from notifications.outbox.queue import send_due
while send_due(now()):
    pass
"""


def answer_json(code: int, body: dict[str, object]) -> Answer:
    content = json.dumps(body).encode()

    def answer(to: BaseHTTPRequestHandler) -> None:
        to.send_response(code)
        to.send_header("Content-Type", "application/json")
        to.send_header("Content-Length", str(len(content)))
        to.end_headers()
        to.wfile.write(content)

    return answer


def send_in_process(provider: Receiver) -> None:
    """A process with the settings of a host that uses a provider."""
    anymail = {
        "POSTMARK_SERVER_TOKEN": "token",
        "POSTMARK_API_URL": f"http://127.0.0.1:{provider.port}/",
    }
    process = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", SEND],
        env={
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "EMAIL_URL": "anymail://postmark",
            "ANYMAIL": json.dumps(anymail),
            "PATH": os.environ["PATH"],
            **database_in_use(),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr


ACCEPTED: dict[str, object] = {
    "ErrorCode": 0, "Message": "OK", "MessageID": "1", "To": "ada@example.org",
    "SubmittedAt": "2026-03-02T10:00:00Z",
}  # fmt: skip
INACTIVE: dict[str, object] = {
    "ErrorCode": 406,
    "Message": "You tried to send to a recipient that has been marked as inactive. "
    "Found inactive addresses: ada@example.org. Inactive recipients are ones that have bounced.",
}


def test_mails_go_by_a_provider_with_all_that_they_have() -> None:
    start_mailed_game()
    with run_receiver(answer_json(200, ACCEPTED)) as provider:
        send_in_process(provider)
    bodies = [json.loads(each.body) for each in provider.received]
    assert {each["To"] for each in bodies} == {"ada@example.org", "bob@example.org"}
    (turn,) = [each for each in bodies if "Your turn" in each["Subject"]]
    assert turn["From"] == "franchise@localhost"
    assert turn["ReplyTo"].startswith("play+")
    picture = turn["Attachments"][-1]
    assert picture["ContentID"].startswith("cid:board.")
    assert picture["ContentID"] in turn["HtmlBody"]
    names = {each["Name"] for each in turn["Headers"]}
    assert {"Message-ID", "List-Unsubscribe", "Auto-Submitted"} <= names
    assert not Notice.objects.filter(sent=None, message__in=["turn", "started"]).exists()


def test_an_address_that_the_provider_refuses_is_remembered() -> None:
    _, people = start_mailed_game()
    with run_receiver(answer_json(422, INACTIVE)) as provider:
        send_in_process(provider)
    people.ada.refresh_from_db()
    assert people.ada.mail_refused is None
    assert Bounce.objects.filter(address="ada@example.org").exists()


def test_mails_wait_while_the_provider_is_down() -> None:
    start_mailed_game()
    with run_receiver(answer_json(503, {"ErrorCode": 100, "Message": "Maintenance"})) as provider:
        send_in_process(provider)
    assert Notice.objects.filter(sent=None, message="turn").exists()
    assert not Person.objects.exclude(mail_refused=None).exists()
