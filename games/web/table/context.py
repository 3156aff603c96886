"""What the page of a table shows, in structs whose fields its templates name."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import asdict, replace

from games.access import GameView
from games.domain import Refusal, State
from games.domain.decide import decide
from games.domain.story import Story, differences, story
from games.domain.take_backs import TakeBack
from games.drawing import heading
from games.events import store
from games.models import Person
from games.queries import names_of
from games.web.captions import Teller
from games.web.players import PlayerRow, player_rows
from games.web.table import standings
from games.web.table.advice import Advice, advice_for
from games.web.table.agreements import Agreements, agreements_of
from games.web.table.panel import Panel, panel_for
from games.web.turns import tell_deeds, tell_results
from games.web.wording import current_language


class Board(Struct, frozen=True, kw_only=True):
    """The board, as it would be after the turn that is being put together at `here`.

    `called` names the turn that is played at the table, whatever the board shows of a draft.
    `redraw` names the places that a script has to draw anew: it drew what the last draft changed.
    """

    here: str
    state: State
    board_state: State
    called: str
    changed: tuple[str, ...]
    panel: Panel | None = None
    draft_changes: tuple[str, ...] = ()
    redraw: tuple[str, ...] = ()
    orders: str = ""
    trying: bool = False
    advice: Advice | None = None


def board_with(
    panel: Panel | None,
    form: QueryDict,
    *,
    here: str,
    state: State,
    changed: tuple[str, ...],
    trying: bool = False,
) -> Board:
    """The form holds the draft."""
    after = state if panel is None or panel.preview is None else panel.preview.after
    changes = differences(state, after)
    return Board(
        here=here,
        state=state,
        board_state=after,
        called=_call(state, is_own=panel is not None and not trying),
        changed=changed,
        panel=panel,
        draft_changes=changes,
        redraw=(*form.get("redraw", "").split(), *changes),
        orders=form.get("orders", ""),
        trying=trying,
    )


def _call(state: State, *, is_own: bool) -> str:
    if not is_own:
        return heading(state, current_language())
    return _("Your turn %(turn)s") % {"turn": state.turn} if state.turn else _("Your turn")


class Head(Struct, frozen=True):
    game_id: UUID
    head: str
    own: int | None
    is_mine: bool
    deadline: datetime | None
    zone: str


class Side(Struct, frozen=True):
    """A line of the story says what was done in a turn, then what came of it."""

    lines: list[list[str]]
    just_played: bool
    is_all: bool
    players: tuple[PlayerRow, ...]
    regions: tuple[standings.RegionRow, ...]
    track: tuple[standings.Space, ...]
    milestones: tuple[standings.Milestone, ...]
    take_back: int | None
    agreements: Agreements


class Trouble(Struct, frozen=True):
    """Why a form was not played; `stale` holds the lines of what has happened since."""

    problem: str = ""
    stale: tuple[str, ...] | None = None
    refusal: Refusal | None = None


def as_context(*parts: Struct) -> dict[str, Any]:
    return {name: value for part in parts for name, value in asdict(part).items()}


def table_context(view: GameView, form: QueryDict, *, turn_only: bool) -> dict[str, Any]:
    """The form holds the draft of a turn."""
    person, state, own = view.person, view.state, view.seat
    is_mine = own is not None and own == state.to_move
    own_story = story(store.read(view.game_id), own)
    panel = panel_for(state, form) if is_mine else None
    board = board_with(
        panel,
        form,
        here=reverse("game", args=[view.game_id]),
        state=state,
        changed=own_story.changes(),
    )
    board = replace(board, advice=advice_for(view, form, panel))
    if turn_only:
        return as_context(board)
    head = Head(
        view.game_id,
        view.head,
        own,
        is_mine,
        None if state.deadline is None else datetime.fromtimestamp(state.deadline, UTC),
        "UTC" if person is None else person.time_zone,
    )
    return as_context(board, head, _side(own_story, person, own))


def _side(own_story: Story, person: Person | None, own: int | None) -> Side:
    state = own_story.now
    teller = Teller(current_language(), state.board)
    turns = own_story.turns()
    told = turns or own_story.last_turns()
    return Side(
        [[tell_deeds(teller, turn), *tell_results(teller, turn)] for turn in told],
        own is not None and bool(told) and not turns,
        own_story.is_all,
        player_rows(state, own_story.then, names_of(state), person),
        standings.regions(state, own_story.changes()),
        standings.track(state),
        standings.milestones(state),
        _take_back_version(state, own),
        agreements_of(person, state),
    )


def _take_back_version(state: State, own: int | None) -> int | None:
    """The version to which the person may go back: their own last turn, else the last turn."""
    if own is None:
        return None
    starts = state.turn_starts
    mine = [begun.version for begun in starts if begun.to_move == own]
    for version in (*mine[-1:], *[begun.version for begun in starts[-1:]]):
        try:
            decide(state, TakeBack(version, own))
        except Refusal:
            continue
        return version
    return None
