"""Refusals as problem documents (RFC 9457). A refused call has changed nothing."""

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from prometheus_client import Counter
from rest_framework import exceptions

from games.access import NotOwner, NotSeated, StillAGuest
from games.domain import Refusal, Unreadable
from games.events.store import StaleVersion
from games.limits import TooOften
from games.services import CommandIdReused, NoSuchGame

MEDIA_TYPE = "application/problem+json"
REFUSED = Counter("franchise_refused_calls_total", "Calls of the API that were refused", ["code"])


class Problem(msgspec.Struct, omit_defaults=True):
    """`code` is stable and for programs; `detail` is a sentence for people.

    A broken rule of the game names its id in `rule`, the offending `value`, and in
    `possible` what could have been chosen instead. `version` is the game's present one.
    """

    type: str
    title: str
    status: int
    code: str
    detail: str
    rule: str | None = None
    value: Any = None
    possible: list[str | int | None] = []
    facts: dict[str, Any] = {}
    version: int | None = None


LONGEST_QUOTE = 400

TITLES = {
    400: "The call cannot be read",
    401: "Who are you?",
    403: "Not yours to do",
    404: "Nothing here",
    405: "Not done that way",
    406: "Not to be had in that form",
    409: "The game has gone on",
    411: "How long is it?",
    413: "Too much",
    415: "Not a kind of body that is read here",
    422: "Refused",
    428: "Say which version you saw",
    429: "Too often",
}
CODES = {
    400: "unreadable",
    401: "not-signed-in",
    403: "forbidden",
    404: "not-found",
    405: "method-not-allowed",
    406: "not-acceptable",
    411: "length-required",
    413: "too-large",
    415: "unsupported-media-type",
    429: "too-many-calls",
}


class NoVersionGiven(Exception):
    """A move was sent without the version that its player saw."""


def problem(status: int, code: str, detail: str, **more: Any) -> Problem:
    return Problem(f"urn:franchise:problem:{code}", TITLES[status], status, code, detail, **more)


def answer(document: Problem) -> HttpResponse:
    """Whatever the call would have been rendered as."""
    REFUSED.labels(document.code).inc()
    return HttpResponse(
        msgspec.json.encode(document), status=document.status, content_type=MEDIA_TYPE
    )


def handle(error: Exception, context: dict[str, Any]) -> HttpResponse | None:
    """What the API answers to an exception; None for a fault of our own."""
    if isinstance(error, exceptions.APIException):
        return _answer_framework(error)
    document = _problem_of(error)
    response = None if document is None else answer(document)
    if response is not None and isinstance(error, TooOften):
        response["Retry-After"] = str(error.seconds)
    return response


NOT_ALLOWED: dict[type[PermissionError], tuple[str, str]] = {
    NotSeated: ("not-seated", "Only who sits at this table may do this."),
    NotOwner: ("not-owner", "Only who made this table may do this."),
    StillAGuest: ("still-a-guest", "Give an address first; guests play alone."),
}


def _problem_of(error: Exception) -> Problem | None:
    match error:
        case NoSuchGame() | Http404():
            return problem(404, "not-found", "There is nothing here, or nothing you may see.")
        case NotSeated() | NotOwner() | StillAGuest():
            return problem(403, *NOT_ALLOWED[type(error)])
        case StaleVersion():
            return problem(409, "stale", f"{error}.", version=error.present)
        case CommandIdReused():
            return problem(
                422,
                "idempotency-key-reused",
                "This Idempotency-Key came before with another body; take a new one.",
            )
        case NoVersionGiven():
            return problem(428, "version-missing", 'Send the version that you saw: If-Match: "12".')
        case Refusal():
            return _problem_of_refusal(error)
        case _:
            return None


def _problem_of_refusal(error: Refusal) -> Problem:
    return problem(
        _status_of(error),
        error.code,
        _shorten(str(error)),
        rule=error.rule,
        value=_shorten(error.value) if isinstance(error.value, str | int) else None,
        possible=list(error.possible),
        facts={name: _shorten(fact) for name, fact in error.facts.items()},
    )


def _status_of(error: Refusal) -> int:
    match error:
        case Unreadable():
            return 400
        case TooOften():
            return 429
        case _:
            return 422


def _shorten(text: object) -> Any:
    """What was sent is told back, but not at any length."""
    return (
        f"{text[:LONGEST_QUOTE]}…" if isinstance(text, str) and len(text) > LONGEST_QUOTE else text
    )


def _answer_framework(error: exceptions.APIException) -> HttpResponse:
    status, detail = error.status_code, str(error.detail)
    code = CODES[status]
    if isinstance(error, exceptions.AuthenticationFailed):
        code = "bad-token"
    elif isinstance(error, exceptions.PermissionDenied):
        code = str(error.get_codes()).replace("permission_denied", code)
    response = answer(problem(status, code, detail))
    challenge = getattr(error, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    wait = getattr(error, "wait", None)
    if wait is not None:
        response["Retry-After"] = str(max(1, int(wait)))
    return response
