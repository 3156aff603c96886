"""Refusals as problem documents (RFC 9457). A refused call has changed nothing."""

from typing import Any

import msgspec
from django.http import Http404, HttpResponse
from prometheus_client import Counter
from rest_framework import exceptions

from games.access import NotOwner, NotSeated, StillAGuest
from games.api.problem_kinds import OF_CALLS, Kind, kind_of
from games.domain import Refusal
from games.domain.units import VersionNumber
from games.events.store import StaleVersion
from games.limits import TooOften
from games.services import CommandIdReused, NoSuchGame
from games.talk import NoSuchChatLine, NoteChanged
from games.variations import NoSuchVariation, VariationChanged

MEDIA_TYPE = "application/problem+json"
REFUSED = Counter("franchise_refused_calls_total", "Calls of the API that were refused", ["code"])


Fact = str | int | bool | list[str | int] | None


class Problem(msgspec.Struct, omit_defaults=True):
    """`code` is stable and for programs; `detail` is a sentence for people, `type` its page.

    A broken rule of the game names its id in `rule`, the offending `value`, and in
    `possible` what could have been chosen instead. `version` is the game's present one.
    """

    type: str
    """The address of a page about problems of this code."""
    title: str
    """What problems of this status have in common."""
    status: int
    """The status of the answer."""
    code: str
    """The problem’s name for programs; it stays."""
    detail: str
    """What is wrong, for people."""
    rule: str | None = None
    """The id of the rule that was broken, as `T4`."""
    value: str | int | None = None
    """What was wrong."""
    possible: list[str | int | None] = []
    """What could have been chosen instead."""
    facts: dict[str, Fact] = {}
    """What else matters, by name; `path` leads to the fault."""
    version: VersionNumber | None = None
    """The game’s present version, where the game has gone on."""


LONGEST_QUOTE = 400

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


class ChangedSince(Exception):
    """What was to be changed is no longer what its caller saw."""


class NoVersionGiven(Exception):
    """A move was sent without the version that its player saw."""


def problem(kind: Kind, detail: str, **more: Any) -> Problem:
    return Problem(kind.page, kind.title, kind.status, kind.code, detail, **more)


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
    document = problem_of(error)
    response = None if document is None else answer(document)
    if response is not None and isinstance(error, TooOften):
        response["Retry-After"] = str(error.seconds)
    return response


NOT_ALLOWED: dict[type[PermissionError], tuple[str, str]] = {
    NotSeated: ("not-seated", "Only those who sit at this table can do this."),
    NotOwner: ("not-owner", "Only the person who made this table can do this."),
    StillAGuest: ("still-a-guest", "Give an address first; guests play alone."),
}


def problem_of(error: Exception) -> Problem | None:
    match error:
        case NoSuchGame() | Http404() | NoSuchChatLine() | NoSuchVariation():
            return problem(OF_CALLS["not-found"], "There is nothing here, or nothing you may see.")
        case NotSeated() | NotOwner() | StillAGuest():
            code, detail = NOT_ALLOWED[type(error)]
            return problem(OF_CALLS[code], detail)
        case StaleVersion():
            return problem(OF_CALLS["stale"], f"{error}.", version=error.present)
        case CommandIdReused():
            return problem(
                OF_CALLS["idempotency-key-reused"],
                "This Idempotency-Key came before with another body; take a new one.",
            )
        case ChangedSince() | NoteChanged() | VariationChanged():
            return problem(OF_CALLS["changed"], "It has changed since you saw it; read it again.")
        case NoVersionGiven():
            detail = 'Send the version that you saw: If-Match: "12".'
            return problem(OF_CALLS["version-missing"], detail)
        case Refusal():
            return problem(
                kind_of(type(error)),
                _shorten(str(error)),
                rule=error.rule,
                value=_shorten(error.value) if isinstance(error.value, str | int) else None,
                possible=list(error.possible),
                facts={name: _shorten(fact) for name, fact in error.facts.items()},
            )
        case _:
            return None


def _shorten(text: object) -> Any:
    """What was sent is told back, but not at any length."""
    return (
        f"{text[:LONGEST_QUOTE]}…" if isinstance(text, str) and len(text) > LONGEST_QUOTE else text
    )


def _answer_framework(error: exceptions.APIException) -> HttpResponse:
    code, detail = CODES[error.status_code], str(error.detail)
    if isinstance(error, exceptions.AuthenticationFailed):
        code = "bad-token"
    elif isinstance(error, exceptions.PermissionDenied):
        code = str(error.get_codes()).replace("permission_denied", code)
    response = answer(problem(OF_CALLS[code], detail, facts=getattr(error, "facts", {})))
    for name, value in getattr(error, "headers", {}).items():
        response[name] = value
    challenge = getattr(error, "auth_header", None)
    if challenge:
        response["WWW-Authenticate"] = challenge
    wait = getattr(error, "wait", None)
    if wait is not None:
        response["Retry-After"] = str(max(1, int(wait)))
    return response
