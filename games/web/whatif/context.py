"""What the what-if page shows: a position of a line, what can be tried there, all lines compared."""

from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.access import GameView, own_seat
from games.bots.suggestions import suggestions
from games.domain import State
from games.domain.commands import KINDS
from games.domain.notation import sheet
from games.domain.story import differences
from games.models import Line, Person
from games.queries import table_at
from games.variations import MOST_STEPS, VariationStep, end_state, select_variations
from games.web.requests import field
from games.web.table import standings
from games.web.table.panel import panel_for, preview_of
from games.web.wording import Names, colour_name, current_language

Context = dict[str, object]


class VariationRow(Struct, frozen=True):
    """How all stand at the end of a line; without a line, in the game itself."""

    variation: Line | None
    turn: int
    players: tuple[standings.PlayerRow, ...]


class StepRow(Struct, frozen=True):
    number: int
    colour: str
    words: str


class TurnStart(Struct, frozen=True):
    """Where a turn of the game began."""

    version: int
    turn: int
    colour: str


class Position(Struct, frozen=True):
    """A moment of a line: `at` steps after its base."""

    base: State
    steps: tuple[VariationStep, ...]
    at: int

    @property
    def state(self) -> State:
        return self.steps[self.at - 1].after if self.at else self.base

    @property
    def before(self) -> State:
        return self.steps[self.at - 2].after if self.at > 1 else self.base

    @property
    def is_end(self) -> bool:
        return self.at == len(self.steps)

    @property
    def can_go_on(self) -> bool:
        """Can a step be tried here?"""
        return self.is_end and self.state.status in KINDS and self.at < MOST_STEPS


def board_context(position: Position) -> Context:
    """The board, with what the last step changed."""
    state = position.state
    return {"state": state, "board_state": state, "changed": differences(position.before, state)}


def draft_context(position: Position, form: QueryDict, *, is_new: bool) -> Context:
    """The draft of whoever is to move; in a new line its form says where the line begins."""
    state = position.state
    panel = panel_for(state, form)
    if is_new:
        panel = replace(panel, fields=(("at", str(state.version)), *panel.fields))
    after = state if panel.preview is None else panel.preview.after
    changes = differences(state, after)
    return {
        **board_context(position),
        "trying": True,
        "panel": panel,
        "board_state": after,
        "draft_changes": changes,
        "redraw": (*form.get("redraw", "").split(), *changes),
        "orders": field(form, "orders"),
    }


def variation_context(
    view: GameView, position: Position, names: Names, reader: Person | None
) -> Context:
    """What the page shows to everybody who may see the line."""
    state = position.state
    return {
        **board_context(position),
        "game_id": view.game_id,
        "game": view.state,
        "base": position.base,
        "at": position.at,
        "last": len(position.steps),
        "is_end": position.is_end,
        "players": standings.players(state, position.base, names, reader),
        "steps": [_step_row(number, step) for number, step in enumerate(position.steps, 1)],
        "mover": "" if state.to_move is None else state.board.colours[state.to_move],
    }


def owner_context(view: GameView, person: Person, position: Position, names: Names) -> Context:
    """What the page shows to the owner beside that."""
    state = position.state
    return {
        "ideas": [preview_of(state, order) for order in suggestions(state)]
        if position.can_go_on
        else [],
        "may_answer": position.can_go_on and state.to_move != owners_seat(person, position.base),
        "is_full": position.at >= MOST_STEPS,
        "turn_starts": _turn_starts(view),
        "variation_rows": _variation_rows(view, person, names),
    }


def owners_seat(person: Person, base: State) -> int:
    """The seat for which the computer does not answer; for a watcher, the seat to move at the base."""
    seats = (own_seat(person, base), base.to_move)
    return next((seat for seat in seats if seat is not None), -1)


def next_name(person: Person, game_id: UUID) -> str:
    """The name of a new line, until its owner renames it."""
    return _("Line %(number)s") % {"number": select_variations(person, game_id).count() + 1}


def _step_row(number: int, step: VariationStep) -> StepRow:
    state = step.after
    words = " ".join(sheet(step.events, current_language(), state.board))
    return StepRow(number, state.board.colours[step.seat], words)


def _turn_starts(view: GameView) -> list[TurnStart]:
    """The latest first."""
    starts = table_at(view.game_id, view.version).turn_starts
    rows = [TurnStart(each.version, each.turn, colour_name(each, each.mover)) for each in starts]
    return rows[::-1]


def _variation_rows(view: GameView, person: Person, names: Names) -> list[VariationRow]:
    def row(variation: Line | None, end: State) -> VariationRow:
        return VariationRow(variation, end.turn, standings.players(end, end, names, person))

    rows = [
        row(variation, end_state(variation))
        for variation in select_variations(person, view.game_id).defer("steps")
    ]
    return [row(None, view.state), *rows] if rows else []
