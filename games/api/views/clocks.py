"""Time agreed on by those at the table: pauses, and seats that were given up."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import see_kept_seat
from games.api import bodies
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.wire import read
from games.clocks import seconds_of
from games.domain.lobby import AgreePause, EndPause, TakeOver
from games.edge import now
from games.invitations import invitation_by


class PauseGame(ApiView):
    @call(
        "pauseGame",
        "Agree to a pause; with the last of the players the clock stops",
        takes=bodies.Nothing,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        read(request, bodies.Nothing)
        view = self.see(game_id)
        return self.act(view, AgreePause(view.require_seat()))


class ResumeGame(ApiView):
    @call(
        "resumeGame",
        "End a pause that all agreed to, or take back your own agreement",
        takes=bodies.Nothing,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        read(request, bodies.Nothing)
        view = self.see(game_id)
        return self.act(view, EndPause(view.require_seat()))


class TakeOverSeat(ApiView):
    @call(
        "takeOverSeat",
        "Take a seat that lost two turns in a row to the clock, or your own again",
        takes=bodies.TakeOver,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, person = read(request, bodies.TakeOver), self.member()
        invitation = invitation_by(body.invitation, game_id)
        order = TakeOver(body.seat, person.pk, seconds_of(now()))
        if invitation is None:
            return self.act(see_kept_seat(person, game_id), order)
        return self.sit(order, invitation)
