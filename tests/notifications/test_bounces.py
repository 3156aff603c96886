"""Addresses that turn mail away: noticed, told on the page, and tried again when asked."""

import json
import subprocess
import sys
from base64 import b64encode
from collections.abc import Iterator
from datetime import timedelta
from urllib.error import HTTPError
from urllib.request import Request, urlopen
from uuid import UUID

import pytest
from django.core import mail
from django.test import Client
from django.urls import reverse

from games.edge import now
from games.models import Person
from mail_in.playing import Outcome
from mail_in.receiving import receive
from mail_in.reports import unreachable_addresses
from notifications.bounces import try_again, turns_mail_away
from notifications.models import Bounce
from notifications.outbox.queue import send_due
from notifications.reply_addresses import bounce_address, reply_address
from tests.doing import browser
from tests.mail_in.mails import (
    AT,
    cast_with_mail,
    reply_address_of,
    start_mailed_game,
)
from tests.pages import open_page
from tests.together import database_in_use
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)

SERVER = """
import django
django.setup()
import waitress
from django.core.wsgi import get_wsgi_application
door = waitress.create_server(get_wsgi_application(), host="127.0.0.1", port=0, threads=1)
print(door.effective_port, flush=True)
door.run()
"""
A_DAY, AN_HOUR = timedelta(days=1), timedelta(hours=1)
PASSWORD = "u:p"  # noqa: S105 - of a test


@pytest.fixture(scope="module")
def url(django_db_setup: None) -> Iterator[str]:
    """Of a server that takes a mail provider's webhooks."""
    running = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-c", SERVER],
        env={
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "ANYMAIL": json.dumps({"WEBHOOK_SECRET": PASSWORD, "MAILJET_API_KEY": "x"}),
            **database_in_use(),
        },
        stdout=subprocess.PIPE,
        text=True,
    )
    try:
        assert running.stdout is not None
        yield f"http://127.0.0.1:{int(running.stdout.readline())}/mail/anymail"
    finally:
        running.kill()
        running.communicate()


def post(url: str, body: object, password: str = PASSWORD) -> int:
    secret = b64encode(password.encode()).decode()
    headers = {"Authorization": f"Basic {secret}", "Content-Type": "application/json"}
    try:
        with urlopen(Request(url, json.dumps(body).encode(), headers), timeout=PATIENCE) as answer:
            return int(answer.status)
    except HTTPError as error:
        return error.code


def bounce(
    kind: str, address: str = "ada@example.org", number: int = 1, day: int = 2
) -> dict[str, object]:
    """The body that Postmark posts."""
    return {
        "RecordType": "SpamComplaint" if kind == "SpamComplaint" else "Bounce",
        "ID": number,
        "Type": kind,
        "MessageID": "2706ee8a-737c-4285-b032-ccd317af53ed",
        "Email": address,
        "BouncedAt": f"2026-03-{day:02}T10:00:00Z",
        "Description": "The server was unable to deliver your message.",
    }


def is_refused(person: Person) -> bool:
    person.refresh_from_db()
    return person.mail_refused is not None


def test_a_hard_bounce_told_by_a_provider_stops_mail_and_a_soft_one_does_not(url: str) -> None:
    people = cast_with_mail()
    for soft in ("SoftBounce", "Transient", "Blocked", "AutoResponder"):
        assert post(f"{url}/postmark/tracking/", bounce(soft)) == 200
    assert not is_refused(people.ada)
    assert post(f"{url}/postmark/tracking/", bounce("HardBounce"), "u:wrong") == 400
    assert not is_refused(people.ada)
    assert post(f"{url}/postmark/tracking/", bounce("HardBounce", "ADA@example.org")) == 200
    assert not is_refused(people.ada)
    again = bounce("HardBounce", number=2, day=3)
    assert post(f"{url}/postmark/tracking/", again) == 200
    assert is_refused(people.ada)
    assert not is_refused(people.bob)
    assert post(f"{url}/postmark/tracking/", bounce("SpamComplaint", "bob@example.org")) == 200
    assert is_refused(people.bob)
    assert {each.why for each in Bounce.objects.all()} == {"refused", "complained"}


def test_the_same_report_again_does_nothing_after_another_try_was_asked_for(url: str) -> None:
    people = cast_with_mail()
    for day in (2, 3):
        post(f"{url}/postmark/tracking/", bounce("HardBounce", number=day, day=day))
    try_again(people.ada.pk, people.ada.email)
    for day in (2, 3):
        post(f"{url}/postmark/tracking/", bounce("HardBounce", number=day, day=day))
    assert not is_refused(people.ada)
    for day in (4, 5):
        assert not is_refused(people.ada)
        post(f"{url}/postmark/tracking/", bounce("HardBounce", number=day, day=day))
    assert is_refused(people.ada)


