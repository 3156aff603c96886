"""What those at the table agree on: pauses, the ruleset, and seats that were given up."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import see_kept_seat
from games.api import bodies
from games.api.schema import call
from games.api.views.base import ApiView
from games.api.wire import read
from games.domain.lobby import AgreePause, EndPause, TakeOver
from games.domain.ruleset_change import AgreeRuleset, KeepRuleset
from games.edge import now
from games.invitations import invitation_by


def view_of_pause(
    operation: str, summary: str, order: type[AgreePause | EndPause]
) -> type[ApiView]:
    class Pause(ApiView):
        @call(operation, summary, takes=bodies.Nothing)
        def post(self, request: Request, game_id: UUID) -> Response:
            read(request, bodies.Nothing)
            view = self.see(game_id)
            return self.act(view, order(view.require_seat()))

    return Pause


PauseGame = view_of_pause(
    "pauseGame", "Agree to a pause; with the last of the players the clock stops", AgreePause
)
ResumeGame = view_of_pause(
    "resumeGame", "End a pause that all agreed to, or take back your own agreement", EndPause
)


class ChooseRuleset(ApiView):
    @call(
        "chooseRuleset",
        "Agree to a newer ruleset, by which the game goes on once all have, or take that back",
        takes=bodies.WantedRuleset,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, view = read(request, bodies.WantedRuleset), self.see(game_id)
        seat = view.require_seat()
        if body.ruleset == view.state.setup.ruleset:
            return self.act(view, KeepRuleset(seat))
        return self.act(view, AgreeRuleset(seat, body.ruleset))


class TakeOverSeat(ApiView):
    @call(
        "takeOverSeat",
        "Take a seat that lost two turns in a row to the clock, or your own again",
        takes=bodies.TakeOver,
    )
    def post(self, request: Request, game_id: UUID) -> Response:
        body, person = read(request, bodies.TakeOver), self.member()
        invitation = invitation_by(body.invitation, game_id)
        order = TakeOver(body.seat, person.pk, int(now().timestamp()))
        if invitation is None:
            return self.act(see_kept_seat(person, game_id), order)
        return self.sit(order, invitation)
