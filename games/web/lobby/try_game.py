"""A game at once, without an account: against computer players, kept for a while."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth import login
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from games import people
from games.access import person_of
from games.computers import strength_in
from games.domain import Options, Refusal
from games.domain.lobby import CreateGame
from games.domain.state import Terms
from games.doors import fill_table, open_table
from games.edge import now
from games.limits import GUESTS, TooOften, allow, source_of
from games.web.requests import refusal_text, too_many_requests
from games.web.wording import current_language

SEATS = 3


@require_http_methods(["GET", "POST"])
def try_a_game(request: HttpRequest) -> HttpResponse:
    """A GET leads home, where the button is."""
    if request.method == "GET":
        return redirect("home")
    try:
        allow(GUESTS, source_of(request), at=now())
        person = person_of(request)
        if person is None:
            person = people.new_guest(current_language(), request.POST.get("zone", ""))
            login(request, person, backend=settings.AUTHENTICATION_BACKENDS[0])
        terms = Terms(gettext("A first game"), owner=person.pk, take_backs="any-turn")
        order = CreateGame(terms, SEATS, Options(introductory=True))
        game_id = open_table(order, person).game_id
        strength = strength_in(request.POST.get("strength", ""))
        fill_table(game_id, person, ("me", *[strength] * (SEATS - 1)), first=0)
    except TooOften as refusal:
        return too_many_requests(request, refusal)
    except Refusal as refusal:
        messages.error(request, refusal_text(refusal))
        return redirect("home")
    return redirect("game", game_id)
