"""One connection carries many mails, however it is made; a slow server doubles none and blocks no door."""

import smtplib
import socket
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from pathlib import Path

import pytest
from django.db import connections
from django.test import Client
from pytest_django import Settings

from games.edge import now
from notifications.channels.trouble import explain, mail_trouble
from notifications.models import MailTrouble, Notice
from notifications.outbox import queue as outbox
from notifications.outbox.queue import send_due
from tests.doing import start_game, table_of
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

pytestmark = pytest.mark.django_db(transaction=True)
USER = f"franchise:{PASSWORD.decode().replace(' ', '%20')}"
MAILS = 9


@pytest.fixture
def server() -> Server:
    return Server()


def make_nine_mails() -> None:
    people = start_mailed_game()[1]
    for _ in range(MAILS // 3 - 1):
        start_game(people)
    Notice.objects.update(later="")


def explain_trouble() -> str:
    trouble = mail_trouble()
    return "" if trouble is None else explain(trouble)


@pytest.mark.parametrize(
    ("scheme", "tls"), [("smtp", ""), ("smtp+tls", "tls"), ("smtps", "ssl"), ("smtp+ssl", "ssl")]
)
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


def test_a_slow_server_gets_no_mail_twice_from_two_workers(
    server: Server, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As seven seconds a command are under a lease of two minutes."""
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    monkeypatch.setattr(outbox, "LEASE", timedelta(seconds=1))
    server.seconds_a_command = 0.1
    make_nine_mails()
    with serve(server), ThreadPoolExecutor(2) as threads:
        for done in [threads.submit(send_until_done) for _ in range(2)]:
            done.result()
    assert len(server.numbers) == MAILS
    assert len(set(server.numbers)) == MAILS


def send_until_done() -> None:
    try:
        while Notice.objects.filter(sent=None).exists():
            send_due(now())
            time.sleep(0.05)
    finally:
        connections.close_all()


@pytest.fixture
def silent_server(settings: Settings) -> Iterator[None]:
    """A mail server that accepts a connection and then hangs."""
    with socket.create_server((HOST, 0)) as hanging:
        use_mail_server(settings, f"smtp://{HOST}:{hanging.getsockname()[1]}")
        yield


def test_a_mail_server_that_hangs_is_waited_for_by_one_visitor_in_half_a_minute(
    silent_server: None, settings: Settings
) -> None:
    settings.EMAIL_TIMEOUT = 0.6
    begun = time.monotonic()
    answers = [
        Client().post("/accounts/login/", {"email": f"{name}@example.org"}) for name in "abcdefgh"
    ]
    assert {each.status_code for each in answers} == {503}
    assert all(b"could not be sent just now" in each.content for each in answers)
    assert time.monotonic() - begun < 8 * settings.EMAIL_TIMEOUT


@pytest.mark.parametrize(
    ("scheme", "tls"), [("smtp", ""), ("smtp+tls", "tls"), ("smtps", "ssl"), ("smtp+ssl", "ssl")]
)
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
        begun = time.monotonic()
        page = Client().post("/accounts/login/", {"email": "ada@example.org"})
        assert time.monotonic() - begun < 2
        assert page.status_code == 503
        assert b"could not be sent just now" in page.content
        MailTrouble.objects.all().delete()
        server.seconds_a_command = 0.01
        assert Client().post("/accounts/login/", {"email": "ada@example.org"}).status_code == 302
    assert len(server.taken) == 1


def test_whoever_mistypes_an_address_is_told_so(server: Server, settings: Settings) -> None:
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    server.answers["zoe@example.org"] = "550 5.1.1 User unknown"
    with serve(server):
        page = Client().post("/accounts/login/", {"email": "zoe@example.org"})
    assert b"knows no such address" in page.content
    assert explain_trouble() == ""


def test_a_mail_server_that_hangs_does_not_block_the_door(silent_server: None) -> None:
    people = start_mailed_game()[1]
    games = [start_game(people) for _ in range(3)]
    longest = 0.0
    with run_listener() as port, smtplib.LMTP(HOST, port) as client:
        for game in games:
            address = reply_address_of(game, people.ada)
            begun = time.monotonic()
            client.sendmail(
                "ada@example.org", [address], bytes(write_mail(people.ada, address, "pass"))
            )
            longest = max(longest, time.monotonic() - begun)
    assert {table_of(game).to_move for game in games} == {1}
    assert Notice.objects.filter(message="answer").count() == 3
    assert longest < 3


def test_a_batch_ends_after_its_time_for_the_next_queue_to_have_its_turn(
    server: Server, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    monkeypatch.setattr(outbox, "LONGEST_BATCH", timedelta(seconds=0.1))
    server.seconds_a_command = 0.1
    make_nine_mails()
    with serve(server):
        assert send_due(now()) == MAILS
        assert len(server.taken) == 1
        assert send_due(now()) == MAILS - 1
    assert len(set(server.numbers)) == 2
