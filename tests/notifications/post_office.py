"""A mail server that is killed: `python -m tests.notifications.post_office PORT FILE`.

It writes a mail's time and Message-ID to the file before it accepts the mail.
"""

import asyncio
import os
import sys
import time
from email import message_from_bytes
from pathlib import Path
from typing import NamedTuple

from aiosmtpd.smtp import SMTP, Envelope, Session


class Arrival(NamedTuple):
    at: float
    number: str


class Book:
    def __init__(self, file: str) -> None:
        self.file = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT)

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        assert isinstance(envelope.content, bytes)
        number = str(message_from_bytes(envelope.content)["Message-ID"]).strip()
        os.write(self.file, f"{time.time()} {number}\n".encode())
        return "250 taken"


def arrivals(file: Path) -> list[Arrival]:
    lines = file.read_text().splitlines() if file.exists() else []
    return [Arrival(float(at), number) for at, number in map(str.split, lines)]


async def listen(port: int, book: Book) -> None:
    loop = asyncio.get_running_loop()
    server = await loop.create_server(lambda: SMTP(book), "127.0.0.1", port)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(listen(int(sys.argv[1]), Book(sys.argv[2])))
