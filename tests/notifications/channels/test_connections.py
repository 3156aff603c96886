"""One connection carries many mails, however it is made; a slow server doubles none and blocks no door."""

import asyncio
import smtplib
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from datetime import timedelta
from pathlib import Path
from threading import Event

import pytest
import time_machine
from aiosmtpd.smtp import SMTP, Envelope, Session
from django.db import connections
from django.test import Client
from pytest_django import Settings

from games.edge import now
from mail_in.playing import Outcome
from mail_in.receiving import receive
from notifications.channels.trouble import explain, mail_trouble
from notifications.models import Digest, MailTrouble, Notice
from notifications.outbox import queue as outbox
from notifications.outbox.queue import send_due
from notifications.outbox.schedule import put_in_due
from notifications.outbox.tasks import deliver_webhooks
from tests.conftest import NOON
from tests.doing import start_game, table_of
from tests.hanging import HangingServer, run_hanging_server
from tests.mail_in.doors import run_listener
from tests.mail_in.mails import reply_address_of, start_mailed_game, write_mail
from tests.notifications.channels.server import (
    HOST,
    PASSWORD,
    Server,
    authority_file,
    serve,
    use_mail_server,
)
from tests.notifications.daily import choose_daily_mail
from tests.notifications.receiver import run_receiver
from tests.notifications.webhooks import add_webhook
from tests.waiting import PATIENCE, wait_until

pytestmark = pytest.mark.django_db(transaction=True)
USER = f"franchise:{PASSWORD.decode().replace(' ', '%20')}"
MAILS = 9
every_scheme = pytest.mark.parametrize(
    ("scheme", "tls"), [("smtp", ""), ("smtp+tls", "tls"), ("smtps", "ssl"), ("smtp+ssl", "ssl")]
)


@pytest.fixture
def server() -> Server:
    return Server()


@pytest.fixture
def slow_server(server: Server, settings: Settings) -> Server:
    """With nine mails to take."""
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    server.seconds_a_command = 0.1
    make_nine_mails()
    return server


def make_nine_mails() -> None:
    """Each of a game of its own, minutes apart: what falls due within one is one mail."""
    people = start_mailed_game()[1]
    for _ in range(MAILS - 1):
        start_game(people)
    Notice.objects.exclude(message="turn").delete()
    for number, each in enumerate(Notice.objects.all()):
        each.due, each.later = each.due - number * timedelta(minutes=2), ""
        each.save(update_fields=["due", "later"])


def explain_trouble() -> str:
    trouble = mail_trouble()
    return "" if trouble is None else explain(trouble)


