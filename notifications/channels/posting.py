"""One POST to a checked target: only to its addresses, limited in time and size, no redirects."""

import io
import socket
import ssl
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPResponse
from time import monotonic

from notifications.channels.targets import Target

MOST_READ = 64 * 1024


def post(target: Target, headers: Mapping[str, str], body: bytes, *, seconds: float) -> int:
    """The status of the answer, whose body is not read. `TimeoutError` after `seconds`."""
    until = monotonic() + seconds
    with _connect(target, until) as sock:
        sock.settimeout(_seconds_left(until))
        connection = HTTPConnection(target.host, target.port)
        connection.sock = sock
        connection.request("POST", target.path, body, {"Host": target.netloc, **headers})
        with HTTPResponse(_Answer(sock, until), method="POST") as answer:  # type: ignore[arg-type]  # asks for makefile only
            answer.begin()
            return answer.status


@contextmanager
def _connect(target: Target, until: float) -> Iterator[socket.socket]:
    with _reach(target, until) as plain:
        if target.scheme == "http":
            yield plain
            return
        plain.settimeout(_seconds_left(until))
        context = ssl.create_default_context()
        with context.wrap_socket(plain, server_hostname=target.host) as secure:
            yield secure


def _reach(target: Target, until: float) -> socket.socket:
    """The first of the addresses that answers."""
    failure = OSError(f"{target.host} has no address")
    for address in target.addresses:
        try:
            return socket.create_connection((address, target.port), timeout=_seconds_left(until))
        except OSError as error:
            failure = error
    raise failure


def _seconds_left(until: float) -> float:
    left = until - monotonic()
    if left <= 0:
        raise TimeoutError("no answer in time")
    return left


class _Answer(io.RawIOBase):
    """Reads a socket up to a moment and a size, for `HTTPResponse`."""

    def __init__(self, sock: socket.socket, until: float) -> None:
        self.sock = sock
        self.until = until
        self.room = MOST_READ

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: memoryview) -> int:  # type: ignore[override]  # what BufferedReader gives
        if not self.room:
            raise OSError(f"the answer's head is longer than {MOST_READ} bytes")
        self.sock.settimeout(_seconds_left(self.until))
        count = self.sock.recv_into(buffer[: self.room])
        self.room -= count
        return count
