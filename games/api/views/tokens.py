"""Who calls, and tokens for programs: named, scoped, expiring, revoked at once."""

import re
from datetime import timedelta
from typing import cast

from msgspec.structs import asdict
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import answers, bodies
from games.api.schema import call
from games.api.views.base import NO_STORE, ApiView
from games.api.wire import check_printable, read, refuse_key
from games.models import TOKEN_BEGINNING, Token


class WhoAmI(ApiView):
    for_members = True

    @call("whoAmI", "The number and the name that tables and lists know you by")
    def get(self, request: Request) -> Response:
        person = self.person()
        return Response(answers.Me(person.pk, person.display_name))


class Tokens(ApiView):
    for_members = True

    @call("listTokens", "Your tokens, the newest first")
    def get(self, request: Request) -> Response:
        mine = Token.objects.filter(user=self.person()).order_by("-created")
        return Response(answers.Tokens(tuple(_token(row) for row in mine)))

    @call(
        "createToken",
        "Make a token; only from the page, where you are signed in",
        takes=bodies.NewToken,
    )
    def post(self, request: Request) -> Response:
        if request.auth is not None:
            raise PermissionDenied("A token cannot make another one.", code="page-only")
        refuse_key(request)
        body = read(request, bodies.NewToken)
        check_printable("$.name", body.name)
        token_row, secret = Token.objects.create(
            self.member(), expiry=timedelta(days=body.days), name=body.name, scope=body.scope
        )
        answer = answers.MadeToken(**asdict(_token(token_row)), token=secret)
        return Response(answer, status=201, headers=NO_STORE)


class OneToken(ApiView):
    for_members = True

    @call("revokeToken", "Revoke a token of yours")
    def delete(self, request: Request, token: str) -> Response:
        if not re.fullmatch(f"[0-9a-f]{{{TOKEN_BEGINNING}}}", token):
            raise NoAccess(token)
        gone, _ = Token.objects.filter(user=self.person(), token_key__startswith=token).delete()
        if not gone:
            raise NoAccess(token)
        return Response(status=204)


def _token(row: Token) -> answers.Token:
    return answers.Token(
        id=row.beginning,
        name=row.name,
        scope=cast("answers.Scope", row.scope),
        created=row.created,
        expires=row.expiry,
    )
