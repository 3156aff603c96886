"""What the what-if page shows: a position of a line, what can be tried there, all lines compared."""

from uuid import UUID

from django.http import QueryDict
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.access import GameView, own_seat
from games.domain import State
from games.domain.commands import KINDS
from games.domain.story import differences
from games.hints import ideas
from games.models import Person, Variation
from games.queries import table_at
from games.variations import MOST_STEPS, VariationStep, end_state, select_variations
from games.web.captions import Teller
from games.web.players import PlayerRow, player_rows
from games.web.table.context import Board, board_with
from games.web.table.panel import Preview, panel_for, preview_of
from games.web.turns import tell_order
from games.web.wording import Names, current_language


class VariationRow(Struct, frozen=True):
    """How all stand at the end of a line; without a line, in the game itself."""

    variation: Variation | None
    turn: int
    players: tuple[PlayerRow, ...]


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


class SharedPart(Struct, frozen=True):
    """What the page shows to everybody who may see the line; a step by its colour and words."""

    game_id: UUID
    game: State
    variation: Variation | None
    position: Position
    players: tuple[PlayerRow, ...]
    steps: list[tuple[str, str]]
    mover: str


class OwnPart(Struct, frozen=True):
    """What the page shows to the owner beside that; of `turn_starts` the latest first."""

    ideas: list[Preview]
    may_answer: bool
    is_full: bool
    turn_starts: list[TurnStart]
    variation_rows: list[VariationRow]
    link: str


def board_of(position: Position, here: str) -> Board:
    """With what the last step changed."""
    state = position.state
    changes = differences(position.before, state)
    return board_with(None, QueryDict(), here=here, state=state, changed=changes)


def draft_of(position: Position, form: QueryDict, here: str, *, is_new: bool) -> Board:
    """The draft of whoever is to move; in a new line its form says where the line begins."""
    state = position.state
    panel = panel_for(state, form)
    if is_new:
        panel = replace(panel, fields=(("at", str(state.version)), *panel.fields))
    changes = differences(position.before, state)
    return board_with(panel, form, here=here, state=state, changed=changes, trying=True)


def shared_part(
    view: GameView,
    position: Position,
    variation: Variation | None,
    names: Names,
    reader: Person | None,
) -> SharedPart:
    state = position.state
    teller = Teller(current_language(), state.board)
    return SharedPart(
        view.game_id,
        view.state,
        variation,
        position,
        player_rows(state, position.base, names, reader),
        [
            (state.board.colours[step.seat], tell_order(teller, step.events))
            for step in position.steps
        ],
        "" if state.to_move is None else state.board.colours[state.to_move],
    )


def own_part(
    view: GameView, person: Person, position: Position, names: Names, link: str
) -> OwnPart:
    state = position.state
    tried = ideas(state) if position.can_go_on else ()
    starts = table_at(view.game_id, view.version).turn_starts[::-1]
    return OwnPart(
        [preview_of(state, order) for order in tried],
        position.can_go_on and state.to_move != owners_seat(person, position.base),
        position.at >= MOST_STEPS,
        [TurnStart(each.version, each.turn, each.board.colours[each.mover]) for each in starts],
        _variation_rows(view, person, names),
        link,
    )


def owners_seat(person: Person, base: State) -> int:
    """The seat for which the computer does not answer; for a watcher, the seat to move at the base."""
    seats = (own_seat(person, base), base.to_move)
    return next((seat for seat in seats if seat is not None), -1)


def next_name(person: Person, game_id: UUID) -> str:
    """The name of a new line, until its owner renames it."""
    return _("Line %(number)s") % {"number": select_variations(person, game_id).count() + 1}


def _variation_rows(view: GameView, person: Person, names: Names) -> list[VariationRow]:
    def row(variation: Variation | None, end: State) -> VariationRow:
        return VariationRow(variation, end.turn, player_rows(end, end, names, person))

    rows = [
        row(variation, end_state(variation))
        for variation in select_variations(person, view.game_id).defer("steps")
    ]
    return [row(None, view.state), *rows] if rows else []
