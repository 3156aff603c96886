from typing import Any, cast
from uuid import UUID

from rest_framework.exceptions import AuthenticationFailed, NotAuthenticated, PermissionDenied
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from games import doors
from games.access import GameView, NoAccess, StillAGuest, person_of, see_game
from games.api.answers import played_answer
from games.api.auth import limit_headers
from games.api.polls import is_among
from games.api.wire import command_id
from games.domain.lobby import TakeOver, TakeSeat
from games.invitations import sit_down
from games.models import Invitation, Person
from games.services import Outcome

FOR_EVER = "max-age=31536000, immutable"
NO_CACHE = "no-cache"
NO_STORE = {"Cache-Control": "no-store"}


class ApiView(APIView):
    only_reads = False
    """A POST that changes nothing."""
    for_members = False
    """Also reading takes somebody who is signed in."""

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        try:
            super().initial(request, *args, **kwargs)
        except (NotAuthenticated, AuthenticationFailed, PermissionDenied):
            # Who is sent away has called too.
            self.check_throttles(request)
            raise

    def finalize_response(
        self, request: Request, response: Response, *args: Any, **kwargs: Any
    ) -> Response:
        for name, value in limit_headers(request).items():
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

    def see(self, game_id: UUID) -> GameView:
        return see_game(person_of(self.request), game_id)

    def key(self) -> str:
        """The id of the command that this call is, if the caller gave it one."""
        return command_id(self.request, self.person().pk)

    def act(
        self, view: GameView, order: doors.PersonsOrder, expected: int | None = None
    ) -> Response:
        return answer_played(doors.act(view, order, expected=expected, command_id=self.key()))

    def sit(self, order: TakeSeat | TakeOver, invitation: Invitation) -> Response:
        return answer_played(sit_down(order, self.person(), invitation, command_id=self.key()))


def answer_played(outcome: Outcome) -> Response:
    answer = played_answer(outcome.game_id, outcome.table, outcome.events)
    return Response(answer, headers={"ETag": etag_of(outcome.version)})


def etag_of(tag: int | str) -> str:
    """A table's is its version."""
    return f'"{tag}"'


def is_known(request: Request, tag: int | str) -> bool:
    """Does the caller have this answer already?"""
    return is_among(request.headers.get("If-None-Match", ""), tag)


def not_modified(tag: int | str) -> Response:
    response = Response(status=304)
    response["ETag"] = etag_of(tag)
    response["Cache-Control"] = NO_CACHE
    return response


def answer_for_cache(view: GameView, tag: int | str, *, for_ever: bool, data: object) -> Response:
    """An answer that may be kept, by everybody where everybody may see the game."""
    who = "public" if view.watch == "public" else "private"
    headers = {
        "ETag": etag_of(tag),
        "Cache-Control": f"{who}, {FOR_EVER}" if for_ever else NO_CACHE,
        "Vary": "Authorization, Cookie",
    }
    return Response(data, headers=headers)


class NothingHere(ApiView):
    schema = None

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        super().initial(request, *args, **kwargs)
        raise NoAccess(request.path)


nothing_here = NothingHere.as_view()
