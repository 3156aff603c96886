"""A mail listener and a mailbox on real sockets."""

import asyncio
import re
import socketserver
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import ClassVar, cast

from mail_in.listener import open_listener
from tests.waiting import PATIENCE

HOST = "127.0.0.1"


@contextmanager
def run_listener(threads: int = 4, host: str = HOST) -> Iterator[int]:
    """Yields its port."""
    loop = asyncio.new_event_loop()
    running = threading.Thread(target=loop.run_forever)
    running.start()
    listener = open_listener(host, 0, threads=threads)
    try:
        server = asyncio.run_coroutine_threadsafe(listener.__aenter__(), loop).result(PATIENCE)
        yield server.sockets[0].getsockname()[1]
        asyncio.run_coroutine_threadsafe(_close(listener), loop).result(PATIENCE)
    finally:
        loop.call_soon_threadsafe(loop.stop)
        running.join(PATIENCE)
        loop.close()


async def _close(listener: object) -> None:
    await listener.__aexit__(None, None, None)  # type: ignore[attr-defined]
    others = [task for task in asyncio.all_tasks() if task is not asyncio.current_task()]
    for task in others:
        task.cancel()
    await asyncio.gather(*others, return_exceptions=True)


class Box(socketserver.ThreadingTCPServer):
    """A mailbox that remembers which of its mails were seen."""

    allow_reuse_address = True
    daemon_threads = True

    def __init__(self, mails: list[bytes]) -> None:
        super().__init__((HOST, 0), Session)
        self.mails = dict(enumerate(mails, 1))
        self.seen: set[int] = set()
        self.commands: list[str] = []


class Session(socketserver.StreamRequestHandler):
    """As much of IMAP as fetching needs."""

    capability: ClassVar = b"* CAPABILITY IMAP4rev1\r\n"

    def handle(self) -> None:
        self.wfile.write(b"* OK ready\r\n")
        while line := self.rfile.readline():
            tag, _, command = line.decode().strip().partition(" ")
            cast("Box", self.server).commands.append(command)
            done = self.answer(command)
            self.wfile.write(f"{tag} {done}\r\n".encode())
            if command == "LOGOUT":
                return

    def answer(self, command: str) -> str:
        box = cast("Box", self.server)
        if command.startswith("LOGIN") and "wrong" in command:
            return "NO wrong password"
        if command == "CAPABILITY":
            self.wfile.write(self.capability)
        elif command == "UID SEARCH UNSEEN":
            unseen = " ".join(str(n) for n in box.mails if n not in box.seen)
            self.wfile.write(f"* SEARCH {unseen}\r\n".encode())
        elif fields := re.match(r"UID FETCH (\d+) .*BODY.PEEK\[\]<0\.(\d+)>", command):
            self.fetch(int(fields[1]), int(fields[2]))
        elif fields := re.match(r"UID STORE (\d+) \+FLAGS.SILENT \(\\Seen\)", command):
            box.seen.add(int(fields[1]))
        return "OK done"

    def fetch(self, number: int, most: int) -> None:
        mail = cast("Box", self.server).mails[number]
        some = mail[:most]
        head = (
            f"* {number} FETCH (UID {number} RFC822.SIZE {len(mail)} BODY[]<0> {{{len(some)}}}\r\n"
        )
        self.wfile.write(head.encode() + some + b")\r\n")


@contextmanager
def run_mailbox(mails: list[bytes]) -> Iterator[tuple[Box, str]]:
    """Yields the box and its URL."""
    with Box(mails) as box:
        running = threading.Thread(target=box.serve_forever, kwargs={"poll_interval": 0.02})
        running.start()
        try:
            yield box, f"imap://us%40er:pass@{HOST}:{box.server_address[1]}/Orders"
        finally:
            box.shutdown()
            running.join(PATIENCE)