@pytest.mark.parametrize(
    ("name", "body", "is_hard"),
    [
        ("mailjet", {"event": "bounce", "hard_bounce": False, "error": "user unknown"}, False),
        ("mailjet", {"event": "bounce", "hard_bounce": True, "error": "user unknown"}, True),
        ("brevo", {"event": "soft_bounce"}, False),
        ("brevo", {"event": "hard_bounce"}, True),
        (
            "sparkpost",
            [{"msys": {"message_event": {"type": "bounce", "bounce_class": "22"}}}],
            False,
        ),
        (
            "sparkpost",
            [{"msys": {"message_event": {"type": "bounce", "bounce_class": "10"}}}],
            True,
        ),
    ],
)
def test_soft_and_hard_in_the_words_of_other_providers(
    url: str, name: str, body: object, is_hard: bool
) -> None:
    people = cast_with_mail()
    event = body[0]["msys"]["message_event"] if isinstance(body, list) else body
    assert isinstance(event, dict)
    event |= {
        "email": "ada@example.org",
        "raw_rcpt_to": "ada@example.org",
        "time": 1772445600,
        "ts": 1,
    }
    event |= {"message-id": "<1@x>", "ts_epoch": 1772445600000, "timestamp": "1772445600"}
    assert post(f"{url}/{name}/tracking/", body) == 200
    assert not is_refused(people.ada)
    assert Bounce.objects.filter(address="ada@example.org").exists() is is_hard


def report(
    status: str,
    action: str = "failed",
    address: str = "ada@example.org",
    *,
    number: int = 1,
    diagnostic: str = "550 5.1.1 User unknown",
) -> bytes:
    """A delivery status notification as Postfix writes it."""
    return f"""\
Return-Path: <>
From: MAILER-DAEMON@mx.example.org (Mail Delivery System)
Subject: Undelivered Mail Returned to Sender
To: someone@localhost
Message-ID: <{status}{action}{number}@mx.example.org>
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="cut"

--cut
Content-Type: text/plain

I'm sorry to have to inform you that your message could not be delivered.

--cut
Content-Description: Delivery report
Content-Type: message/delivery-status

Reporting-MTA: dns; mx.example.org
Arrival-Date: Mon,  2 Mar 2026 10:00:00 +0000 (UTC)

Final-Recipient: rfc822; {address}
Original-Recipient: rfc822;{address}
Action: {action}
Status: {status}
Diagnostic-Code: smtp; {diagnostic}

--cut
Content-Type: message/rfc822

Subject: Route 66: Your turn 1

pass
--cut--
""".encode()


def envelope_sender(kind: str) -> str:
    """The address to which a mail server returns what it could not deliver to Ada."""
    send_due(now())
    mine = [each for each in mail.outbox if each.to == ["ada@example.org"]]
    (sent,) = [each for each in mine if f".{kind}." in each.extra_headers["Message-ID"]]
    assert sent.message()["From"] == "franchise@localhost"
    return sent.from_email


OTHERS = (
    report("4.4.1"),
    report("4.2.2", "delayed"),
    report("5.0.0", "delayed"),
    report("5.2.2", diagnostic="552 5.2.2 Mailbox full"),
    report("5.7.1", diagnostic="554 5.7.1 Relay access denied"),
    report("5.7.26", diagnostic="550 5.7.26 unauthenticated"),
    report("5.0.0", diagnostic="550 5.7.1 blocked"),
    report("5.0.0", diagnostic="550 SPF check failed"),
    report("5.0.0", diagnostic="552 Mailbox over quota"),
)
"""What speaks of the moment or of the sender, not of the address."""


def test_what_a_report_of_another_reason_says_is_in_the_log(
    caplog: pytest.LogCaptureFixture,
) -> None:
    raw = report("5.2.2", diagnostic="552 5.2.2 Mailbox full")
    assert not unreachable_addresses(raw)
    (line,) = caplog.records
    assert (line.message, vars(line)["why"]) == ("a mail came back", "5.2.2 Mailbox full")


