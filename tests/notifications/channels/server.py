"""A mail server that answers as a test wants, in the open, by STARTTLS or within TLS."""

import asyncio
import ssl
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import trustme
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, AuthResult, Envelope, LoginPassword, Session
from pytest_django import Settings

from franchise_site.environment import parse_email
from tests.programs import free_port
from tests.waiting import PATIENCE

HOST = "127.0.0.1"
PASSWORD = b"let me in"


@lru_cache
def authority() -> trustme.CA:
    return trustme.CA()


class TakenMail(NamedTuple):
    sender: str
    to: str
    mail: EmailMessage
    raw: bytes


class Server:
    """`answers` are by command, for RCPT also by recipient; everything else is accepted."""

    def __init__(self) -> None:
        self.answers: dict[str, str] = {}
        self.taken: list[TakenMail] = []
        self.connections = self.sign_ins = self.tries = 0
        self.most_a_connection = 1000
        self.seconds_a_command = 0.0
        self.mails_of: Counter[Session] = Counter()
        self.port = free_port()

    async def answer(self, *names: str) -> str:
        await asyncio.sleep(self.seconds_a_command)
        return next((self.answers[name] for name in names if name in self.answers), "250 2.0.0 ok")

    async def handle_MAIL(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        envelope.mail_from = address
        self.mails_of[session] += 1
        if self.mails_of[session] > self.most_a_connection:
            return "421 4.7.0 too many mails in this connection"
        return await self.answer("MAIL")

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        self.tries += 1
        envelope.rcpt_tos.append(address)
        return await self.answer(address, "RCPT")

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        said = await self.answer("DATA")
        if said.startswith("250"):
            assert isinstance(envelope.content, bytes)
            mail = message_from_bytes(envelope.content, policy=policy.default)
            sender, raw = str(envelope.mail_from), envelope.content
            self.taken += [TakenMail(sender, to, mail, raw) for to in envelope.rcpt_tos]
        return said

    def authenticate(
        self,
        server: SMTP,
        session: Session,
        envelope: Envelope,
        mechanism: str,
        credentials: object,
    ) -> AuthResult:
        self.sign_ins += 1
        well = isinstance(credentials, LoginPassword) and credentials.password == PASSWORD
        if well and "AUTH" not in self.answers:
            return AuthResult(success=True)
        return AuthResult(success=False, handled=False, message="535 5.7.8 Wrong password")

    @property
    def numbers(self) -> list[str]:
        return [str(each.mail["Message-ID"]) for each in self.taken]


class CountingController(Controller):
    handler: Server

    def factory(self) -> SMTP:
        self.handler.connections += 1
        return SMTP(self.handler, **self.SMTP_kwargs)


@contextmanager
def serve(server: Server, tls: str = "") -> Iterator[None]:
    """`tls` is "" for none, "tls" for STARTTLS, "ssl" for all of it. Signing in is always possible."""
    context = None
    if tls:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        authority().issue_cert("localhost", HOST).configure_cert(context)
    controller = CountingController(
        server,
        hostname=HOST,
        port=server.port,
        ready_timeout=PATIENCE,
        ssl_context=context if tls == "ssl" else None,
        tls_context=context if tls == "tls" else None,
        require_starttls=tls == "tls",
        authenticator=server.authenticate,
        auth_require_tls=False,
    )
    controller.start()
    server.connections = 0
    try:
        yield
    finally:
        controller.stop()


def use_mail_server(settings: Settings, url: str) -> None:
    plain = {"EMAIL_USE_TLS": False, "EMAIL_USE_SSL": False}
    for name, value in (plain | parse_email(url)).items():
        setattr(settings, name, value)


def authority_file(folder: Path) -> str:
    file = folder / "authority.pem"
    authority().cert_pem.write_to_path(file)
    return str(file)
