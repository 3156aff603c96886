"""A crowd that sends bodies as large as possible, and never the last byte."""

import asyncio
import time
from contextlib import suppress
from pathlib import Path

from tests.trials.crowd import SENT_AWAY, Site

PIECE = b" " * 65_536


async def send_bodies(site: Site, path: str, number: int, size: int, seconds: float) -> None:
    """A sender who is turned away comes again a second later."""
    until = time.monotonic() + seconds

    async def stay() -> None:
        while time.monotonic() < until:
            with suppress(*SENT_AWAY):
                await _send(site, path, size, until)
            await asyncio.sleep(1)

    await asyncio.gather(*(stay() for _ in range(number)))


async def _send(site: Site, path: str, size: int, until: float) -> None:
    reader, writer = await asyncio.open_connection(
        "127.0.0.1", site.port, ssl=site.tls(), server_hostname=site.name
    )
    try:
        head = f"POST {path} HTTP/1.1\r\nHost: {site.name}\r\nContent-Length: {size}\r\n\r\n"
        writer.write(head.encode())
        for _ in range((size - 1) // len(PIECE)):
            writer.write(PIECE)
            await writer.drain()
        with suppress(TimeoutError):
            await asyncio.wait_for(reader.read(1), max(0, until - time.monotonic()))
    finally:
        writer.transport.abort()


def peak_memory(session: int) -> int:
    """The sum of the most bytes that each process of the session has had."""
    peak = 0
    for status in Path("/proc").glob("[0-9]*/status"):
        with suppress(OSError):
            if int((status.parent / "stat").read_text().rpartition(")")[2].split()[3]) == session:
                fields = dict(line.split(":", 1) for line in status.read_text().splitlines())
                peak += int(fields.get("VmHWM", "0 kB").split()[0]) * 1024
    return peak
