"""A player's program that receives webhooks: a real server on this machine."""

import ssl
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from typing import NamedTuple

import trustme

from tests.waiting import PATIENCE

AUTHORITY = trustme.CA()
CERTIFICATE = AUTHORITY.issue_cert("receiver.test")

Answer = Callable[[BaseHTTPRequestHandler], None]


class Received(NamedTuple):
    path: str
    headers: dict[str, str]
    body: bytes


class Receiver(ThreadingHTTPServer):
    request_queue_size = 128

    def __init__(self, answer: Answer) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.answer = answer
        self.received: list[Received] = []

    @property
    def port(self) -> int:
        return self.server_port

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}/hook?of=ada"


class Handler(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        self.server.received.append(Received(self.path, dict(self.headers), body))
        self.server.answer(self)

    def log_message(self, format: str, *args: object) -> None:
        pass


def answer_status(code: int, **headers: str) -> Answer:
    def answer(to: BaseHTTPRequestHandler) -> None:
        to.send_response(code)
        for name, value in headers.items():
            to.send_header(name, value)
        to.send_header("Content-Length", "0")
        to.end_headers()

    return answer


def wait_for_the_end(to: BaseHTTPRequestHandler) -> None:
    """Is silent until the other side closes."""
    to.connection.settimeout(PATIENCE)
    with suppress(OSError):
        to.rfile.read(1)


def answer_without_end(beginning: bytes, piece: bytes, *, pause: float = 0) -> Answer:
    """Writes until the other side closes."""

    def answer(to: BaseHTTPRequestHandler) -> None:
        until = time.monotonic() + PATIENCE
        with suppress(ConnectionError):
            to.wfile.write(beginning)
            while time.monotonic() < until:
                to.wfile.write(piece)
                time.sleep(pause)

    return answer


@contextmanager
def run_receiver(answer: Answer | None = None, *, secure: bool = False) -> Iterator[Receiver]:
    server = Receiver(answer or answer_status(204))
    if secure:
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        CERTIFICATE.configure_cert(context)
        server.socket = context.wrap_socket(
            server.socket, server_side=True, do_handshake_on_connect=False
        )
    thread = Thread(target=server.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    try:
        yield server
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
