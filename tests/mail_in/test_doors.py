"""The doors for mail: a listener, standard input, a mailbox, a provider's webhook."""

import base64
import json
import smtplib
import socket
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID

import pytest
from django.core import mail
from django.core.management import CommandError, call_command
from django.db import connection

from games.edge import now
from games.models import Game
from mail_in.fetching import fetch
from mail_in.management.commands.receive_mail import host_and_port
from mail_in.reading import LARGEST
from notifications.models import Inbound
from tests.doing import start_game, table_of
from tests.mail_in.doors import HOST, run_listener, run_mailbox
from tests.mail_in.mails import (
    order_mail,
    reply_address_of,
    send_due_answers,
    start_mailed_game,
    write_mail,
)
from tests.people import Cast
from tests.together import database_in_use
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)


def test_a_turn_comes_over_lmtp() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        client.ehlo()
        assert client.esmtp_features["size"] == str(LARGEST)
        refused = client.sendmail("ada@example.org", [address], order_mail(game, people.ada))
    assert refused == {}
    assert table_of(game).to_move == 1
    send_due_answers(now())
    assert len(mail.outbox) == 1


def test_a_turn_comes_over_smtp_to_an_address_in_any_case() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada).upper()
    with run_listener() as port, smtplib.SMTP(HOST, port) as client:
        for text in ("\n.\n.hidden", "expand to Phoenix"):
            raw = order_mail(game, people.ada, text)
            assert client.sendmail("ada@example.org", [address], raw) == {}
    assert table_of(game).to_move == 1
    send_due_answers(now())
    assert "  .hidden" in mail.outbox[0].body


def converse(port: int, *lines: bytes) -> list[bytes]:
    """Sends the lines; returns the last line of each reply."""
    with socket.create_connection((HOST, port), timeout=PATIENCE) as line:
        for some in lines:
            line.sendall(some)
        with line.makefile("rb") as stream:
            replies = stream.read().split(b"\r\n")
    return [reply for reply in replies if reply[3:4] == b" "]


@pytest.mark.parametrize(
    ("address", "place"),
    [
        ("8024", ("127.0.0.1", 8024)),
        (":8024", ("127.0.0.1", 8024)),
        ("mail-in:8024", ("mail-in", 8024)),
        ("[::1]:8024", ("::1", 8024)),
    ],
)
def test_the_listener_is_on_the_loop_unless_told_otherwise(
    address: str, place: tuple[str, int]
) -> None:
    assert host_and_port(address) == place


@pytest.mark.parametrize("address", ["", "localhost", "::1:8024", "localhost:70000", "x:²"])
def test_a_listener_that_could_be_nowhere_is_refused(address: str) -> None:
    with pytest.raises(CommandError, match=r"as 127\.0\.0\.1:8024"):
        host_and_port(address)


def test_the_listener_speaks_ipv6() -> None:
    with run_listener(host="::1") as port, smtplib.LMTP("::1", port) as client:
        assert client.noop()[0] == 250


def test_lmtp_replies_for_each_recipient_and_a_mail_to_two_is_played_once() -> None:
    game, people = start_mailed_game()
    to = reply_address_of(game, people.ada).encode()
    raw = order_mail(game, people.ada)
    envelope = (
        b"MAIL FROM:<ada@example.org>\r\nRCPT TO:<%s>\r\nRCPT TO:<nobody@localhost>\r\n"
        b"RCPT TO:<%s>\r\nDATA\r\n%s\r\n.\r\nQUIT\r\n" % (to, to.upper(), raw)
    )
    with run_listener() as port:
        lmtp = [reply[:3] for reply in converse(port, b"LHLO x\r\n", envelope)]
        smtp = [reply[:3] for reply in converse(port, b"EHLO x\r\n", envelope)]
    greeted = [b"220", b"250", b"250", b"250", b"550", b"250", b"354"]
    assert lmtp == [*greeted, b"250", b"250", b"221"]
    assert smtp == [*greeted, b"250", b"221"]
    assert Inbound.objects.count() == 1


def test_an_unknown_recipient_is_refused_at_the_door() -> None:
    with run_listener() as port, smtplib.SMTP(HOST, port) as client:
        with pytest.raises(smtplib.SMTPRecipientsRefused) as refused:
            client.sendmail("a@b.c", ["play+aaaa@localhost"], b"x")
        ((code, _),) = refused.value.recipients.values()
        assert code == 550


