"""Who calls: a token with a scope, or the session of the page; and how often."""

import time
from typing import TYPE_CHECKING, cast

from django.conf import settings
from django.core.cache import cache
from knox.auth import TokenAuthentication
from rest_framework.exceptions import AuthenticationFailed, PermissionDenied
from rest_framework.permissions import BasePermission
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.throttling import BaseThrottle

from games.models import Person, Token

if TYPE_CHECKING:
    from rest_framework.views import APIView  # the framework reads its settings there

WINDOW = 60
STRANGERS_SHARE = 4


class ByToken(TokenAuthentication):  # type: ignore[misc]  # the package has no types
    """`Authorization: Token …`"""

    def authenticate_credentials(self, token: bytes) -> tuple[Person, Token]:
        if not token.isalnum():
            raise AuthenticationFailed("There is no such token.")
        try:
            person, found = super().authenticate_credentials(token)
        except AuthenticationFailed as error:
            raise AuthenticationFailed("There is no such token, or no longer.") from error
        return person, found


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


def person_of(request: Request) -> Person | None:
    return request.user if isinstance(request.user, Person) else None


class Throttle(BaseThrottle):
    """So many calls a minute, for each person, and fewer for each address without one."""

    def allow_request(self, request: Request, view: "APIView") -> bool:
        limit: int = settings.API_CALLS_A_MINUTE
        if not limit:
            return True
        person = person_of(request)
        if person is None:
            limit = max(1, limit // STRANGERS_SHARE)
        who = self.get_ident(request) if person is None else person.pk
        window, passed = divmod(int(time.time()), WINDOW)
        key = f"calls:{who}:{window}"
        cache.add(key, 0, WINDOW * 2)
        made: int = cache.incr(key)
        self.left = WINDOW - passed
        request.calls = (limit, max(0, limit - made), self.left)  # type: ignore[attr-defined]
        return made <= limit

    def wait(self) -> float:
        return self.left


def tell_limits(request: Request, response: Response) -> None:
    calls = getattr(request, "calls", None)
    if calls is not None:
        limit, left, seconds = calls
        response["RateLimit-Limit"] = str(limit)
        response["RateLimit-Remaining"] = str(left)
        response["RateLimit-Reset"] = str(seconds)
