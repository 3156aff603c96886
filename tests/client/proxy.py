"""A proxy before the server that loses answers."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import NamedTuple
from urllib.parse import urlsplit

from tests.waiting import PATIENCE

CUT = 0


class Call(NamedTuple):
    method: str
    path: str
    sent: dict[str, str]
    status: int
    """The server's own answer, whatever became of it."""
    got: dict[str, str]


class Proxy(ThreadingHTTPServer):
    """`plan` holds what replaces the next answers: a status, or CUT."""

    daemon_threads = True

    def __init__(self, server: str) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.behind = urlsplit(server).netloc
        self.plan: list[int] = []
        self.calls: list[Call] = []

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Proxy

    def do_GET(self) -> None:
        self.forward()

    def do_POST(self) -> None:
        self.forward()

    def forward(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        behind = HTTPConnection(self.server.behind, timeout=PATIENCE)
        behind.request(self.command, self.path, body, dict(self.headers))
        answer = behind.getresponse()
        content = answer.read()
        behind.close()
        call = Call(
            self.command, self.path, dict(self.headers), answer.status, dict(answer.headers)
        )
        self.server.calls.append(call)
        instead = self.server.plan.pop(0) if self.server.plan else answer.status
        if instead == CUT:
            self.close_connection = True
            return
        self.send_response(instead)
        for name, value in answer.getheaders():
            if name.lower() not in ("content-length", "connection"):
                self.send_header(name, value)
        if instead != 304:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format: str, *args: object) -> None:
        pass


@contextmanager
def run_proxy(server: str) -> Iterator[Proxy]:
    proxy = Proxy(server)
    thread = threading.Thread(target=proxy.serve_forever, kwargs={"poll_interval": 0.01})
    thread.start()
    yield proxy
    proxy.shutdown()
    thread.join()
    proxy.server_close()
