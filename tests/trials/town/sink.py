"""A mail server that is killed: `python -m tests.trials.town.sink HOST:PORT BOOK`.

It writes each mail as a line of the book before it accepts the mail.
"""

import asyncio
import os
import sys
import time
from collections.abc import Iterator
from email import message_from_bytes, policy
from pathlib import Path

import msgspec
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec import Struct


class Letter(Struct, frozen=True):
    """`number` is the Message-ID, `answers` the one that it answers."""

    at: float
    to: str
    number: str
    answers: str
    subject: str
    reply_to: str
    text: str


class Sink:
    def __init__(self, book: Path) -> None:
        self.book = os.open(book, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        for to in envelope.rcpt_tos:
            line = msgspec.json.encode(read_letter(envelope.content, to))
            os.write(self.book, line + b"\n")
        return "250 taken"


def read_letter(raw: bytes, to: str) -> Letter:
    mail = message_from_bytes(raw, policy=policy.default)
    body = mail.get_body(("plain",))
    return Letter(
        at=time.time(),
        to=to,
        number=str(mail["Message-ID"]).strip(),
        answers=str(mail["In-Reply-To"] or "").strip(),
        subject=str(mail["Subject"]),
        reply_to=str(mail["Reply-To"] or mail["From"]),
        text="" if body is None else str(body.get_content()),
    )


class Book:
    """Reads on where it has read to."""

    def __init__(self, file: Path) -> None:
        self.file, self.offset = file, 0

    def read_new(self) -> Iterator[Letter]:
        if not self.file.exists():
            return
        with self.file.open("rb") as lines:
            lines.seek(self.offset)
            for line in lines:
                # A mail server that was killed may leave half a line, before which nobody was told.
                if not line.endswith(b"\n"):
                    return
                self.offset += len(line)
                yield msgspec.json.decode(line, type=Letter)


async def listen(host: str, port: int, book: Path) -> None:
    sink, loop = Sink(book), asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(sink), host, port)
    await server.serve_forever()


if __name__ == "__main__":
    address, _, number = sys.argv[1].rpartition(":")
    asyncio.run(listen(address, int(number), Path(sys.argv[2])))
