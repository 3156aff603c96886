"""What the page of a table shows, in structs whose fields its templates name."""

from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.http import QueryDict
from django.urls import reverse
from msgspec import Struct
from msgspec.structs import asdict

from games.access import GameView
from games.domain import Refusal, State
from games.domain.decide import decide
from games.domain.notation.score_sheet import SEPARATOR
from games.domain.story import Story, differences, story
from games.domain.take_backs import TakeBack
from games.events import store
from games.models import Person
from games.web.requests import field
from games.web.table import standings
from games.web.table.agreements import Agreements, agreements_of
from games.web.table.panel import Panel, panel_for
from games.web.wording import current_language, names_of


class Board(Struct, frozen=True, kw_only=True):
    """The board, as it would be after the turn that is being put together at `here`.

    `redraw` names the places that a script has to draw anew: it drew what the last draft changed.
    """

    here: str
    state: State
    board_state: State
    changed: tuple[str, ...]
    panel: Panel | None = None
    draft_changes: tuple[str, ...] = ()
    redraw: tuple[str, ...] = ()
    orders: str = ""
    trying: bool = False


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
        changed=changed,
        panel=panel,
        draft_changes=changes,
        redraw=(*form.get("redraw", "").split(), *changes),
        orders=field(form, "orders"),
        trying=trying,
    )


class Head(Struct, frozen=True):
    game_id: UUID
    head: str
    own: int | None
    is_mine: bool
    deadline: datetime | None
    zone: str


class Side(Struct, frozen=True):
    lines: list[list[str]]
    just_played: str
    is_all: bool
    players: tuple[standings.PlayerRow, ...]
    regions: tuple[standings.RegionRow, ...]
    track: tuple[standings.Space, ...]
    milestones: tuple[standings.Milestone, ...]
    final: tuple[standings.FinalRow, ...]
    final_parts: tuple[str, ...]
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
    board = board_with(
        panel_for(state, form) if is_mine else None,
        form,
        here=reverse("game", args=[view.game_id]),
        state=state,
        changed=own_story.changes(),
    )
    head = Head(
        view.game_id,
        view.head,
        own,
        is_mine,
        None if state.deadline is None else datetime.fromtimestamp(state.deadline, UTC),
        "UTC" if person is None else person.time_zone,
    )
    if turn_only:
        return as_context(board, head)
    return as_context(board, head, _side(own_story, person, own))


def _side(own_story: Story, person: Person | None, own: int | None) -> Side:
    state = own_story.now
    lines = own_story.lines(current_language())
    just_played = "" if lines or own is None else own_story.own_turn(current_language())
    return Side(
        [line.split(SEPARATOR) for line in (lines or (just_played,)) if line],
        just_played,
        own_story.is_all,
        standings.players(state, own_story.then, names_of(state), person),
        standings.regions(state, own_story.changes()),
        standings.track(state),
        standings.milestones(state),
        standings.final(state, own_story.events),
        standings.part_names(),
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