@every_scheme
def test_one_connection_and_one_sign_in_carry_a_batch(
    server: Server,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    scheme: str,
    tls: str,
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", authority_file(tmp_path))
    use_mail_server(settings, f"{scheme}://{USER}@localhost:{server.port}")
    make_nine_mails()
    with serve(server, tls):
        assert send_due(now()) == MAILS
    assert len(set(server.numbers)) == len(server.numbers) == MAILS
    assert (server.connections, server.sign_ins) == (1, 1)


def test_where_the_server_ends_a_connection_the_next_carries_on(
    server: Server, settings: Settings
) -> None:
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    server.most_a_connection = 4
    make_nine_mails()
    with serve(server):
        send_due(now())
    assert len(set(server.numbers)) == len(server.numbers) == MAILS
    assert server.connections == 3
    assert explain_trouble() == ""


@pytest.mark.parametrize(
    ("url", "tls", "sentence"),
    [
        ("smtp://127.0.0.1:{port}", None, "does not answer as it should. Connection refused"),
        ("smtp+tls://localhost:{port}", "tls", "certificate is for another name, or nobody"),
        ("smtps://localhost:{port}", "ssl", "certificate is for another name, or nobody"),
        ("smtp+tls://localhost:{port}", "", "STARTTLS extension not supported"),
        ("smtp://franchise:wrong@localhost:{port}", "", "refuses the user or the password"),
    ],
)
def test_who_is_not_let_in_asks_ever_less_often_and_sends_all_after_the_repair(
    server: Server,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    url: str,
    tls: str | None,
    sentence: str,
) -> None:
    use_mail_server(settings, url.format(port=server.port))
    make_nine_mails()
    start = now()
    if tls is None:
        for second in range(0, 1800, 10):
            send_due(start + timedelta(seconds=second))
    else:
        with serve(server, tls):
            for second in range(0, 1800, 10):
                send_due(start + timedelta(seconds=second))
            assert server.connections <= 9
    assert sentence.lower() in explain_trouble().lower()
    assert not Notice.objects.exclude(tries=0).exists()

    monkeypatch.setenv("SSL_CERT_FILE", authority_file(tmp_path))
    use_mail_server(settings, f"smtp+tls://{USER}@localhost:{server.port}")
    with serve(server, "tls"):
        assert send_due(start + timedelta(hours=1)) == MAILS
    assert len(server.taken) == MAILS
    assert explain_trouble() == ""


def test_a_certificate_for_another_name_is_told_as_such(
    server: Server, settings: Settings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", authority_file(tmp_path))
    use_mail_server(settings, f"smtps://{socket.gethostname()}.invalid:{server.port}")
    monkeypatch.setattr(socket, "create_connection", connect_here)
    make_nine_mails()
    with serve(server, "ssl"):
        send_due(now())
    assert "certificate is for another name" in explain_trouble()
    assert server.taken == []


def connect_here(address: tuple[str, int], *arguments: object) -> socket.socket:
    """A stand-in for a resolver: every name leads to this machine."""
    made = socket.socket()
    made.connect((HOST, address[1]))
    return made


class HalfAMinuteAMail(Server):
    """It holds the eighth until it may go on."""

    def __init__(self, clock: time_machine.Traveller) -> None:
        super().__init__()
        self.clock, self.holds, self.may_go_on = clock, Event(), Event()

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        self.clock.shift(30)
        if len(self.taken) == 7 and not self.holds.is_set():
            self.holds.set()
            await asyncio.to_thread(self.may_go_on.wait, PATIENCE)
        return await super().handle_DATA(server, session, envelope)


def test_a_slow_server_gets_no_mail_twice_from_two_workers(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Though the first one's batch takes longer than its lease of each mail."""
    monkeypatch.setattr(outbox, "clock_from", lambda _: now)
    monkeypatch.setattr(outbox, "LONGEST_BATCH", timedelta(hours=1))
    with time_machine.travel(NOON, tick=False) as clock:
        make_nine_mails()
        server = HalfAMinuteAMail(clock)
        use_mail_server(settings, f"smtp://{HOST}:{server.port}")
        with serve(server), ThreadPoolExecutor(1) as threads:
            first = threads.submit(send_and_close)
            assert server.holds.wait(PATIENCE)
            passed, left = now() - NOON, send_due(now())
            server.may_go_on.set()
            first.result()
    assert (passed > outbox.LEASE, left) == (True, 1)
    assert len(set(server.numbers)) == len(server.numbers) == MAILS


@pytest.fixture
def silent_server(settings: Settings) -> Iterator[HangingServer]:
    with run_hanging_server() as server:
        use_mail_server(settings, f"smtp://{HOST}:{server.port}")
        yield server


@pytest.mark.usefixtures("still")
def test_a_mail_server_that_hangs_is_waited_for_by_one_visitor_in_half_a_minute(
    silent_server: HangingServer, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 1
    answers = [
        Client().post("/accounts/login/", {"email": f"{name}@example.org"}) for name in "abcdefgh"
    ]
    assert {each.status_code for each in answers} == {503}
    assert all(b"could not be sent just now" in each.content for each in answers)
    assert silent_server.calls() == 1


@every_scheme
def test_a_page_waits_for_no_slow_mail_server(
    server: Server,
    settings: Settings,
    monkeypatch: pytest.MonkeyPatch,
    tmp_path: Path,
    scheme: str,
    tls: str,
) -> None:
    """As seven seconds a command are under a limit of five for all of them."""
    monkeypatch.setattr("notifications.account.codes.SECONDS_TO_SEND", 1.0)
    monkeypatch.setenv("SSL_CERT_FILE", authority_file(tmp_path))
    use_mail_server(settings, f"{scheme}://localhost:{server.port}")
    server.seconds_a_command = 0.8
    with serve(server, tls):
        page = Client().post("/accounts/login/", {"email": "ada@example.org"})
        assert page.status_code == 503
        assert b"could not be sent just now" in page.content
        MailTrouble.objects.all().delete()
        server.seconds_a_command = 0
        monkeypatch.setattr("notifications.account.codes.SECONDS_TO_SEND", PATIENCE)
        assert Client().post("/accounts/login/", {"email": "ada@example.org"}).status_code == 302
    assert len(server.taken) == 1


def test_whoever_mistypes_an_address_is_told_so(server: Server, settings: Settings) -> None:
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    server.answers["zoe@example.org"] = "550 5.1.1 User unknown"
    with serve(server):
        page = Client().post("/accounts/login/", {"email": "zoe@example.org"})
    assert b"knows no such address" in page.content
    assert explain_trouble() == ""


def test_a_mail_server_that_hangs_does_not_block_the_door(
    silent_server: HangingServer, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 1
    people = start_mailed_game()[1]
    games = [start_game(people) for _ in range(3)]
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        for game in games:
            address = reply_address_of(game, people.ada)
            client.sendmail(
                "ada@example.org", [address], bytes(write_mail(people.ada, address, "pass"))
            )
    assert {table_of(game).to_move for game in games} == {1}
    assert Notice.objects.filter(message="answer").count() == 3
    assert silent_server.calls() == 0


def test_while_mails_hang_orders_come_in_programs_are_posted_and_daily_mails_put_in(
    silent_server: HangingServer, settings: Settings, private_addresses: None
) -> None:
    settings.EMAIL_TIMEOUT = 10 * PATIENCE
    game, people = start_mailed_game()
    Notice.objects.filter(message="started").delete()
    choose_daily_mail(people.bob)
    Digest.objects.update(due=now(), since=now() - timedelta(hours=1))
    with (
        run_receiver() as program,
        ThreadPoolExecutor(1) as threads,
        closing(silent_server),
    ):
        add_webhook(people.bob, program.url)
        hanging = threads.submit(send_and_close)
        wait_until(silent_server.calls)
        address = reply_address_of(game, people.ada)
        raw = bytes(write_mail(people.ada, address, "expand to Phoenix"))
        assert receive(raw, people.ada.email, (address,), now()) is Outcome.PLAYED
        deliver_webhooks()
        put_in_due(now())
        assert not hanging.done()
        assert program.received
        assert Notice.objects.filter(message="daily", sent=None).exists()
    hanging.result()


def send_and_close() -> None:
    try:
        send_due(now())
    finally:
        connections.close_all()


def test_a_batch_ends_after_its_time_for_the_next_queue_to_have_its_turn(
    slow_server: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "LONGEST_BATCH", timedelta(seconds=0.1))
    with serve(slow_server):
        assert send_due(now()) == MAILS
        assert len(slow_server.taken) == 1
        assert send_due(now()) == MAILS - 1
    assert len(set(slow_server.numbers)) == 2