@pytest.mark.sqlite
def test_a_mail_of_twenty_megabytes_is_taken_and_a_larger_one_is_not() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    head = order_mail(game, people.ada, "hello")
    line = b"a" * 70 + b"\r\n"
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        just = head + line * ((LARGEST - len(head) - 1000) // len(line))
        assert client.sendmail("ada@example.org", [address], just) == {}
        client.ehlo()
        client.esmtp_features.pop("size")
        with pytest.raises((smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused)) as refused:
            client.sendmail("ada@example.org", [address], just + line * 1000)
        assert "552" in str(refused.value)
        client.ehlo()
        with pytest.raises(smtplib.SMTPSenderRefused):
            client.sendmail("ada@example.org", [address], just + line * 1000)
    assert table_of(game).to_move == 0


def test_a_line_without_end_is_no_more_than_a_large_mail() -> None:
    game, people = start_mailed_game()
    address = reply_address_of(game, people.ada)
    commands = f"LHLO x\r\nMAIL FROM:<a@b.c>\r\nRCPT TO:<{address}>\r\nDATA\r\n".encode()
    pieces = [b"a" * 2**20] * (LARGEST // 2**20 + 1)
    with run_listener() as port:
        replies = converse(port, commands, *pieces, b"\r\n.\r\nQUIT\r\n")
    assert replies[-2] == b"552 5.3.4 The mail is too large"


def test_while_the_database_cannot_be_reached_the_sender_is_asked_to_keep_the_mail() -> None:
    game, people = start_mailed_game()
    raw, address = order_mail(game, people.ada), reply_address_of(game, people.ada)
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE notifications_inbound RENAME TO away")
        try:
            with pytest.raises((smtplib.SMTPDataError, smtplib.SMTPRecipientsRefused)) as later:
                client.sendmail("ada@example.org", [address], raw)
            assert "451" in str(later.value)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE away RENAME TO notifications_inbound")
        assert table_of(game).to_move == 0
        client.rset()
        assert client.sendmail("ada@example.org", [address], raw) == {}
    assert table_of(game).to_move == 1


def test_a_breakdown_over_one_recipient_leaves_the_other_its_own_reply() -> None:
    game, people = start_mailed_game()
    broken = start_game(people)
    addresses = [reply_address_of(each, people.ada).encode() for each in (broken, game)]
    recipients = b"".join(b"RCPT TO:<%s>\r\n" % each for each in addresses)
    raw = order_mail(game, people.ada)
    Game.objects.filter(id=broken).update(snapshot=b"{")
    envelope = b"MAIL FROM:<ada@example.org>\r\n%sDATA\r\n%s\r\n.\r\nQUIT\r\n"
    with run_listener() as port:
        replies = converse(port, b"LHLO x\r\n", envelope % (recipients, raw))
    assert [reply[:3] for reply in replies[-3:]] == [b"451", b"250", b"221"]
    assert table_of(game).to_move == 1


def test_a_null_sender_is_taken_and_not_answered() -> None:
    game, people = start_mailed_game()
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        client.sendmail("", [reply_address_of(game, people.ada)], order_mail(game, people.ada))
    assert table_of(game).to_move == 0
    assert not mail.outbox


def test_many_mails_at_the_same_time_are_all_played() -> None:
    people = start_mailed_game()[1]
    games = [start_game(people) for _ in range(12)]
    mails = [(reply_address_of(game, people.ada), order_mail(game, people.ada)) for game in games]
    with run_listener() as port, ThreadPoolExecutor(6) as threads:
        list(threads.map(lambda each: deliver(port, *each), mails))
    assert {table_of(game).to_move for game in games} == {1}
    send_due_answers(now())
    assert len(mail.outbox) == len(games)


def deliver(port: int, address: str, raw: bytes) -> None:
    with smtplib.LMTP(HOST, port) as client:
        client.sendmail("ada@example.org", [address], raw)


def note_and_order(game: UUID, people: Cast) -> list[bytes]:
    return [order_mail(game, people.bob, "note hello"), order_mail(game, people.ada)]


def test_turns_are_fetched_from_a_mailbox_once() -> None:
    game, people = start_mailed_game()
    with run_mailbox(note_and_order(game, people)) as (box, url):
        assert [fetch(url), fetch(url)] == [2, 0]
    assert box.seen == {1, 2}
    assert 'SELECT "Orders"' in box.commands
    assert any(line.startswith('LOGIN us@er "pass"') for line in box.commands)
    assert table_of(game).to_move == 1
    send_due_answers(now())
    assert len(mail.outbox) == 2


@pytest.mark.sqlite
def test_a_mail_in_a_mailbox_is_never_too_large_to_be_answered() -> None:
    """Nobody else would tell its sender."""
    game, people = start_mailed_game()
    message = write_mail(people.ada, reply_address_of(game, people.ada), "expand to Phoenix")
    message.add_attachment(b"\x00" * LARGEST, maintype="image", subtype="png")
    with run_mailbox([bytes(message)]) as (box, url):
        assert fetch(url) == 1
    assert box.seen == {1}
    assert table_of(game).to_move == 1


def test_a_mail_that_could_not_be_handled_stays_unseen() -> None:
    game, people = start_mailed_game()
    with run_mailbox([order_mail(game, people.ada)]) as (box, url):
        with connection.cursor() as cursor:
            cursor.execute("ALTER TABLE notifications_inbound RENAME TO away")
        try:
            with pytest.raises(CommandError, match="could not be read"):
                call_command("receive_mail", imap=url)
        finally:
            with connection.cursor() as cursor:
                cursor.execute("ALTER TABLE away RENAME TO notifications_inbound")
        assert box.seen == set()
        call_command("receive_mail", imap=url)
        assert box.seen == {1}
    assert table_of(game).to_move == 1


def test_a_mail_that_breaks_down_in_a_mailbox_holds_up_no_other() -> None:
    game, people = start_mailed_game()
    broken = start_game(people)
    mails = [order_mail(broken, people.ada), order_mail(game, people.ada)]
    whole = Game.objects.get(id=broken).snapshot
    Game.objects.filter(id=broken).update(snapshot=b"{")
    with run_mailbox(mails) as (box, url):
        with pytest.raises(ExceptionGroup, match="mails could not be handled"):
            fetch(url)
        assert box.seen == {2}
        assert table_of(game).to_move == 1
        Game.objects.filter(id=broken).update(snapshot=whole)
        fetch(url)
    assert table_of(broken).to_move == 1


def test_a_mailbox_that_refuses_the_password_is_said_to() -> None:
    with run_mailbox([]) as (_, url), pytest.raises(CommandError, match="wrong password"):
        call_command("receive_mail", imap=url.replace("pass@", "wrong@"))


WEBHOOK = """
import django, json, sys
django.setup()
from django.test import Client
body = sys.stdin.read()
path = "/mail/anymail/postmark/inbound/"
answer = Client(headers={"authorization": "Basic dTpw"}).post(path, body, "application/json")
print(answer.status_code, Client().post(path, body, "application/json").status_code)
"""


def post_in_process(body: dict[str, object], **environment: str) -> str:
    """What a process with these settings answers, with the provider's password and without."""
    process = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", WEBHOOK],
        input=json.dumps(body),
        env={
            "DJANGO_SETTINGS_MODULE": "tests.settings",
            "EMAIL_URL": "dummymail://",
            **environment,
            **database_in_use(),
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert process.returncode == 0, process.stderr
    return process.stdout.strip()


@pytest.mark.sqlite
def test_a_turn_comes_by_a_providers_webhook_where_one_is_set_up() -> None:
    game, people = start_mailed_game()
    raw = order_mail(game, people.ada).decode()
    body: dict[str, object] = {
        "MailboxHash": "",
        "OriginalRecipient": reply_address_of(game, people.ada),
        "Headers": [{"Name": "Return-Path", "Value": "<ada@example.org>"}],
        "RawEmail": raw,
        "Attachments": [],
    }
    assert post_in_process(body) == "404 404"
    assert table_of(game).to_move == 0
    assert post_in_process(body, ANYMAIL='{"WEBHOOK_SECRET": "u:p"}') == "200 400"
    assert table_of(game).to_move == 1


@pytest.mark.sqlite
def test_a_mail_that_a_provider_took_apart_is_put_together_again() -> None:
    game, people = start_mailed_game()
    fields = write_mail(people.ada, reply_address_of(game, people.ada), "x").items()
    body: dict[str, object] = {
        "FromFull": {"Email": people.ada.email, "Name": "Ada"},
        "OriginalRecipient": reply_address_of(game, people.ada),
        "Subject": "Re: turn",
        "Headers": [
            {"Name": name, "Value": value} for name, value in fields if name == "Message-ID"
        ],
        "TextBody": "développer vers Phoenix",
        "HtmlBody": "",
        "Attachments": [
            {
                "Name": "a.zip",
                "Content": base64.b64encode(b"PK").decode(),
                "ContentType": "application/zip",
                "ContentLength": 2,
            }
        ],
    }
    assert post_in_process(body, ANYMAIL='{"WEBHOOK_SECRET": "u:p"}') == "200 400"
    assert table_of(game).to_move == 1
