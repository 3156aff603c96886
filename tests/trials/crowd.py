"""A crowd that sends and reads as slowly as possible, beside people who play."""

import asyncio
import socket
import ssl
import time
from collections.abc import Sequence
from contextlib import closing, suppress
from http.client import HTTPException, HTTPSConnection
from multiprocessing import get_context
from multiprocessing.sharedctypes import Synchronized
from multiprocessing.synchronize import Event
from statistics import quantiles
from threading import Thread
from typing import NamedTuple

SPAWN = get_context("spawn")
BODY = 100_000
PATIENCE = 10.0
SECONDS_TO_COME = 60
PLAYERS = 4
PAUSE = 0.05
UNVERIFIED = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
UNVERIFIED.check_hostname, UNVERIFIED.verify_mode = False, ssl.CERT_NONE
SENT_AWAY = (OSError, asyncio.IncompleteReadError)


class Site(NamedTuple):
    """The port of a proxy on this machine, and the name that it serves."""

    port: int
    name: str
    session: int = 0
    """Of the proxy's processes."""

    def tls(self) -> ssl.SSLContext:
        return UNVERIFIED


class Slow(NamedTuple):
    number: int
    path: str
    sends: bool


class Crowd:
    """Runs in a process of its own for as long as the block."""

    def __init__(self, site: Site, *groups: Slow) -> None:
        self.all = sum(group.number for group in groups)
        self.inside, self.over = SPAWN.Value("i", 0), SPAWN.Event()
        guests = Guests(site, self.inside, self.over)
        self.process = SPAWN.Process(target=guests.come, args=groups)

    def __enter__(self) -> "Crowd":
        self.process.start()
        until = time.monotonic() + SECONDS_TO_COME
        while self.inside.value < self.all:
            assert time.monotonic() < until, f"only {self.inside.value} came in"
            time.sleep(0.1)
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self.process.join()


class Guests:
    """A guest who is sent away comes again a second later."""

    def __init__(self, site: Site, inside: "Synchronized[int]", over: Event) -> None:
        self.site, self.inside, self.over = site, inside, over

    def come(self, *groups: Slow) -> None:
        asyncio.run(self._come(groups))

    async def _come(self, groups: Sequence[Slow]) -> None:
        await asyncio.gather(*(self._stay(g) for g in groups for _ in range(g.number)))

    async def _stay(self, group: Slow) -> None:
        while not self.over.is_set():
            with suppress(*SENT_AWAY):
                await self._visit(group)
            await asyncio.sleep(1)

    async def _visit(self, group: Slow) -> None:
        line = socket.create_connection(("127.0.0.1", self.site.port))
        line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader, writer = await asyncio.open_connection(
            sock=line, ssl=self.site.tls(), server_hostname=self.site.name, limit=1024
        )
        self.inside.value += 1
        try:
            writer.write(self._head(group))
            while not self.over.is_set():
                if group.sends:
                    writer.write(b" ")
                    await writer.drain()
                elif not await reader.read(100):
                    return
                await asyncio.sleep(1)
        finally:
            self.inside.value -= 1
            writer.transport.abort()

    def _head(self, group: Slow) -> bytes:
        verb = "POST" if group.sends else "GET"
        lines = [f"{verb} {group.path} HTTP/1.1", f"Host: {self.site.name}"]
        if group.sends:
            lines += ["Content-Type: application/json", f"Content-Length: {BODY}"]
        return "\r\n".join((*lines, "", "")).encode()


class CallTimes(NamedTuple):
    """The seconds of ordinary calls, and those that got no answer."""

    seconds: list[float]
    lost: list[float]
    """When they were asked for, in seconds from the beginning."""

    def __str__(self) -> str:
        if len(self.seconds) < 2:
            return f"{len(self.seconds)} answered, {len(self.lost)} lost"
        cuts = quantiles(self.seconds, n=20)
        return (
            f"{len(self.seconds)} answered, {len(self.lost)} lost, half within {cuts[9] * 1000:.0f} ms,"
            f" 95 in 100 within {cuts[18] * 1000:.0f} ms, all within {max(self.seconds):.2f} s"
        )


class Caller(HTTPSConnection):
    def __init__(self, site: Site) -> None:
        super().__init__(site.name, timeout=PATIENCE)
        self.site = site

    def connect(self) -> None:
        line = socket.create_connection(("127.0.0.1", self.site.port), timeout=PATIENCE)
        self.sock = self.site.tls().wrap_socket(line, server_hostname=self.site.name)


def ask(site: Site, path: str) -> int:
    with closing(Caller(site)) as caller:
        caller.request("GET", path)
        return caller.getresponse().status


def serve_people(site: Site, paths: Sequence[str], seconds: float) -> CallTimes:
    """Several people at once, each of whom goes from page to page."""
    times = CallTimes([], [])
    start = time.monotonic()
    until = start + seconds

    def visit() -> None:
        caller = Caller(site)
        while time.monotonic() < until:
            for path in paths:
                began = time.monotonic()
                try:
                    caller.request("GET", path)
                    answer = caller.getresponse()
                    answer.read()
                    assert answer.status == 200, (path, answer.status)
                except (OSError, HTTPException):
                    caller.close()
                    times.lost.append(began - start)
                else:
                    times.seconds.append(time.monotonic() - began)
                time.sleep(PAUSE)
        caller.close()

    people = [Thread(target=visit) for _ in range(PLAYERS)]
    for each in people:
        each.start()
    for each in people:
        each.join()
    return times
