"""Calls byte by byte: a body in every framing that HTTP allows, and in some that it forbids."""

import json
import socket
import ssl
from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from tests.waiting import PATIENCE

END = b"0\r\n\r\n"


class Answer(NamedTuple):
    """A status of 0 means that the connection ended without an answer."""

    status: int
    body: bytes

    @property
    def code(self) -> str:
        return str(json.loads(self.body)["code"])


class Door(NamedTuple):
    """Where a server listens, and the headers of every call to it."""

    port: int
    headers: Mapping[str, str]
    tls: ssl.SSLContext | None = None

    def _connect(self) -> socket.socket:
        line = socket.create_connection(("127.0.0.1", self.port), timeout=PATIENCE)
        host = self.headers.get("Host")
        return self.tls.wrap_socket(line, server_hostname=host) if self.tls else line

    def post(self, path: str, framed: bytes, *, hang_up: bool = False, **headers: str) -> Answer:
        """`framed` begins with the headers that frame it. A sender of half a body has to hang up."""
        more = {name.replace("_", "-"): value for name, value in headers.items()}
        every = {"Host": "localhost", "Connection": "close", **self.headers, **more}
        lines = [f"POST {path} HTTP/1.1", *(f"{name}: {value}" for name, value in every.items())]
        answer = bytearray()
        # Who refuses a body may hang up before all of it has come.
        with self._connect() as line, suppress(ConnectionResetError, BrokenPipeError):
            line.sendall("\r\n".join((*lines, "")).encode() + framed)
            if hang_up and self.tls:
                return Answer(0, b"")
            if hang_up:
                line.shutdown(socket.SHUT_WR)
            while piece := line.recv(65536):
                answer += piece
        if not answer:
            return Answer(0, b"")
        head, _, body = bytes(answer).partition(b"\r\n\r\n")
        return Answer(int(head.split(b" ", 2)[1]), body)


def with_length(body: bytes, length: int | None = None) -> bytes:
    return b"Content-Length: %d\r\n\r\n" % (len(body) if length is None else length) + body


def without_length(body: bytes = b"") -> bytes:
    return b"\r\n" + body


def in_chunks(body: bytes, *, end: bytes = END, before: bytes = b"") -> bytes:
    half = len(body) // 2
    chunks = b"".join(b"%x\r\n%s\r\n" % (len(c), c) for c in (body[:half], body[half:]) if c)
    return before + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + end


def unplayable_framings(turn: bytes) -> dict[str, bytes]:
    """Framings of a turn that no server may play."""
    return {
        "no body": without_length(),
        "a length of nothing": with_length(b""),
        "no chunk": in_chunks(b""),
        "no number": b"Content-Length: two\r\n\r\n{}",
        "two lengths": b"Content-Length: 2\r\n" + with_length(turn),
        "a chunk of no size": in_chunks(turn[: len(turn) // 2], end=b"zz\r\n\r\n"),
        "another encoding": b"Transfer-Encoding: gzip\r\n\r\n" + turn,
        "no framing": without_length(turn),
        "too much": in_chunks(b" " * 2_600_000 + turn),
    }


def broken_framings(turn: bytes) -> dict[str, bytes]:
    return {
        "less than its length": with_length(b"{}", 20),
        "half of the chunks": in_chunks(turn[: len(turn) // 2], end=b""),
    }


def play_in_every_framing(
    door: Door, game: str, version: int, turn: Mapping[str, object]
) -> Answer:
    """Sends a turn in every framing that must be refused, then chunked, which plays it."""
    body = json.dumps(turn).encode()
    path, if_match = f"/api/games/{game}/turns/", {"If-Match": f'"{version}"'}
    of_json = door._replace(
        headers={"Content-Type": "application/json", **door.headers, **if_match}
    )
    unread = {**unplayable_framings(body), **broken_framings(body)}
    for name, framed in unread.items():
        answer = of_json.post(path, framed, hang_up=name in broken_framings(body))
        assert answer.status in (0, 400, 411, 413, 501, 502), (name, answer)
    return of_json.post(path, in_chunks(body))
