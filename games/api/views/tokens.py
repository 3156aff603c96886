"""Tokens for programs: named, scoped, expiring, revoked at once."""

import re
from datetime import timedelta
from typing import cast

from msgspec.structs import asdict
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import answers, bodies
from games.api.once import NO_STORE
from games.api.schema import call
from games.api.views.base import ApiView, answer_removed
from games.api.wire import check_printable, read
from games.models import TOKEN_BEGINNING, Person, Token, scope_of


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
        body = read(request, bodies.NewToken)
        check_printable("$.name", body.name)
        return self.once(lambda: _make_token(self.member(), body))


class OneToken(ApiView):
    for_members = True

    @call("revokeToken", "Revoke a token of yours")
    def delete(self, request: Request, token: str) -> Response:
        if not re.fullmatch(f"[0-9a-f]{{{TOKEN_BEGINNING}}}", token):
            raise NoAccess(token)
        gone, _ = Token.objects.filter(user=self.person(), token_key__startswith=token).delete()
        return answer_removed(gone, token)


def _make_token(person: Person, body: bodies.NewToken) -> Response:
    row, secret = Token.objects.create(
        person, expiry=timedelta(days=body.days), name=body.name, scope=scope_of(body.scopes)
    )
    answer = answers.MadeToken(**asdict(_token(row)), token=secret)
    return Response(answer, status=201, headers=NO_STORE)


def _token(row: Token) -> answers.Token:
    return answers.Token(
        id=row.beginning,
        name=row.name,
        scopes=cast("tuple[answers.Scope, ...]", row.scopes),
        created=row.created,
        used=row.used,
        expires=row.expiry,
    )
