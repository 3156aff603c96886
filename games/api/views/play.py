"""Choices and turns: offered, tried out, played and taken back."""

from collections.abc import Iterable
from uuid import UUID

import msgspec
from msgspec import Struct
from rest_framework.request import Request
from rest_framework.response import Response

from games.api import answers, bodies
from games.api.answers import Preview, WhatIfAnswer, WhatIfStep
from games.api.game_table import game_table
from games.api.schema import call
from games.api.views.base import ApiView, answer_unless_known
from games.api.wire import body_of, expected_version, read
from games.domain import Command, State
from games.domain.commands import BoomBody, Choice, DraftBody, TownBody, TurnBody, command
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.lobby import choice_awaited
from games.domain.moves import options
from games.domain.notation import WORDS, format, sheet
from games.domain.table import table
from games.domain.take_backs import TakeBack
from games.hints import Hint, hints
from games.reasons import tell_reason
from games.variations import VariationStep, base_state, draw_seed


def view_of_choice(operation: str, summary: str, kind: Choice, body: type[Struct]) -> type[ApiView]:
    class Play(ApiView):
        @call(operation, summary, takes=body)
        def post(self, request: Request, game_id: UUID) -> Response:
            view = self.see(game_id)
            seat = view.require_seat()
            expected = expected_version(request, view.version, required=True)
            order = command(kind, seat, body_of(request), view.state.board)
            return self.act(view, order, expected)

    return Play


ChooseTown = view_of_choice("chooseTown", "Choose a starting town", "town", TownBody)
PlaceBoom = view_of_choice(
    "placeBoom", "Put the Boom marker beside its first city", "boom", BoomBody
)
Draft = view_of_choice("draft", "Choose or place a tile of the layout", "draft", DraftBody)
TakeTurn = view_of_choice("takeTurn", "Play a turn; {} is a pass", "turn", TurnBody)


class TakeItBack(ApiView):
    @call("takeBack", "Go back to where a turn began, as was agreed", takes=bodies.BackTo)
    def post(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        order = TakeBack(read(request, bodies.BackTo).to_version, view.require_seat())
        return self.act(view, order, expected_version(request, view.version, required=False))


class Choices(ApiView):
    @call("getOptions", "What the seat to move may do, with costs")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        return answer_unless_known(request, view, view.version, lambda: options(view.state))


class Hints(ApiView):
    for_members = True

    @call("getHints", "Good turns for you who are to move, each with its reasons")
    def get(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        told = tuple(hint_answer(view.state, each) for each in hints(view))
        return Response(answers.Hints(view.version, view.state.mover, told))


def hint_answer(state: State, hint: Hint) -> answers.Hint:
    board, plain = state.board, msgspec.to_builtins(hint.order)
    return answers.Hint(
        {name: value for name, value in plain.items() if name not in ("type", "seat")},
        format(hint.order, "en", board),
        round(hint.points, 1),
        tuple(
            tell_reason(each, board, "en", lambda seat: WORDS["en"].colours[board.colours[seat]])
            for each in hint.reasons
        ),
    )


class PreviewTurn(ApiView):
    only_reads = True

    @call("previewTurn", "A turn of the seat to move; nothing is stored", takes="Order")
    def post(self, request: Request, game_id: UUID) -> Response:
        view = self.see(game_id)
        expected = expected_version(request, view.version, required=False)
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
        base = base_state(view, body.at)
        steps = tuple(map(what_if_step, play_turns(base, body.turns)))
        return Response(WhatIfAnswer(base.version, table(base), steps))


def play_turns(state: State, turns: Iterable[dict[str, object]]) -> tuple[VariationStep, ...]:
    """Each by whoever is to move then; a refusal says which of them it is about."""
    steps = []
    for number, turn in enumerate(turns):
        try:
            order = draw_seed(_order(state, turn))
            events, after = judge(state, order)
        except Refusal as refusal:
            refusal.facts["turn"] = number
            raise
        steps.append(VariationStep(state.mover, order, events, after))
        state = after
    return tuple(steps)


def what_if_step(step: VariationStep) -> WhatIfStep:
    return WhatIfStep(step.seat, step.events, "; ".join(sheet(step.events)), table(step.after))


def _order(state: State, body: dict[str, object]) -> Command:
    return command(choice_awaited(state), state.mover, body, state.board)
