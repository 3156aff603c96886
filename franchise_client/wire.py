"""Calls over one connection that is kept, and made again where an answer was lost."""

import gzip
import json
import time
from collections.abc import Callable, Mapping
from http.client import HTTPConnection, HTTPException, HTTPMessage, HTTPSConnection
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from franchise_client.refusals import NoAnswer, refusal

Wait = Callable[[float], None]

TIMEOUT = 30.0
PAUSES = (0.0, 0.5, 2.0, 8.0)
"""Before each further try. The first is for a connection that the server closed as idle."""
WITHOUT_A_WORD = 3.0

NOT_MODIFIED = 304
TOO_MANY_CALLS = 429
LONGEST_WAIT = 60.0
LOST = (502, 503, 504)


class Answer(NamedTuple):
    status: int
    headers: HTTPMessage
    body: Any

    @property
    def seconds_to_wait(self) -> float:
        seconds = self.headers.get("Retry-After", "")
        return float(seconds) if seconds.isdigit() else WITHOUT_A_WORD


class AnswerLost(HTTPException):
    """A proxy answered in place of the server."""


class Wire:
    """One connection, so for one thread."""

    def __init__(self, address: str, token: str | None, wait: Wait = time.sleep) -> None:
        parts = urlsplit(address)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            raise ValueError(f"{address!r} is no address of http or https")
        kind = HTTPSConnection if parts.scheme == "https" else HTTPConnection
        self._connection = kind(parts.netloc, timeout=TIMEOUT)
        self._root = f"{parts.path.rstrip('/')}/api/"
        self._headers = {"Accept": "application/json", "Accept-Encoding": "gzip"}
        if token is not None:
            self._headers["Authorization"] = f"Token {token}"
        self.wait = wait

    def close(self) -> None:
        self._connection.close()

    def call(
        self,
        method: str,
        path: str,
        body: object = None,
        headers: Mapping[str, str] | None = None,
        *,
        repeats: bool = True,
    ) -> Answer:
        """Repeats a call whose answer is lost, with the same headers, unless `repeats` is False."""
        pauses = iter(PAUSES if repeats else ())
        if not repeats:
            self.close()
        while True:
            try:
                answer = self._send(method, path, body, headers or {})
            except (OSError, HTTPException) as error:
                self.close()
                pause = next(pauses, None)
                if pause is None:
                    raise NoAnswer(f"{method} {path}: {error!r}") from error
                self.wait(pause)
                continue
            if answer.status < 300 or answer.status == NOT_MODIFIED:
                return answer
            if answer.status != TOO_MANY_CALLS or answer.seconds_to_wait > LONGEST_WAIT:
                raise refusal(answer.status, answer.body)
            self.wait(answer.seconds_to_wait)

    def _send(self, method: str, path: str, body: object, headers: Mapping[str, str]) -> Answer:
        data = None if body is None else json.dumps(body).encode()
        kind = {} if data is None else {"Content-Type": "application/json"}
        every = {**self._headers, **kind, **headers}
        self._connection.request(method, self._root + path, data, every)
        response = self._connection.getresponse()
        content, got = response.read(), response.headers
        if response.status in LOST:
            raise AnswerLost(response.status, response.reason)
        if got.get("Content-Encoding") == "gzip":
            content = gzip.decompress(content)
        if got.get_content_type() in ("application/json", "application/problem+json"):
            return Answer(response.status, got, json.loads(content) if content else None)
        # A refusal that is no problem document is made one.
        detail = f"{response.reason} {got.get('Location', '')}".strip()
        problem = {"code": f"http-{response.status}", "detail": detail}
        return Answer(response.status, got, problem)
