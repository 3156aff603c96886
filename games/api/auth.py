"""Who calls: a token with a scope, or the session of the page; and how often."""

from collections.abc import Iterable, Sequence
from datetime import timedelta
from hmac import compare_digest
from typing import TYPE_CHECKING, Any, cast

from django.db import connection
from django.db.models import Q
from django.http import HttpRequest
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework import HTTP_HEADER_ENCODING
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.access import SOURCES, person_of, view_of
from games.edge import now
from games.events import sql
from games.limits import count_call, source_of
from games.models import Person, Token

if TYPE_CHECKING:
    from rest_framework.views import APIView  # the framework reads its settings there


SCHEMES = (b"token", b"bearer")
NOTE_EVERY = timedelta(hours=1)


class ByToken(TokenAuthentication):  # type: ignore[misc]  # the package has no types
    """`Authorization: Token …`, or `Bearer …`, as many programs say without asking."""

    def authenticate(self, request: Request) -> tuple[Person, Token] | None:
        secret = secret_in(request)
        if secret is None:
            return None
        return _read_with_game(request, secret) or self.authenticate_credentials(secret.encode())

    def authenticate_header(self, request: HttpRequest | Request) -> str:
        return "Bearer, Token"

    def authenticate_credentials(self, token: bytes) -> tuple[Person, Token]:
        """By one read; the package's own takes two, and breaks on what is no text."""
        secret = token.decode()
        rows = sql.select(OWNED, COLUMNS, {"t.token_key =": key_of(secret), **ACTIVE})
        used = _use_one(secret, rows)
        if used is None:
            raise AuthenticationFailed("There is no such token, or no longer.")
        return used


def _read_with_game(request: Request, secret: str) -> tuple[Person, Token] | None:
    """By one read with the game that the call is about; None where either is not there."""
    view, game_id = request.parser_context["view"], request.parser_context["kwargs"].get("game_id")
    if game_id is None:
        return None
    tables, columns = SOURCES[view.acts]
    wanted = {"g.id =": game_id, "t.token_key =": key_of(secret), **ACTIVE}
    rows = sql.select(f"{tables}, {OWNED}", (*COLUMNS, *columns), wanted)
    used = _use_one(secret, rows)
    if used is not None:
        person, token = used
        own = [row[len(COLUMNS) :] for row in rows if row[DIGEST] == token.digest]
        view.read = view_of(person, game_id, own, to_act=view.acts)
    return used


def _use_one(secret: str, rows: Iterable[tuple[Any, ...]]) -> tuple[Person, Token] | None:
    """Of the rows that begin with `COLUMNS`, those of the token."""
    of_person = DIGEST + len(TOKEN)
    for row in rows:
        if use(secret, *row[: DIGEST + 1]):
            return (
                Person.from_db(connection.alias, PERSON, row[of_person : len(COLUMNS)]),
                Token.from_db(connection.alias, TOKEN, row[DIGEST:of_person]),
            )
    return None


def secret_in(request: HttpRequest | Request) -> str | None:
    # `request.headers` would read all of them.
    header: str = request.META.get("HTTP_AUTHORIZATION", "")
    words = header.encode(HTTP_HEADER_ENCODING).split()
    if not words:
        return None
    if words[0].lower() not in SCHEMES or len(words) != 2:
        raise AuthenticationFailed("Authorization takes one token: Token …, or Bearer ….")
    return words[1].decode("ascii", "replace")


def key_of(secret: str) -> str:
    """What a token's row is found by; whether it is the token, `use` says."""
    return secret[: CONSTANTS.TOKEN_KEY_LENGTH]


def use(secret: str, expiry: Any, used: Any, digest: str) -> bool:
    """Whether this is the token, and no end of it has come; then its use is noted."""
    is_it = compare_digest(digest, hash_token(secret))
    if not is_it or (expiry is not None and sql.moment(expiry) <= now()):
        return False
    _note_use(digest, used)
    return True


def _note_use(digest: str, used: Any) -> None:
    """Once an hour: who looks at their tokens wants to know which are in use."""
    at = now()
    if used is not None and sql.moment(used) > at - NOTE_EVERY:
        return
    is_old = Q(used=None) | Q(used__lte=at - NOTE_EVERY)
    Token.objects.filter(is_old, digest=digest).update(used=at)


# In the order of the models, as `from_db` wants them; it reads any other field when that is asked.
TOKEN = ("digest", "token_key", "user_id", "name", "scope")
PERSON = ("id", "is_superuser", "username", "is_staff", "is_active", "name", "guest", "left")
ACTIVE = {"p.is_active =": True}
OWNED = "games_token t JOIN games_person p ON p.id = t.user_id"
COLUMNS = (
    "t.expiry",
    "t.used",
    *(f't."{name}"' for name in TOKEN),
    *(f'p."{name}"' for name in PERSON),
)
DIGEST = 2
"""Where it stands among them."""


class WrongScope(PermissionDenied):
    default_code = "wrong-scope"

    def __init__(self, wanted: Token.Scope, scopes: Sequence[Token.Scope]) -> None:
        self.facts = {"scope": wanted, "scopes": scopes}
        self.headers = {"WWW-Authenticate": f'Bearer error="insufficient_scope", scope="{wanted}"'}
        had = " and ".join(scopes)
        super().__init__(f"This takes a token with the scope {wanted}; this one may {had}.")


class WithinScope(BasePermission):
    """Reading is for everybody who may see the game; what changes one takes a token for that."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        reads = request.method in ("GET", "HEAD", "OPTIONS") or getattr(view, "only_reads", False)
        if reads and not getattr(view, "for_members", False):
            return True
        if not request.user.is_authenticated:
            return False
        token = cast("Token | None", request.auth)
        wanted: Token.Scope = getattr(view, "scope", Token.Scope.PLAY)
        if reads or token is None or wanted in token.scopes:
            return True
        raise WrongScope(wanted, token.scopes)


class Throttle(BaseThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        person = person_of(request)
        who = None if person is None else person.pk, source_of(request), now()
        calls = count_call(*who)
        request.calls = calls  # type: ignore[attr-defined]
        if calls is not None:
            request._request.counted = who  # type: ignore[attr-defined]  # noqa: SLF001 - it wraps it
        self.seconds = calls.seconds if calls else 0
        return calls is None or calls.allowed

    def wait(self) -> float:
        return self.seconds
