"""The page of a game's table: to watch, to play, and to say what has happened since."""

from datetime import UTC, datetime
from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import doors
from games.access import GameView, NotSeated, person_of, see_game
from games.domain import Command, Refusal, State
from games.domain.decide import decide
from games.domain.notation import numbered_sheet
from games.domain.notation.score_sheet import SEPARATOR
from games.domain.story import Story, differences, story
from games.domain.take_backs import TakeBack
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.web.lobby.waiting_room import has_begun, waiting_room
from games.web.requests import field, number_in, status_of
from games.web.table import standings
from games.web.table.agreements import agreements_of
from games.web.table.panel import order_from, panel_for
from games.web.wording import Names, current_language, names_of

PARTS = {"turn": "table/draft.html", "live": "table/live.html"}
Context = dict[str, object]


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    view = see_game(person_of(request), game_id)
    if not has_begun(view.state):
        return waiting_room(request, view)
    if request.method == "POST":
        return _play(request, view)
    part = request.GET.get("part", "")
    etag = f'"{view.version}"'
    if part == "live" and request.headers.get("If-None-Match") == etag:
        return HttpResponseNotModified(headers={"ETag": etag})
    response = render(request, PARTS.get(part, "table/table.html"), page_context(request, view))
    if part == "live":
        response.headers["ETag"] = etag
    return response


@login_required
def _play(request: HttpRequest, view: GameView) -> HttpResponse:
    """A refusal is shown with the present table and with the draft as it was sent."""
    try:
        _act(request.POST, view)
    except NotSeated:
        problem = _("Only who sits at this table plays here.")
        return _render_again(request, view, {"problem": problem}, status=403)
    except StaleVersion as stale:
        newest = see_game(view.person, view.game_id)
        return _render_again(
            request, newest, {"stale": _lines_since(view.game_id, stale.expected)}, status=409
        )
    except Refusal as refusal:
        return _render_again(request, view, {"refusal": refusal}, status=status_of(refusal))
    return redirect("game", view.game_id)


def _act(form: QueryDict, view: GameView) -> None:
    seat, version = view.require_seat(), number_in(field(form, "version"))
    if version is None:
        raise NoVersion
    order: Command | TakeBack | None
    if "take_back" in form:
        order = TakeBack(number_in(field(form, "take_back")) or 0, seat)
    else:
        view.require_version(version)
        order = order_from(form, view.state, seat)
    if order is None:
        raise NothingChosen
    doors.act(view, order, expected=version)


class NoVersion(Refusal):
    says = "The form does not say which table it was made for."


class NothingChosen(Refusal):
    says = "Nothing is chosen yet."


def _lines_since(game_id: UUID, version: int) -> tuple[str, ...]:
    lines = numbered_sheet(store.read(game_id), current_language())
    return tuple(line for number, line in lines if number > version)


def _render_again(
    request: HttpRequest, view: GameView, more: Context, *, status: int
) -> HttpResponse:
    context = {**page_context(request, view, request.POST), **more}
    return render(request, "table/table.html", context, status=status)


def page_context(request: HttpRequest, view: GameView, form: QueryDict | None = None) -> Context:
    """What the page shows of a game; the form holds the draft of a turn."""
    person, state, own = view.person, view.state, view.seat
    is_mine = own is not None and own == state.to_move
    panel = panel_for(state, request.GET if form is None else form) if is_mine else None
    events = store.read(view.game_id)
    own_story = story(events, own)
    board_state = state if panel is None or panel.preview is None else panel.preview.after
    context: Context = {
        "game_id": view.game_id,
        "here": reverse("game", args=[view.game_id]),
        "state": state,
        "head": view.head,
        "own": own,
        "is_mine": is_mine,
        "panel": panel,
        "board_state": board_state,
        "draft_changes": differences(state, board_state),
        "redraw": (*request.GET.get("redraw", "").split(), *differences(state, board_state)),
        "changed": own_story.changes(),
        "orders": field(request.GET if form is None else form, "orders"),
        "deadline": None if state.deadline is None else datetime.fromtimestamp(state.deadline, UTC),
        "zone": "UTC" if person is None else person.time_zone,
    }
    if request.GET.get("part") == "turn":
        return context
    return {**context, **_side_context(own_story, names_of(state), person, own)}


def _side_context(
    own_story: Story, names: Names, person: Person | None, own: int | None
) -> Context:
    state = own_story.now
    lines = own_story.lines(current_language())
    just_played = "" if lines or own is None else own_story.own_turn(current_language())
    return {
        "lines": [line.split(SEPARATOR) for line in (lines or (just_played,)) if line],
        "just_played": just_played,
        "is_all": own_story.is_all,
        "players": standings.players(state, own_story.then, names, person),
        "regions": standings.regions(state, own_story.changes()),
        "track": standings.track(state),
        "milestones": standings.milestones(state),
        "final": standings.final(state, own_story.events),
        "final_parts": standings.part_names(),
        "take_back": _take_back_version(state, own),
        "agreements": agreements_of(person, state),
    }


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
