"""Bytes in and out: JSON by msgspec, bodies read into structs, conditions in headers."""

import re
from collections.abc import Mapping
from hashlib import sha256
from typing import IO, Any, TypeVar

import msgspec
from rest_framework.exceptions import APIException, ParseError
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.problems import NoVersionGiven
from games.domain.errors import Unreadable

T = TypeVar("T")
ETAG = re.compile(r'(?:W/)?"(\d{1,9})"')
MOST_BYTES = 200_000
KEY_LENGTH = 24
KEY = re.compile(r"[!-~]{1,64}")


class JSON(BaseRenderer):
    media_type = "application/json"
    format = "json"
    charset = None

    def render(
        self,
        data: Any,
        accepted_media_type: str | None = None,
        renderer_context: Mapping[str, Any] | None = None,
    ) -> bytes:
        return b"" if data is None else msgspec.json.encode(data)


def _read_number(text: str) -> int | float:
    """2.0 is a whole number, as JSON Schema has it."""
    number = float(text)
    return int(number) if number.is_integer() else number


decoder = msgspec.json.Decoder(float_hook=_read_number)


class TooLarge(APIException):
    status_code = 413
    default_detail = f"A body has at most {MOST_BYTES:,} bytes."


def _read_bounded(stream: IO[bytes]) -> bytes:
    body = stream.read(MOST_BYTES + 1)
    if len(body) > MOST_BYTES:
        raise TooLarge
    return body


class JSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return decoder.decode(_read_bounded(stream))
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ParseError(f"The body is no JSON: {error}") from error


def read(request: Request, kind: type[T]) -> T:
    """The body as `kind`, or `Unreadable` with the path of the fault."""
    try:
        return msgspec.convert(body_of(request), kind)
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise Unreadable(None, path=path.strip("`") or "$", problem=problem) from error


def body_of(request: Request) -> dict[str, object]:
    """An object. Who sends nothing has not said that nothing is meant."""
    body = request.data
    if request.stream is None:
        problem = "a body is wanted; {} is a pass, or takes what is usual for all"
        raise Unreadable(None, path="$", problem=problem)
    if not isinstance(body, dict):
        raise Unreadable(None, path="$", problem="the body must be an object")
    return body


def check_printable(path: str, text: str) -> None:
    if not text.isprintable() or not text.strip():
        raise Unreadable(text, path=path, problem="one line of text that can be printed is wanted")


def expected_version(request: Request, *, required: bool) -> int | None:
    """The version that the caller saw, from If-Match."""
    header = request.headers.get("If-Match")
    if header is None:
        if required:
            raise NoVersionGiven
        return None
    etag = ETAG.fullmatch(header.strip())
    if etag is None:
        raise Unreadable(header, path="If-Match", problem='a version in quotes is wanted, as "12"')
    return int(etag[1])


def command_id(request: Request, person: int) -> str:
    """The Idempotency-Key, each person's own; empty where none was given."""
    key = request.headers.get("Idempotency-Key")
    if key is None:
        return ""
    if not KEY.fullmatch(key):
        raise Unreadable(
            key, path="Idempotency-Key", problem="1 to 64 visible ASCII characters are wanted"
        )
    return f"{person}:{sha256(key.encode()).hexdigest()[:KEY_LENGTH]}"


def refuse_key(request: Request) -> None:
    """Where a repetition could not be answered as the first call was, none is promised."""
    key = request.headers.get("Idempotency-Key")
    if key is not None:
        problem = "this call is done as often as it is sent; leave the header out"
        raise Unreadable(key, path="Idempotency-Key", problem=problem)


def number_of(request: Request, name: str, default: int, *, low: int, high: int) -> int:
    """A number of the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not re.fullmatch("[0-9]{1,9}", text) or not low <= int(text) <= high:
        raise Unreadable(text, path=name, problem=f"a number from {low} to {high} is wanted")
    return int(text)
