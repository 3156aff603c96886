"""Mail to postmaster and abuse reaches the host, and can start no loop."""

import smtplib
from datetime import timedelta
from email.message import EmailMessage

import pytest
import time_machine
from django.core import mail
from pytest_django import Settings

from games.edge import now
from games.limits import MAILS_TO_HOST
from mail_in.fetching import fetch
from mail_in.playing import Outcome
from mail_in.receiving import TooManyToHost
from notifications.messages.answers import MARK
from notifications.models import Inbound, Notice
from tests.doing import table_of
from tests.mail_in.doors import HOST, run_listener, run_mailbox
from tests.mail_in.mails import (
    AT,
    receive_and_answer,
    reply_address_of,
    send_due_answers,
    start_mailed_game,
    write_mail,
)

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture(autouse=True)
def a_host(settings: Settings) -> None:
    settings.HOST_ADDRESS = "host@example.net"
    settings.MAIL_DOMAIN = "franchise.example.org"


def write_complaint(text: str = "You send us spam.", number: str = "1", **more: str) -> bytes:
    message = EmailMessage()
    message["From"] = "Élise <elise@example.com>"
    message["To"] = "abuse@franchise.example.org"
    message["Subject"] = "A complaint"
    message["Message-ID"] = f"<{number}@example.com>"
    for name, value in more.items():
        message[name.replace("_", "-")] = value
    message.set_content(text)
    return bytes(message)


def only_mail() -> mail.EmailMessage:
    (sent,) = mail.outbox
    return sent


@pytest.mark.parametrize(
    "address",
    ["postmaster@franchise.example.org", "ABUSE@Franchise.Example.ORG", "Postmaster"],
)
def test_a_mail_to_postmaster_or_abuse_is_sent_on_to_the_host(address: str) -> None:
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        assert client.sendmail("elise@example.com", [address], write_complaint()) == {}
    send_due_answers(now())

    sent = only_mail()
    assert sent.to == ["host@example.net"]
    assert sent.subject.lower() == f"{address}: a complaint".lower()
    assert "From: Élise <elise@example.com>" in sent.body
    assert "You send us spam." in sent.body
    assert sent.reply_to == ["elise@example.com"]
    assert sent.attachments[0].content.split() == write_complaint().split()
    assert Inbound.objects.count() == 1
    assert Notice.objects.get().content == ""


@pytest.mark.parametrize(
    "address", ["webmaster@franchise.example.org", "postmaster@example.org", "abuse", "root"]
)
def test_any_other_address_is_refused(address: str) -> None:
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        client.ehlo()
        client.mail("elise@example.com")
        assert client.rcpt(address)[0] == 550


def test_without_an_address_of_the_host_there_is_no_postmaster(settings: Settings) -> None:
    settings.HOST_ADDRESS = ""
    assert receive_and_answer(write_complaint(), None, (), AT) is Outcome.NOBODY


def test_a_report_of_a_machine_reaches_the_host_and_is_not_answered() -> None:
    raw = write_complaint(Auto_Submitted="auto-generated")
    assert receive_and_answer(raw, "", ["abuse@franchise.example.org"], AT) is Outcome.FOR_HOST
    sent = only_mail()
    assert (sent.to, sent.reply_to) == (["host@example.net"], [])
    assert "You send us spam." in sent.body


def test_what_was_sent_on_is_not_sent_on_again() -> None:
    """The host's own address leads back to postmaster."""
    receive_and_answer(write_complaint(), None, (), AT)
    back = only_mail().message()
    assert back[MARK] == "franchise.example.org"
    assert (
        receive_and_answer(bytes(back), "", ["postmaster@franchise.example.org"], AT)
        is Outcome.AUTOMATIC
    )
    assert len(mail.outbox) == 1


def test_a_report_that_it_did_not_reach_the_host_is_taken_and_starts_nothing() -> None:
    receive_and_answer(write_complaint(), None, (), AT)
    sender = only_mail().from_email
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        assert client.sendmail("", [sender], write_complaint("Undelivered")) == {}
    send_due_answers(now())
    assert len(mail.outbox) == 1


def test_a_mail_that_comes_twice_is_sent_on_once() -> None:
    assert receive_and_answer(write_complaint(), None, (), AT) is Outcome.FOR_HOST
    assert receive_and_answer(write_complaint(), None, (), AT) is Outcome.REPEATED
    assert len(mail.outbox) == 1


def test_a_flood_waits_at_the_senders() -> None:
    for number in range(MAILS_TO_HOST.most):
        receive_and_answer(write_complaint(number=str(number)), None, (), AT)
    with pytest.raises(TooManyToHost):
        receive_and_answer(write_complaint(number="more"), None, (), AT)
    assert len(mail.outbox) == MAILS_TO_HOST.most
    later = AT + timedelta(hours=1)
    assert receive_and_answer(write_complaint(number="more"), None, (), later) is Outcome.FOR_HOST


def test_a_flood_waits_in_a_mailbox_and_holds_up_no_order() -> None:
    game, people = start_mailed_game()
    order = bytes(write_mail(people.ada, reply_address_of(game, people.ada), "expand to Phoenix"))
    flood = [write_complaint(number=str(number)) for number in range(MAILS_TO_HOST.most + 2)]
    with run_mailbox([*flood, order]) as (box, url):
        assert fetch(url) == MAILS_TO_HOST.most + 1
        assert table_of(game).to_move == 1
        assert set(box.mails) - box.seen == {MAILS_TO_HOST.most + 1, MAILS_TO_HOST.most + 2}
        with time_machine.travel(now() + timedelta(hours=1)):
            assert [fetch(url), fetch(url)] == [2, 0]
    assert Inbound.objects.filter(outcome=Outcome.FOR_HOST).count() == len(flood)


@pytest.mark.parametrize(
    "raw",
    [
        b"To: abuse@franchise.example.org\nSubject: \xff\x00\nFrom: \xfe\n\n\x00\xff\xed\xa0\x80",
        b"To: abuse@franchise.example.org\nSubject: =?utf-8?q?a=0D=0ABcc=3A_x=40y.z?=\n\nx",
        b"To: abuse@franchise.example.org\n",
    ],
)
def test_whatever_its_bytes_are_a_mail_reaches_the_host(raw: bytes) -> None:
    assert receive_and_answer(raw, None, (), AT) is Outcome.FOR_HOST
    sent = only_mail()
    assert sent.recipients() == ["host@example.net"]
    assert sent.message()
