"""A plain page to see one's games and play a turn in words."""

from typing import cast
from uuid import UUID

from django.contrib.auth import login
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods, require_safe

from games.access import NoAccess, NotSeated, seat_of, see_game
from games.domain import Refusal, State
from games.domain.commands import KINDS
from games.domain.notation import parse, sheet
from games.domain.text import draw
from games.events import store
from games.events.store import StaleVersion
from games.models import Person
from games.queries import my_games, open_games
from games.services import act
from games.web.signing import person_of

LATEST_LINES = 30


def _person(request: HttpRequest) -> Person | None:
    return request.user if request.user.is_authenticated else None


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = _person(request)
    games = my_games(person) if person else open_games()
    return render(request, "games/home.html", {"games": games[:50], "person": person})


@require_http_methods(["GET", "POST"])
def sign_in(request: HttpRequest, token: str) -> HttpResponse:
    """A look at the link does nothing: scanners look at links too."""
    person = person_of(token)
    if person is None:
        return render(request, "games/sign_in.html", status=410)
    if request.method == "POST":
        login(request, person, backend="django.contrib.auth.backends.ModelBackend")
        return redirect("home")
    return render(request, "games/sign_in.html", {"person": person})


@require_http_methods(["GET", "POST"])
def game(request: HttpRequest, game_id: UUID) -> HttpResponse:
    person = _person(request)
    try:
        seen = see_game(person, game_id)
    except NoAccess as error:
        raise Http404 from error
    if request.method == "POST":
        return _play(request, game_id)
    return _page(request, game_id, seen.state)


@login_required
def _play(request: HttpRequest, game_id: UUID) -> HttpResponse:
    person = cast("Person", request.user)
    state = see_game(person, game_id).state
    text = request.POST.get("orders", "")
    seen = request.POST.get("version", "")
    try:
        seat = seat_of(person, state)
        kind = KINDS.get(state.status, "turn")
        order = parse(text, kind, seat)
        expected = int(seen) if seen.isdecimal() else state.version
        act(game_id, order, actor=f"user:{person.pk}", expected=expected)
    except (Refusal, NotSeated, StaleVersion) as refusal:
        problem = str(refusal) or "Only who sits at this table plays here."
        return _page(request, game_id, state, problem=problem, orders=text, status=422)
    return redirect("game", game_id)


def _page(
    request: HttpRequest,
    game_id: UUID,
    state: State,
    *,
    problem: str = "",
    orders: str = "",
    status: int = 200,
) -> HttpResponse:
    lines = sheet(store.read(game_id))
    person = _person(request)
    mover = None if state.to_move is None else state.setup.seats[state.to_move].player
    found = {
        "game_id": game_id,
        "state": state,
        "table": draw(state) if state.status != "open" else "",
        "lines": lines[-LATEST_LINES:],
        "is_mine": person is not None and mover == person.pk,
        "problem": problem,
        "orders": orders,
    }
    return render(request, "games/game.html", found, status=status)
