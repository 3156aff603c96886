"""`manage.py send_test_mail`: a host sees each step on the way out, and its answer."""

from collections.abc import Iterator
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from pytest_django import Settings

from notifications.channels.trouble import mail_trouble
from tests.notifications.channels.server import (
    HOST,
    PASSWORD,
    Server,
    authority_file,
    serve,
    use_mail_server,
)

pytestmark = pytest.mark.django_db(transaction=True)
TO = "host@example.org"


@pytest.fixture
def server(settings: Settings) -> Iterator[Server]:
    server = Server()
    use_mail_server(settings, f"smtp://{HOST}:{server.port}")
    with serve(server):
        yield server


def send() -> list[str]:
    out = StringIO()
    call_command("send_test_mail", TO, stdout=out)
    return out.getvalue().splitlines()


def test_every_step_is_told_with_the_servers_answer_and_no_secret(
    settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server()
    monkeypatch.setenv("SSL_CERT_FILE", authority_file(tmp_path))
    use_mail_server(settings, f"smtp+tls://ada:{PASSWORD.decode()}@localhost:{server.port}")
    with serve(server, "tls"):
        lines = send()
    (taken,) = server.taken
    assert taken.to == TO
    assert "Mail from your server arrives." in str(taken.mail)
    assert lines[0] == f"way: SMTP to localhost:{server.port}, by STARTTLS, signing in as ada"
    assert lines[4] == f"number: {taken.mail['Message-ID']}"
    steps = [line.partition(":")[0] for line in lines[5:-1]]
    assert steps == [
        "connected",
        "greeting",
        "encryption",
        "greeting",
        "sign-in",
        "sender",
        "recipient",
        "mail",
    ]
    assert lines[-1].startswith(f"The mail was taken. Look into the mailbox of {TO}")
    assert PASSWORD.decode() not in "\n".join(lines)


@pytest.mark.parametrize(
    ("command", "answer", "reason"),
    [
        ("RCPT", "550 5.1.1 no such user", "the server knows no such address. 550 5.1.1"),
        ("RCPT", "450 4.2.0 greylisted", "the server asks to come again later. 450 4.2.0"),
        ("RCPT", "554 5.7.1 Relay access denied", "The mail server passes no mail on for us."),
        ("DATA", "552 5.3.4 too large", "the server does not take this mail. 552 5.3.4"),
    ],
)
def test_what_stops_it_is_told_in_plain_words(
    server: Server, command: str, answer: str, reason: str
) -> None:
    server.answers[command] = answer
    with pytest.raises(CommandError, match=f"^not sent: {reason}"):
        send()


def test_a_mail_that_goes_ends_the_trouble(server: Server) -> None:
    server.answers["RCPT"] = "554 5.7.1 Relay access denied"
    with pytest.raises(CommandError):
        send()
    assert mail_trouble() is not None
    server.answers.clear()
    send()
    assert mail_trouble() is None


def test_nothing_is_sent_where_nothing_goes_out_or_to_what_is_no_address(
    settings: Settings,
) -> None:
    settings.EMAIL_BACKEND = "notifications.mailbox.ToFiles"
    with pytest.raises(CommandError, match="EMAIL_URL is not set"):
        send()
    with pytest.raises(CommandError, match="ada is no address"):
        call_command("send_test_mail", "ada")
