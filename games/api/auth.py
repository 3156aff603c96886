"""Who calls: a token with a scope, or the session of the page; and how often."""

from hmac import compare_digest
from typing import TYPE_CHECKING, cast

from django.http import HttpRequest
from knox.auth import TokenAuthentication
from knox.crypto import hash_token
from knox.settings import CONSTANTS
from rest_framework.authentication import get_authorization_header
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle

from games.access import person_of
from games.edge import now
from games.events import sql
from games.limits import Count, count_call, source_of
from games.models import Person, Token

if TYPE_CHECKING:
    from rest_framework.views import APIView  # the framework reads its settings there


SCHEMES = (b"token", b"bearer")


class ByToken(TokenAuthentication):  # type: ignore[misc]  # the package has no types
    """`Authorization: Token …`, or `Bearer …`, as many programs say without asking."""

    def authenticate(self, request: HttpRequest | Request) -> tuple[Person, Token] | None:
        words = get_authorization_header(cast("Request", request)).split()
        if not words:
            return None
        if words[0].lower() not in SCHEMES or len(words) != 2:
            raise AuthenticationFailed("Authorization takes one token: Token …, or Bearer ….")
        return self.authenticate_credentials(words[1])

    def authenticate_credentials(self, token: bytes) -> tuple[Person, Token]:
        """By one read; the package's own takes two, and breaks on what is no text."""
        secret = token.decode("ascii", "replace")
        key = secret[: CONSTANTS.TOKEN_KEY_LENGTH]
        for row in sql.select(OWNED, COLUMNS, {"t.token_key =": key, "p.is_active =": True}):
            *fields, expiry, staff, superuser, username, name = row
            if not compare_digest(fields[0], hash_token(secret)):
                continue
            if expiry is None or sql.moment(expiry) > now():
                token_row = Token(**dict(zip(FIELDS, fields, strict=True)))
                person = Person(id=token_row.user_id, username=username, name=name)
                person.is_staff, person.is_superuser = staff, superuser
                return person, token_row
        raise AuthenticationFailed("There is no such token, or no longer.")


FIELDS = ("digest", "token_key", "user_id", "name", "scope")
OWNED = "games_token t JOIN games_person p ON p.id = t.user_id"
OWNER = ("p.is_staff", "p.is_superuser", "p.username", "p.name")
COLUMNS = (*(f"t.{name}" for name in FIELDS), "t.expiry", *OWNER)


class WithinScope(BasePermission):
    """Reading is for everybody who may see the game; what changes one takes a token to play."""

    def has_permission(self, request: Request, view: "APIView") -> bool:
        reads = request.method in ("GET", "HEAD", "OPTIONS") or getattr(view, "only_reads", False)
        if reads and not getattr(view, "for_members", False):
            return True
        if not request.user.is_authenticated:
            return False
        token = cast("Token | None", request.auth)
        if reads or token is None or token.scope == Token.Scope.PLAY:
            return True
        raise PermissionDenied("This token may only read.", code="wrong-scope")


class Throttle(BaseThrottle):
    def allow_request(self, request: Request, view: "APIView") -> bool:
        person = person_of(request)
        calls = count_call(None if person is None else person.pk, source_of(request), now())
        request.calls = calls  # type: ignore[attr-defined]
        self.seconds = calls.seconds if calls else 0
        return calls is None or calls.allowed

    def wait(self) -> float:
        return self.seconds


def limit_headers(request: Request) -> dict[str, str]:
    calls: Count | None = getattr(request, "calls", None)
    return {} if calls is None else calls.headers()
