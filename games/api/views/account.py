"""Who calls, the turns that wait for them, their holidays, and what may act for them."""

import re
from typing import cast

from django.contrib.auth import update_session_auth_hash
from msgspec.structs import asdict
from rest_framework.exceptions import PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response

from games.access import NoAccess
from games.api import account, answers, bodies
from games.api.once import NO_STORE
from games.api.polls import SECONDS_TO_WAIT
from games.api.schema import call
from games.api.views.base import ApiView, answer_removed
from games.api.views.lobby import Pages, unix_time
from games.api.wire import check_printable, read
from games.domain.state import Status
from games.edge import now
from games.holidays import DAYS_A_YEAR, take_holiday
from games.models import TOKEN_BEGINNING, Game, Holiday, Token
from games.people import make_token
from games.queries import waiting_turns
from games.sessions import describe_browser, end_all_sign_ins, end_sign_in, sign_ins


class WhoAmI(ApiView):
    for_members = True

    @call("whoAmI", "The number and the name that tables and lists know you by")
    def get(self, request: Request) -> Response:
        person = self.person()
        return Response(answers.Me(person.pk, person.display_name))


class PagesOfTurns(Pages):
    ordering = ("due", "id")


class Turns(ApiView):
    for_members = True

    @call("listTurns", "The games in which it is your turn, the most urgent first")
    def get(self, request: Request) -> Response:
        pages = PagesOfTurns()
        page = pages.read_page(waiting_turns(self.person()), request, self)
        answer = answers.Turns(**pages.addresses(), results=tuple(map(_waiting_turn, page)))
        return Response(answer, headers={"Retry-After": SECONDS_TO_WAIT})


class Holidays(ApiView):
    for_members = True

    @call("listHolidays", "Your holidays, on which no time of yours runs")
    def get(self, request: Request) -> Response:
        mine = Holiday.objects.filter(person=self.person()).order_by("first")
        results = tuple(account.Holiday(each.first, each.last) for each in mine)
        return Response(account.Holidays(DAYS_A_YEAR, results))

    @call("takeHoliday", "Write a holiday down; it cannot be given back", takes=account.Holiday)
    def post(self, request: Request) -> Response:
        wanted, person = read(request, account.Holiday), self.member()

        def take() -> Response:
            taken = take_holiday(person, wanted.first, wanted.last, at=now())
            return Response(account.Holiday(taken.first, taken.last), status=201)

        return self.once(take)


def _waiting_turn(game: Game) -> answers.WaitingTurn:
    return answers.WaitingTurn(
        game=game.pk,
        name=game.name,
        version=game.version,
        status=cast("Status", game.status),
        turn=game.turn,
        seat=game.seat,  # type: ignore[attr-defined]  # `waiting_turns` adds it
        deadline=unix_time(game.deadline),
        changed=game.changed,
    )


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

        def make() -> Response:
            row, secret = make_token(self.member(), body.name, body.scopes, body.days)
            answer = answers.MadeToken(**asdict(_token(row)), token=secret)
            return Response(answer, status=201, headers=NO_STORE)

        return self.once(make)


class OneToken(ApiView):
    for_members = True

    @call("revokeToken", "Revoke a token of yours")
    def delete(self, request: Request, token: str) -> Response:
        if not re.fullmatch(f"[0-9a-f]{{{TOKEN_BEGINNING}}}", token):
            raise NoAccess(token)
        gone, _ = Token.objects.filter(user=self.person(), token_key__startswith=token).delete()
        return answer_removed(gone, token)


def _token(row: Token) -> answers.Token:
    return answers.Token(
        id=row.beginning,
        name=row.name,
        scopes=cast("tuple[answers.Scope, ...]", row.scopes),
        created=row.created,
        used=row.used,
        expires=row.expiry,
    )


class Sessions(ApiView):
    for_members = True

    @call("listSessions", "The browsers in which you are signed in, the one used last first")
    def get(self, request: Request) -> Response:
        key = _key_of_session(request)
        sessions = tuple(
            answers.Session(
                id=sign_in.pk,
                browser=describe_browser(sign_in.browser),
                address=sign_in.address,
                began=sign_in.began,
                seen=sign_in.seen,
                this=sign_in.key == key,
            )
            for sign_in in sign_ins(self.person(), now())
        )
        return Response(answers.Sessions(sessions))

    @call("endSessions", "Sign out of every browser but the one that asks; tokens stay")
    def delete(self, request: Request) -> Response:
        end_all_sign_ins(self.person(), now(), but=_key_of_session(request))
        if request.auth is None:
            update_session_auth_hash(request._request, self.person())  # noqa: SLF001 - it wraps it
        return Response(status=204)


class OneSession(ApiView):
    for_members = True

    @call("endSession", "Sign out of one browser")
    def delete(self, request: Request, session: int) -> Response:
        return answer_removed(end_sign_in(self.person(), session), session)


def _key_of_session(request: Request) -> str | None:
    """Of the session that asks, if one does."""
    return request.session.session_key if request.auth is None else None
