"""What HTTP asks of answers without a body, seen from the other end of a socket."""

import logging
import socket
from http.client import HTTPConnection
from urllib.parse import urlsplit

import pytest

from tests.waiting import PATIENCE

PACKED = {"Accept-Encoding": "gzip"}
PAGES = ("/learn/", "/static/css/site.css", "/healthz", "/no/such/road/", "/api/games/", "/metrics")


def raw_answer(server: str, method: str, path: str, **headers: str) -> bytes:
    """All bytes until the server closes."""
    where = urlsplit(server)
    lines = [f"{method} {path} HTTP/1.1", "Host: localhost", "Connection: close"]
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    with socket.create_connection(
        (where.hostname or "", where.port or 0), timeout=PATIENCE
    ) as door:
        door.sendall("\r\n".join([*lines, "", ""]).encode())
        parts = []
        while part := door.recv(65536):
            parts.append(part)
    return b"".join(parts)


@pytest.mark.parametrize("packed", [False, True])
@pytest.mark.parametrize("path", PAGES)
def test_head_sends_no_body(server: str, path: str, *, packed: bool) -> None:
    encoding = "gzip" if packed else "identity"
    head, _, body = raw_answer(server, "HEAD", path, Accept_Encoding=encoding).partition(
        b"\r\n\r\n"
    )
    assert head.startswith(b"HTTP/1.1 ")
    assert body == b""


def test_a_connection_goes_on_after_head(server: str) -> None:
    caller = HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE)
    lengths = []
    for method in ("HEAD", "GET", "HEAD", "GET"):
        caller.request(method, "/learn/")
        answer = caller.getresponse()
        body = answer.read()
        lengths.append(int(answer.headers["Content-Length"]))
        assert (answer.status, len(body)) == (200, lengths[-1] if method == "GET" else 0)
    caller.close()
    assert len(set(lengths)) == 1


def test_what_has_not_changed_is_told_without_a_body_and_without_a_warning(
    server: str, caplog: pytest.LogCaptureFixture
) -> None:
    caller = HTTPConnection(urlsplit(server).netloc, timeout=PATIENCE)
    with caplog.at_level(logging.WARNING, "waitress"):
        for path in ("/static/css/site.css", "/api/games/"):
            caller.request("GET", path, headers=PACKED)
            first = caller.getresponse()
            first.read()
            known = {**PACKED, "If-None-Match": first.headers["ETag"]}
            caller.request("GET", path, headers=known)
            again = caller.getresponse()
            assert (again.status, again.read()) == (304, b"")
    caller.close()
    # A busy machine lets calls wait in the queue, which says so.
    assert not [each for each in caplog.records if each.name != "waitress.queue"]
