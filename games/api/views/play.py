"""Choices and turns: offered, tried out, played and taken back."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.access import seat_of
from games.api import bodies
from games.api.answers import game_table, played
from games.api.schema import call
from games.api.views.base import ApiView, answer_for_cache, etag_of, is_known, not_modified
from games.api.wire import body_of, command_id, expected_version, read
from games.changes import count_change
from games.domain import Command, Event, State
from games.domain.commands import KINDS, BoomBody, DraftBody, TownBody, TurnBody, command
from games.domain.decide import decide
from games.domain.errors import Refusal
from games.domain.evolve import replay
from games.domain.lobby import NotUnderWay
from games.domain.moves import options
from games.domain.notation import sheet
from games.domain.table import table
from games.domain.take_backs import TakeBack
from games.edge import now
from games.events.store import StaleVersion
from games.services import act
from games.variations import base_state


class Play(ApiView):
    kind: str

    def play(self, request: Request, game_id: UUID) -> Response:
        state = self.see(game_id).state
        seat = seat_of(self.person(), state)
        expected = expected_version(request, required=True)
        order = command(self.kind, seat, body_of(request), state.board)
        key = command_id(request, self.person().pk)
        outcome = act(game_id, order, actor=self.actor(), expected=expected, command_id=key)
        return Response(played(outcome), headers={"ETag": etag_of(outcome.version)})


class ChooseTown(Play):
    kind = "town"

    @call("chooseTown", "Choose a starting town", takes=TownBody)
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.play(request, game_id)


class PlaceBoom(Play):
    kind = "boom"

    @call("placeBoom", "Put the Boom marker beside its first city", takes=BoomBody)
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.play(request, game_id)


class Draft(Play):
    kind = "draft"

    @call("draft", "Choose or place a tile of the layout", takes=DraftBody)
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.play(request, game_id)


class TakeTurn(Play):
    kind = "turn"

    @call("takeTurn", "Play a turn; {} is a pass", takes=TurnBody)
    def post(self, request: Request, game_id: UUID) -> Response:
        return self.play(request, game_id)


class TakeItBack(ApiView):
    @call("takeBack", "Go back to where a turn began, as was agreed", takes=bodies.BackTo)
    def post(self, request: Request, game_id: UUID) -> Response:
        seat = seat_of(self.person(), self.see(game_id).state)
        order = TakeBack(read(request, bodies.BackTo).to_version, seat)
        expected = expected_version(request, required=False)
        key = command_id(request, self.person().pk)
        with count_change(game_id, order, self.person(), now(), command_id=key):
            outcome = act(game_id, order, actor=self.actor(), expected=expected, command_id=key)
        return Response(played(outcome), headers={"ETag": etag_of(outcome.version)})


class Choices(ApiView):
    @call("getOptions", "What the seat to move may do, with costs")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        if is_known(request, view.version):
            return not_modified(view.version)
        return answer_for_cache(view, view.version, for_ever=False, data=options(view.state))


class PreviewTurn(ApiView):
    only_reads = True

    @call("previewTurn", "A turn of the seat to move; nothing is stored", takes=TurnBody)
    def post(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        expected = expected_version(request, required=False)
        if expected not in (None, view.version):
            raise StaleVersion(expected or 0, view.version)
        state = view.state
        events = decide(state, _order(state, body_of(request)))
        after = game_table(game_id, replay(events, state))
        return Response({"events": events, "table": after})


class PlayOn(ApiView):
    only_reads = True

    @call("whatIf", "Play on from any point for all seats; nothing is stored", takes=bodies.WhatIf)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.WhatIf)
        view = self.see(game_id)
        begin = state = base_state(view, body.at)
        steps = []
        for number, turn in enumerate(body.turns):
            seat, events = state.to_move, _decide(state, turn, number)
            state = replay(events, state)
            line = "; ".join(sheet(events))
            steps.append({"seat": seat, "events": events, "line": line, "table": table(state)})
        return Response({"at": begin.version, "table": table(begin), "steps": steps})


def _decide(state: State, turn: dict[str, object], number: int) -> tuple[Event, ...]:
    try:
        return decide(state, _order(state, turn))
    except Refusal as refusal:
        refusal.facts["turn"] = number
        raise


def _order(state: State, body: dict[str, object]) -> Command:
    kind = KINDS.get(state.status)
    if kind is None:
        raise NotUnderWay(state.status)
    return command(kind, state.mover, body, state.board)
