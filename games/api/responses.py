"""What answers have beside their bodies, and the problems that calls end in, each told once."""

from collections.abc import Iterable
from typing import Any

import msgspec

from games.api.components import reference
from games.api.problem_kinds import OF_CALLS, TITLES
from games.api.problems import MEDIA_TYPE, Problem, problem, problem_of
from games.domain import Refusal, State
from games.domain.commands import command
from games.domain.decide import judge

Plain = dict[str, Any]

NUMBER: Plain = {"type": "integer", "minimum": 0}
TEXT: Plain = {"type": "string"}
ADDRESS: Plain = {"type": "string", "format": "uri-reference"}
TAG: Plain = {"type": "string", "pattern": r'^(W/)?"[!-~]+"$'}
HEADERS: dict[str, tuple[str, Plain]] = {
    "ETag": ("The tag of this answer; that of a table goes into `If-Match` of the next move.", TAG),
    "Cache-Control": ("For how long the answer may be kept, and by whom.", TEXT),
    "Location": ("The address of what was made.", ADDRESS),
    "Content-Location": ("Where this answer stays for ever.", ADDRESS),
    "Content-Disposition": ("The name of the file.", TEXT),
    "X-Request-Id": (
        "The id of this answer, by which the host finds it; yours if you sent one.",
        TEXT,
    ),
    "Retry-After": ("Seconds after which to ask again.", NUMBER),
    "RateLimit-Limit": ("The calls that you have a minute.", NUMBER),
    "RateLimit-Remaining": ("Those that are left of them.", NUMBER),
    "RateLimit-Reset": ("Seconds until all of them are there again.", NUMBER),
    "WWW-Authenticate": ("How to sign in.", TEXT),
}
EVERYWHERE = ("X-Request-Id", "RateLimit-Limit", "RateLimit-Remaining", "RateLimit-Reset")
OF_PROBLEMS = {401: ("WWW-Authenticate",), 429: ("Retry-After",), 503: ("Retry-After",)}
NOTHING = {
    "204": "It is done, and there is nothing more to say.",
    "304": "What you have is the present answer: its tag is among those of `If-None-Match`.",
}
MADE = "201"
FIRST_PROBLEM = 400


def header_components() -> Plain:
    return {
        name: {"description": about, "schema": schema} for name, (about, schema) in HEADERS.items()
    }


def complete_responses(operation: Plain, headers: tuple[str, ...]) -> None:
    responses = operation["responses"]
    for status, response in responses.items():
        if int(status) >= FIRST_PROBLEM:
            responses[status] = {"$ref": f"#/components/responses/Problem{status}"}
        else:
            response["description"] = NOTHING.get(status, f"{operation['summary']}.")
            own = (name for name in headers if name != "Location" or status == MADE)
            response["headers"] = _refer(*own, *EVERYWHERE)


def _refer(*names: str) -> Plain:
    return {name: {"$ref": f"#/components/headers/{name}"} for name in names}


def problem_components(statuses: Iterable[int], state: State) -> Plain:
    """By status; the refusals among the examples are those of a game."""
    problems = (*_refusals(state), *_problems_of_calls())
    return {f"Problem{status}": _problem_component(status, problems) for status in statuses}


def _problem_component(status: int, problems: Iterable[Problem]) -> Plain:
    examples = {
        each.code: {"value": msgspec.to_builtins(each)}
        for each in problems
        if each.status == status
    }
    content = {"schema": reference("Problem"), "examples": examples}
    return {
        "description": f"{TITLES[status]}{'' if TITLES[status].endswith('?') else '.'}",
        "headers": _refer(*OF_PROBLEMS.get(status, ()), *EVERYWHERE),
        "content": {MEDIA_TYPE: content},
    }


def _problems_of_calls() -> Iterable[Problem]:
    for kind in OF_CALLS.values():
        more = {"version": 42} if kind.code == "stale" else {}
        if kind.code != "unreadable":
            yield problem(kind, kind.means, **more)


def _refusals(state: State) -> Iterable[Problem]:
    wrong: tuple[dict[str, object], ...] = (
        {"expnd": []},
        {"expand": [{"to": "new-york"}]},
        {"bonus": "cash"},
    )
    for body in wrong:
        try:
            judge(state, command("turn", 0, body, state.board))
        except Refusal as refusal:
            if (told := problem_of(refusal)) is not None:
                yield told
