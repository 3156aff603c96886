from collections.abc import Callable, Collection
from typing import Any, cast
from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.urls import resolve
from django.views.decorators.csrf import csrf_exempt
from rest_framework.exceptions import (
    AuthenticationFailed,
    MethodNotAllowed,
    NotAuthenticated,
    PermissionDenied,
)
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import doors
from games.access import GameView, NoAccess, StillAGuest, person_of, require_sight, see_game
from games.api.answers import played_answer
from games.api.once import answer_once
from games.api.schema import CallSchema
from games.api.tags import etag_of, keeping, known_tag
from games.api.wire import command_id
from games.domain.errors import Unreadable
from games.domain.lobby import TakeOver, TakeSeat
from games.invitations import sit_down
from games.limits import Count
from games.models import Invitation, Person, Token
from games.services import Outcome

LONGEST_NAME = 40


class ApiView(APIView):
    schema: CallSchema | None = CallSchema()
    only_reads = False
    """A POST that changes nothing."""
    scope = Token.Scope.PLAY
    """What a token has to have for what changes something."""
    for_members = False
    """Also reading takes somebody who is signed in."""
    read: GameView | None = None
    """The game that the call is about, where it was read with the token."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        done_by = getattr(self, str(request.method).lower(), None)
        try:
            super().initial(request, *args, **kwargs)
        except (NotAuthenticated, AuthenticationFailed, PermissionDenied) as error:
            # Who is sent away has called too.
            self.check_throttles(request)
            if done_by is None and not isinstance(error, AuthenticationFailed):
                raise MethodNotAllowed(str(request.method)) from error
            raise
        if done_by is not None:
            _check_query(request, getattr(done_by, "query_names", ()))

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        calls: Count | None = getattr(request, "calls", None)
        for name, value in calls.headers().items() if calls else ():
            response[name] = value
        return super().finalize_response(request, response, *args, **kwargs)

    def person(self) -> Person:
        """Where the permission has made sure that somebody is signed in."""
        return cast("Person", self.request.user)

    def member(self) -> Person:
        """What others are told of, or what lasts, is not for guests."""
        person = self.person()
        if person.guest:
            raise StillAGuest
        return person

    @property
    def acts(self) -> bool:
        return self.request.method == "POST" and not self.only_reads

    def see(self, game_id: UUID) -> GameView:
        read, self.read = self.read, None
        if read is None:
            return see_game(person_of(self.request), game_id, to_act=self.acts)
        return require_sight(read, game_id)

    def key(self) -> str:
        """The id of the command that this call is, if the caller gave it one."""
        return command_id(self.request, self.person().pk)

    def once(self, make: Callable[[], Response]) -> Response:
        """What makes something else than a move, done once for its key."""
        key = self.key()
        return answer_once(self.request, self.person(), key, make) if key else make()

    def act(
        self, view: GameView, order: doors.PersonsOrder, expected: int | None = None
    ) -> Response:
        return answer_played(doors.act(view, order, expected=expected, command_id=self.key()))

    def sit(self, order: TakeSeat | TakeOver, invitation: Invitation) -> Response:
        return answer_played(sit_down(order, self.person(), invitation, command_id=self.key()))


def _check_query(request: Request, known: Collection[str]) -> None:
    """A name that is passed over would be taken for one that did what it says."""
    for name in request.query_params:
        if name not in known:
            wanted = f"known are {', '.join(sorted(known))}" if known else "this call takes none"
            problem = f"unknown in the query; {wanted}"
            raise Unreadable(name, sorted(known), path=name[:LONGEST_NAME], problem=problem)


def answer_played(outcome: Outcome) -> Response:
    answer = played_answer(outcome.game_id, outcome.table, outcome.events, outcome.shown)
    return Response(answer, headers={"ETag": etag_of(outcome.version)})


def answer_unless_known(
    request: Request,
    view: GameView,
    name: int | str,
    make: Callable[[], object],
    *,
    for_ever: bool = False,
    bare: bool = False,
) -> Response:
    """An answer that may be kept; nothing is made for who has it."""
    headers = keeping(view.watch, for_ever=for_ever)
    return _answer_kept(request, name, make, headers, bare=bare)


def answer_own(request: Request, name: int, make: Callable[[], object]) -> Response:
    """As `answer_unless_known`, of what is the reader's alone, also of a public game."""
    return _answer_kept(request, name, make, keeping("private"))


def _answer_kept(
    request: Request,
    name: int | str,
    make: Callable[[], object],
    headers: dict[str, str],
    *,
    bare: bool = False,
) -> Response:
    known = known_tag(request.headers.get("If-None-Match", ""), name, bare=bare)
    if known is not None:
        return Response(status=304, headers={"ETag": known, **headers})
    return Response(make(), headers={"ETag": etag_of(name), **headers})


def answer_removed(found: object, name: object) -> Response:
    if not found:
        raise NoAccess(str(name))
    return Response(status=204)


class NothingHere(ApiView):
    schema = None
    permission_classes = ()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        APIView.initial(self, request, *args, **kwargs)
        raise NoAccess(request.path)


@csrf_exempt
def nothing_here(request: HttpRequest) -> HttpResponse:
    """An address that lacks only its last slash leads on, with its body."""
    path = f"{request.path_info}/"
    if not path.endswith("//") and resolve(path).func is not nothing_here:
        query = request.META.get("QUERY_STRING", "")
        return HttpResponse(status=308, headers={"Location": f"{path}?{query}" if query else path})
    return NothingHere.as_view()(request)
