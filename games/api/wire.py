"""Bytes in and out: JSON by msgspec, bodies read into structs, conditions in headers."""

import json
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from typing import IO, Any, ClassVar, TypeVar

import msgspec
from rest_framework.exceptions import APIException, ParseError
from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from games.api.problems import NoVersionGiven
from games.domain.errors import Unreadable
from games.domain.reading import read_value

T = TypeVar("T")
VERSION_TAG = re.compile(
    r'(?:W/)?"(?P<tag>\d{1,9})(?:\+[0-9a-f]+)?(?:\.[0-9a-f]+)?"|(?P<bare>\d{1,9})', re.ASCII
)
MOST_BYTES = 200_000
LONGEST_KEY = 40
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


class Negotiation(DefaultContentNegotiation):
    """Takes the header apart only where it does not plainly take JSON, as nearly all do."""

    def select_renderer(
        self,
        request: Request,
        renderers: Iterable[BaseRenderer],
        format_suffix: str | None = None,
    ) -> Any:
        accepts = request.META.get("HTTP_ACCEPT", "*/*")
        is_plain = accepts in ("*/*", JSON.media_type) and "format" not in request.query_params
        first = next(iter(renderers))
        if is_plain and isinstance(first, JSON):
            return first, JSON.media_type
        return super().select_renderer(request, renderers, format_suffix)


def _read_number(text: str) -> int | float:
    """2.0 is a whole number, as JSON Schema has it."""
    number = float(text)
    return int(number) if number.is_integer() else number


decoder = msgspec.json.Decoder(float_hook=_read_number)


class TooLarge(APIException):
    status_code = 413
    default_detail = f"A body has at most {MOST_BYTES:,} bytes."


class PackedBody(APIException):
    """RFC 9110 asks for the answer's Accept-Encoding, or a client might take the type for wrong."""

    status_code = 415
    default_detail = "A body is read as it is; send it without a Content-Encoding."
    headers: ClassVar = {"Accept-Encoding": "identity"}


class JSONParser(BaseParser):
    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        coding = (parser_context or {})["request"].headers.get("Content-Encoding", "identity")
        if coding.strip().lower() not in ("", "identity"):
            raise PackedBody
        body = stream.read(MOST_BYTES + 1)
        if len(body) > MOST_BYTES:
            raise TooLarge
        try:
            value = decoder.decode(body)
            json.loads(body, object_pairs_hook=_check_keys, parse_int=str, parse_float=str)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ParseError(f"The body is no JSON: {error}") from error
        return value


def _check_keys(pairs: list[tuple[str, object]]) -> None:
    """Of two values for one key, nobody knows which was meant."""
    seen: set[str] = set()
    for key, _ in pairs:
        if key in seen:
            raise ParseError(f"The body names {key[:LONGEST_KEY]!r} twice.")
        seen.add(key)


def read(request: Request, kind: type[T]) -> T:
    """The body as `kind`, or `Unreadable` with the path of the fault."""
    return read_value(body_of(request), kind)


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


def expected_version(request: Request, present: int, *, required: bool) -> int | None:
    """The version that the caller saw, from If-Match: bare, or in a tag as it was given.

    Of several the present one counts. `*` is any version: the caller has seen that there is one.
    """
    header = request.headers.get("If-Match")
    if header is None:
        if required:
            raise NoVersionGiven
        return None
    if header.strip() == "*":
        return None
    tags = [VERSION_TAG.fullmatch(tag.strip()) for tag in header.split(",")]
    versions = [int(tag["tag"] or tag["bare"]) for tag in tags if tag is not None]
    if len(versions) < len(tags):
        problem = 'a version is wanted, as 12 or "12", or an ETag as it came'
        raise Unreadable(header, path="If-Match", problem=problem)
    return present if present in versions else versions[0]


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


def number_of(request: Request, name: str, default: int, *, low: int, high: int) -> int:
    """A number of the query."""
    text = request.query_params.get(name)
    if text is None:
        return default
    if not re.fullmatch(f"[0-9]{{1,{len(str(high))}}}", text) or not low <= int(text) <= high:
        raise Unreadable(text, path=name, problem=f"a number from {low} to {high} is wanted")
    return int(text)
