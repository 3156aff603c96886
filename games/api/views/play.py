"""Choices and turns: offered, tried out, played and taken back."""

from uuid import UUID

from rest_framework.request import Request
from rest_framework.response import Response

from games.api import bodies
from games.api.answers import Preview, WhatIfAnswer, WhatIfStep, game_table
from games.api.schema import call
from games.api.views.base import ApiView, answer_for_cache, is_known, not_modified
from games.api.wire import body_of, expected_version, read
from games.domain import Command, Event, State
from games.domain.commands import BoomBody, DraftBody, TownBody, TurnBody, command
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.lobby import choice_awaited
from games.domain.moves import options
from games.domain.notation import sheet
from games.domain.table import table
from games.domain.take_backs import TakeBack
from games.variations import base_state


class Play(ApiView):
    kind: str

    def play(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        seat = view.require_seat()
        expected = expected_version(request, required=True)
        order = command(self.kind, seat, body_of(request), view.state.board)
        return self.act(view, order, expected)


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
        view = self.see(game_id)
        order = TakeBack(read(request, bodies.BackTo).to_version, view.require_seat())
        return self.act(view, order, expected_version(request, required=False))


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
        if expected is not None:
            view.require_version(expected)
        state = view.state
        events, after = judge(state, _order(state, body_of(request)))
        return Response(Preview(events, game_table(game_id, after)))


class PlayOn(ApiView):
    only_reads = True

    @call("whatIf", "Play on from any point for all seats; nothing is stored", takes=bodies.WhatIf)
    def post(self, request: Request, game_id: UUID) -> Response:
        body = read(request, bodies.WhatIf)
        view = self.see(game_id)
        begin = state = base_state(view, body.at)
        steps = []
        for number, turn in enumerate(body.turns):
            before = state
            events, state = _judge(before, turn, number)
            line = "; ".join(sheet(events))
            steps.append(WhatIfStep(before.mover, events, line, table(state)))
        return Response(WhatIfAnswer(begin.version, table(begin), tuple(steps)))


def _judge(state: State, turn: dict[str, object], number: int) -> tuple[tuple[Event, ...], State]:
    try:
        return judge(state, _order(state, turn))
    except Refusal as refusal:
        refusal.facts["turn"] = number
        raise


def _order(state: State, body: dict[str, object]) -> Command:
    return command(choice_awaited(state), state.mover, body, state.board)
