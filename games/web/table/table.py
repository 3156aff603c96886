"""The page of a game's table: to watch, to play, and to say what has happened since."""

from uuid import UUID

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import doors
from games.access import GameView, NotSeated, person_of, see_game
from games.domain import Command, Refusal
from games.domain.notation import numbered_sheet
from games.domain.take_backs import TakeBack
from games.events import store
from games.events.store import StaleVersion
from games.web.lobby.waiting_room import has_begun, waiting_room
from games.web.requests import field, number_in, status_of
from games.web.table.context import Trouble, as_context, table_context
from games.web.table.panel import order_from
from games.web.wording import current_language

PARTS = {"turn": "table/draft.html", "live": "table/live.html"}


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
    context = table_context(view, request.GET, turn_only=part == "turn")
    response = render(request, PARTS.get(part, "table/table.html"), context)
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
        return _render_again(request, view, Trouble(problem), status=403)
    except StaleVersion as stale:
        newest = see_game(view.person, view.game_id)
        trouble = Trouble(stale=_lines_since(view.game_id, stale.expected))
        return _render_again(request, newest, trouble, status=409)
    except Refusal as refusal:
        return _render_again(request, view, Trouble(refusal=refusal), status=status_of(refusal))
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
    request: HttpRequest, view: GameView, trouble: Trouble, *, status: int
) -> HttpResponse:
    context = {**table_context(view, request.POST, turn_only=False), **as_context(trouble)}
    return render(request, "table/table.html", context, status=status)
