"""The games that wait for the reader: their number, and the next of them."""

from functools import cache
from uuid import UUID

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.access import person_of
from games.queries import waiting_games
from games.web.requests import member_of


def offer_waiting_count(request: HttpRequest) -> dict[str, object]:
    """`waiting_count` for templates, without the game of the page; counted at most once."""

    @cache
    def count() -> int:
        person = person_of(request)
        if person is None:
            return 0
        match = request.resolver_match
        here = match.kwargs.get("game_id") if match else None
        waiting = waiting_games(person)
        return (waiting.exclude(pk=here) if here else waiting).count()

    return {"waiting_count": count}


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    waiting = waiting_games(member_of(request))
    if here := request.GET.get("from"):
        try:
            waiting = waiting.exclude(pk=UUID(here))
        except ValueError as error:
            raise Http404 from error
    first = waiting.values_list("id", flat=True).first()
    if first is None:
        messages.info(request, gettext("No game waits for you now."))
        return redirect("home")
    return redirect("game", first)
