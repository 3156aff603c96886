"""A mail server that keeps what it gets."""

from collections.abc import Iterator
from contextlib import contextmanager
from email import message_from_bytes, policy
from email.message import EmailMessage

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from tests.programs import free_port
from tests.waiting import PATIENCE


class Mailbox:
    def __init__(self) -> None:
        self.mails: list[EmailMessage] = []
        self.refuses = False

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        if self.refuses:
            return "451 not now"
        content = envelope.content
        raw = content if isinstance(content, bytes) else str(content).encode()
        self.mails.append(message_from_bytes(raw, policy=policy.default))
        return "250 kept"

    async def handle_RCPT(
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if address.startswith("nobody@"):
            return "550 nobody here"
        if address.startswith("later@"):
            return "450 greylisted, come again"
        envelope.rcpt_tos.append(address)
        return "250 ok"


@contextmanager
def run_mail_server() -> Iterator[tuple[Mailbox, int]]:
    kept = Mailbox()
    port = free_port()
    controller = Controller(kept, hostname="127.0.0.1", port=port, ready_timeout=PATIENCE)
    controller.start()
    try:
        yield kept, port
    finally:
        controller.stop()
