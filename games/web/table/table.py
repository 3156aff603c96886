"""The page of a game's table: to watch, to play, and to say what has happened since."""

import re
from uuid import UUID

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from games import doors
from games.access import GameView, NotSeated, person_of, see_game
from games.domain import Command, Refusal
from games.domain.story import story
from games.domain.take_backs import TakeBack
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.presence import note_shown
from games.web.captions import Teller
from games.web.ending.ending import ending
from games.web.lobby.waiting_room import waiting_room
from games.web.requests import number_in, sign_in_first, status_of
from games.web.table.choices import FIELDS
from games.web.table.context import Trouble, as_context, table_context
from games.web.table.panel import NothingChosen, order_from
from games.web.turns import tell_turn
from games.web.wording import current_language

PARTS = {"turn": "table/draft.html", "live": "table/live.html"}
DRAFT = ("turn", "orders", "pass", *FIELDS)
COMMAND = re.compile(r"[\w-]{1,64}", re.ASCII)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    person = person_of(request)
    if _is_nobodys(request, person):
        return sign_in_first(request, *DRAFT)
    view = see_game(person, game_id)
    if not view.state.owners:
        # A table that was closed before its game keeps the waiting room as its page.
        return waiting_room(request, view)
    if view.state.status == "ended":
        return _show_end(request, view)
    if request.method == "POST":
        return _play(request, view)
    etag = f'"{view.version}"'
    if request.GET.get("part") == "live" and request.headers.get("If-None-Match") == etag:
        _note_shown(view)
        return HttpResponseNotModified(headers={"ETag": etag})
    return _show(request, view, request.GET)


def _is_nobodys(request: HttpRequest, person: Person | None) -> bool:
    """Whether the page was made for somebody who is no longer signed in here."""
    reader = request.GET.get("reader")
    if reader is not None:
        return person is None or reader != str(person.pk)
    return person is None and request.method == "POST"


def _part(request: HttpRequest) -> str:
    return request.GET.get("part") or request.POST.get("part", "")


def _note_shown(view: GameView) -> None:
    if view.person is not None and view.seat is not None:
        note_shown(view.person.pk, view.game_id, view.version)


def _show(
    request: HttpRequest,
    view: GameView,
    form: QueryDict,
    trouble: Trouble | None = None,
    *,
    status: int = 200,
) -> HttpResponse:
    """The page, or the part of it that a script asks for; the form holds the draft of a turn."""
    _note_shown(view)
    part = _part(request)
    context = table_context(view, form, turn_only=part == "turn")
    if trouble is not None:
        context |= as_context(trouble)
    response = render(request, PARTS.get(part, "table/table.html"), context, status=status)
    if part == "live":
        response.headers["ETag"] = f'"{view.version}"'
    return response


def _play(request: HttpRequest, view: GameView) -> HttpResponse:
    """A refusal is shown with the present table and with the draft as it was sent."""
    try:
        _act(request.POST, view)
    except NotSeated:
        problem = _("Only those who sit at this table can play here.")
        return _show(request, view, request.POST, Trouble(problem), status=403)
    except StaleVersion as stale:
        newest = see_game(view.person, view.game_id)
        told = story(store.read(view.game_id), newest.seat).turns_after(stale.expected)
        teller = Teller(current_language(), newest.state.board)
        missed = tuple(tell_turn(teller, turn) for turn in told)
        return _show(request, newest, request.POST, Trouble(stale=missed), status=409)
    except Refusal as refusal:
        trouble = Trouble(refusal=refusal)
        return _show(request, view, request.POST, trouble, status=status_of(refusal))
    newest = see_game(view.person, view.game_id)
    if _part(request) and newest.state.status != "ended":
        return _show(request, newest, QueryDict())
    return _reload(request, view.game_id)


def _show_end(request: HttpRequest, view: GameView) -> HttpResponse:
    if request.method == "POST":
        messages.error(request, _("The game is over; your orders were not played."))
    elif not _part(request):
        return ending(request, view)
    return _reload(request, view.game_id)


def _reload(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A script, which asks for a part of the page, is told by 205 to load all of it."""
    return HttpResponse(status=205) if _part(request) else redirect("game", game_id)


def _act(form: QueryDict, view: GameView) -> None:
    seat, version = view.require_seat(), number_in(form.get("version", ""))
    if version is None:
        raise NoVersion
    command_id = ""
    if COMMAND.fullmatch(form.get("command", "")):
        command_id = f"page:{seat}:{form['command']}"
        if store.events_of_command(view.game_id, command_id):
            # It was played, and the answer was lost on its way.
            return
    order: Command | TakeBack | None
    if "take_back" in form:
        order = TakeBack(number_in(form.get("take_back", "")) or 0, seat)
    else:
        view.require_version(version)
        order = order_from(form, view.state, seat)
    if order is None:
        raise NothingChosen
    doors.act(view, order, expected=version, command_id=command_id)


class NoVersion(Refusal):
    says = "The form does not say which table it was made for."
