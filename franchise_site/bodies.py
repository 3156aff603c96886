"""Reads the whole body of a request before anything else, or refuses the request.

Django reads as many bytes as Content-Length says, and takes a request that names no length for
one without a body.
"""

import re
from collections.abc import Callable, Mapping
from http import HTTPStatus
from io import BytesIO
from typing import Any, cast

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse

from games.api.problem_kinds import OF_CALLS
from games.api.problems import CODES, answer, problem

MOST_BYTES = 2_500_000
MOST_OF_A_MAIL = 30_000_000
"""A mail provider posts a mail with its attachments in base64."""
MAILS = "/mail/anymail/"
CARRY_NONE = ("GET", "HEAD", "OPTIONS", "TRACE")
LENGTH = re.compile("[0-9]{1,18}")

Next = Callable[[HttpRequest], HttpResponse]


class Unframed(Exception):
    """The end of the body is unknown, or its length is wrong."""

    def __init__(self, status: HTTPStatus, detail: str) -> None:
        self.status, self.detail = status, detail
        super().__init__(detail)


def read_bodies(get_response: Next) -> Next:
    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in CARRY_NONE:
            return get_response(request)
        call = cast("WSGIRequest", request)
        try:
            body = whole_body(call.environ)
        except Unframed as fault:
            return answer(problem(OF_CALLS[CODES[fault.status]], fault.detail))
        call.META["CONTENT_LENGTH"] = str(len(body))
        call._stream = BytesIO(body)  # noqa: SLF001 - Django has no other way
        return get_response(request)

    return middleware


def whole_body(environ: Mapping[str, Any]) -> bytes:
    most = MOST_OF_A_MAIL if environ["PATH_INFO"].startswith(MAILS) else MOST_BYTES
    length, encoding = environ.get("CONTENT_LENGTH"), environ.get("HTTP_TRANSFER_ENCODING")
    if length and encoding:
        wrong = "A body has a Content-Length or a Transfer-Encoding, not both."
        raise Unframed(HTTPStatus.BAD_REQUEST, wrong)
    if length:
        return _read_length(environ, length, most)
    if environ.get("wsgi.input_terminated"):
        return _read_to_end(environ, most)
    if encoding:
        raise Unframed(HTTPStatus.LENGTH_REQUIRED, "Send the body with its Content-Length.")
    return b""


def _read_length(environ: Mapping[str, Any], length: str, most: int) -> bytes:
    if not LENGTH.fullmatch(length):
        wrong = f"Content-Length is {length[:40]!r}; one number of bytes is wanted."
        raise Unframed(HTTPStatus.BAD_REQUEST, wrong)
    _check_size(int(length), most)
    body: bytes = environ["wsgi.input"].read(int(length))
    if len(body) < int(length):
        wrong = f"Of {length} bytes that Content-Length names {len(body)} came."
        raise Unframed(HTTPStatus.BAD_REQUEST, wrong)
    return body


def _read_to_end(environ: Mapping[str, Any], most: int) -> bytes:
    """Granian does not tell the end of a body from a broken connection. A broken JSON object
    cannot be read; a broken form can, as another form.
    """
    body: bytes = environ["wsgi.input"].read(most + 1)
    _check_size(len(body), most)
    if body and not environ.get("CONTENT_TYPE", "").startswith("application/json"):
        wrong = "Send the body with its Content-Length; only JSON is read without one."
        raise Unframed(HTTPStatus.LENGTH_REQUIRED, wrong)
    return body


def _check_size(size: int, most: int) -> None:
    if size > most:
        wrong = f"A body has at most {most:,} bytes here."
        raise Unframed(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, wrong)
