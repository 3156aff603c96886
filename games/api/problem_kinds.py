"""The one table of problems: each has a code that stays, a status and a page.

What the rules and the table refuse tells itself; the rest stands here.
"""

import re
from functools import lru_cache

from django.conf import settings
from msgspec import Struct

from games.domain import Refusal, Unreadable
from games.domain.errors import code_of
from games.limits import TooOften

TITLES = {
    400: "The call cannot be read",
    401: "Who are you?",
    403: "Not yours to do",
    404: "Nothing here",
    405: "Not done that way",
    406: "Not to be had in that form",
    409: "The game has gone on",
    411: "How long is it?",
    412: "No longer as you saw it",
    413: "Too much",
    415: "Not a kind of body that is read here",
    422: "Refused",
    428: "Say which version you saw",
    429: "Too often",
    500: "Something went wrong",
    503: "Not now",
}


class Kind(Struct, frozen=True):
    """`means` is for the person who writes the program, `detail` of a problem for its user."""

    code: str
    status: int
    means: str
    rule: str | None = None

    @property
    def title(self) -> str:
        return TITLES[self.status]

    @property
    def page(self) -> str:
        return f"{settings.SITE_URL}/api/problems/{self.code}/"


OF_CALLS = {
    kind.code: kind
    for kind in (
        Kind(
            "unreadable",
            400,
            "The body, the query or a header is not of the shape that the schema says. `facts.path` "
            "leads to the place: `$.increase[0]` in a body, else the name of the header or of the "
            "query’s part. `value` is what stood there, `possible` what may be meant: the names of "
            "fields where one is unknown, of places, of query parts.",
        ),
        Kind(
            "not-signed-in",
            401,
            "This call is for somebody: send `Authorization: Bearer …` with a token, which is made "
            "at `/account/programs/`.",
        ),
        Kind(
            "bad-token",
            401,
            "There is no such token, or no longer: it was revoked, it has ended, or the header says "
            "something else than `Bearer` or `Token` and one token. Without the header, public "
            "games can still be read.",
        ),
        Kind(
            "wrong-scope",
            403,
            "The token may not do this: `facts.scope` is the scope that it lacks. Scopes are chosen "
            "when a token is made; make another one.",
        ),
        Kind(
            "page-only",
            403,
            "No token does this, only the page, where a person is signed in: a token that leaks "
            "must not make others.",
        ),
        Kind("not-seated", 403, "Only who sits at the table does this."),
        Kind("not-owner", 403, "Only who made the table does this."),
        Kind("no-hints", 403, "Those who made this table wanted no turns to be suggested there."),
        Kind(
            "still-a-guest",
            403,
            "Guests play alone, without an address. What others are told of takes a member.",
        ),
        Kind("forbidden", 403, "You are known, and this is not yours to do; `detail` says why."),
        Kind(
            "not-found",
            404,
            "There is nothing at this address, or nothing that you may see: a private game does not "
            "exist for who is not of its table.",
        ),
        Kind("method-not-allowed", 405, "The address is right; `Allow` lists its methods."),
        Kind("not-acceptable", 406, "Answers are `application/json`; `Accept` rules that out."),
        Kind(
            "stale",
            409,
            "The game has gone on since the version that `If-Match` names; `version` is the present "
            "one. Read the table, choose again, send the new version.",
        ),
        Kind(
            "length-required",
            411,
            "A body comes with its `Content-Length`; only JSON is read in chunks.",
        ),
        Kind(
            "changed",
            412,
            "What you change is no longer what `If-Match` names: you changed it elsewhere, or its "
            "shape is another by a new release. Read it again; its `ETag` is the new one.",
        ),
        Kind("too-large", 413, "The body is longer than any that means something here."),
        Kind(
            "unsupported-media-type",
            415,
            "Bodies are `application/json`, in UTF-8, without a `Content-Encoding`.",
        ),
        Kind(
            "idempotency-key-reused",
            422,
            "The same `Idempotency-Key` came before with another body. A key stands for one thing "
            "that you want done: repeat it with the same body, or take a new key.",
        ),
        Kind(
            "version-missing",
            428,
            'A move is played against a table that was seen: send its version, `If-Match: "12"`, or '
            "its `ETag` as it came.",
        ),
        Kind(
            "too-many-calls",
            429,
            "Wait for `Retry-After` seconds. A call that ends in 304 does not count.",
        ),
        Kind(
            "our-fault",
            500,
            "Something went wrong here. Where the database was lost just then, nobody knows whether "
            "it was done. Send it again under the same `Idempotency-Key`, and it is done once; if "
            "it stays, give the host the `X-Request-Id` of the answer.",
        ),
        Kind(
            "out-of-reach",
            503,
            "The database cannot be reached, mostly for some seconds. Nobody can say whether what "
            "was sent was done: after `Retry-After` seconds send the same again under the same "
            "`Idempotency-Key`, which is done once, or read the game first.",
        ),
    )
}


@lru_cache(maxsize=1)
def every_kind() -> dict[str, Kind]:
    """Also what the rules and the table refuse, by the code."""
    return OF_CALLS | {
        code: kind_of(refusal)
        for refusal in _subclasses(Refusal)
        if refusal.says and (code := code_of(refusal.__name__)) not in OF_CALLS
    }


def kind_of(refusal: type[Refusal]) -> Kind:
    code = code_of(refusal.__name__)
    status = 429 if issubclass(refusal, TooOften) else 422
    if issubclass(refusal, Unreadable):
        status = 400
    means = re.sub(r"\{\w+\}", "…", refusal.says)
    return OF_CALLS.get(code) or Kind(code, status, means, refusal.rule)


def _subclasses(kind: type[Refusal]) -> list[type[Refusal]]:
    found = [kind]
    for each in found:
        found += each.__subclasses__()
    return [each for each in found if not each.__module__.startswith(("mail_in.", "tests."))]