def test_a_mail_that_comes_back_on_two_days_stops_mail_to_whom_it_was_for() -> None:
    _, people = start_mailed_game()
    address = envelope_sender("turn")
    for passing in OTHERS:
        for day in range(3):
            assert receive(passing, "", [address], AT + day * A_DAY) is Outcome.AUTOMATIC
    assert not Bounce.objects.exists()
    for hour in (0, 1):
        receive(report("5.1.1", number=hour), "", [address], AT + hour * AN_HOUR)
        assert not is_refused(people.ada)
    later = report("5.0.0", number=3, diagnostic="550 5.1.1 User unknown")
    assert receive(later, "", [address], AT + A_DAY) is Outcome.AUTOMATIC
    assert is_refused(people.ada)
    assert [each.subject for each in mail.outbox if each.subject.startswith("Re:")] == []


@pytest.mark.parametrize("status", ["5.0.0", ""])
def test_a_report_without_an_exact_status_counts_by_what_the_other_server_said(status: str) -> None:
    _, people = start_mailed_game()
    address = envelope_sender("turn")
    for day in range(2):
        raw = report(status, number=day, diagnostic="550 No such user here")
        receive(raw, "", [address], AT + day * A_DAY)
    assert is_refused(people.ada)


def test_a_report_that_comes_again_after_another_try_does_nothing() -> None:
    _, people = start_mailed_game()
    address = envelope_sender("turn")
    reports = [report("5.1.1", number=day) for day in range(2)]
    for day, each in enumerate(reports):
        receive(each, "", [address], AT + day * A_DAY)
    try_again(people.ada.pk, people.ada.email)
    for day, each in enumerate(reports):
        receive(each, "", [address], AT + day * A_DAY)
    assert not is_refused(people.ada)


def test_refusals_that_lie_weeks_apart_are_two_accidents() -> None:
    _, people = start_mailed_game()
    address = envelope_sender("turn")
    for number, days in enumerate((0, 30)):
        receive(report("5.1.1", number=number), "", [address], AT + days * A_DAY)
    assert not is_refused(people.ada)


def test_a_report_of_another_address_or_to_a_made_up_one_stops_nothing() -> None:
    game, people = start_mailed_game()
    own = bounce_address("ada@example.org")
    receive(report("5.1.1", address="bob@example.org"), "", [own], now())
    receive(report("5.1.1"), "", [own[:-12] + "x@localhost"], now())
    receive(report("5.1.1"), "", [bounce_address("bob@example.org")], now())
    receive(report("5.1.1"), "", [reply_address_of(game, people.ada)], now())
    receive(report("5.1.1"), "", [reply_address(UUID(int=1), 0, 1, 10**9)], now())
    receive(report("5.1.1").replace(b"multipart/report", b"multipart/mixed"), "", [own], now())
    receive(report("5.1.1"), "mallory@example.org", [own.replace("@localhost", "@other")], now())
    for person in people:
        assert not is_refused(person)
    assert not Bounce.objects.exists()


def actions_of(client: Client, path: str) -> list[str]:
    """Where the forms of a page lead."""
    return [each.attributes.get("action", path) for each in open_page(client, path).forms]


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "Your address ada@example.org turned our mail away on March 2, 2026."),
        ("fr", "Votre adresse ada@example.org a refusé notre courriel le 2 mars 2026."),
        ("de", "Deine Adresse ada@example.org hat unsere Mail am 2. März 2026 abgewiesen."),
    ],
)
def test_the_page_tells_it_and_its_button_lets_mail_go_again(language: str, sentence: str) -> None:
    people = cast_with_mail()
    client, again = browser(people.ada), reverse("mail-again")
    assert again not in actions_of(client, "/")
    Person.objects.filter(pk=people.ada.pk).update(
        mail_refused="2026-03-02T10:00:00Z", language=language
    )
    page = open_page(client, "/?page=2")
    assert sentence in page.text
    (form,) = (each for each in page.forms if each.attributes.get("action") == again)
    assert form.values["next"] == "/?page=2"
    assert again not in actions_of(Client(), "/")
    assert Client().post("/mail/again/").status_code == 302
    assert client.get("/mail/again/").status_code == 405
    assert is_refused(people.ada)
    assert client.post("/mail/again/", {"next": "/?page=2"}).headers["Location"] == "/?page=2"
    assert not is_refused(people.ada)
    assert client.post("/mail/again/", {"next": "//elsewhere"}).headers["Location"] == "/"
    assert again not in actions_of(client, "/")


def test_an_address_without_an_account_stays_barred_until_its_owner_says_otherwise() -> None:
    for day in range(2):
        assert not turns_mail_away("zoe@example.org")
        at = AT + day * A_DAY
        Bounce.objects.create(key=str(day), address="zoe@example.org", why="refused", at=at)
    assert turns_mail_away("Zoe@example.org")
    assert not turns_mail_away("ada@example.org")
    Person.objects.create(username="zoe", email="zoe@example.org")
    assert not turns_mail_away("zoe@example.org")
