"""The others' mail server: keeps each mail that it takes as a file of a folder."""

import sys
import threading
from pathlib import Path
from uuid import uuid4

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session


class Keep:
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    async def handle_DATA(self, server: SMTP, session: Session, envelope: Envelope) -> str:
        content = envelope.content
        raw = content if isinstance(content, bytes) else str(content).encode()
        unfinished = self.folder / f".{uuid4()}"
        head = f"X-Envelope-To: {', '.join(envelope.rcpt_tos)}\r\n".encode()
        unfinished.write_bytes(head + raw)
        unfinished.rename(self.folder / f"{uuid4()}.eml")
        return "250 kept"


def main(address: str, port: str, folder: str) -> None:
    Controller(Keep(Path(folder)), hostname=address, port=int(port)).start()
    threading.Event().wait()


if __name__ == "__main__":
    main(*sys.argv[1:])
