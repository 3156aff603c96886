"""The games that wait for the reader: their number, and the next of them."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from games.access import person_of
from games.queries import waiting_games as waiting_for
from games.web.requests import member_of


def waiting_games(request: HttpRequest) -> dict[str, object]:
    """`waiting_count` for templates, counted at most once a request."""
    return {"waiting_count": SimpleLazyObject(lambda: _count(request))}


def _count(request: HttpRequest) -> int:
    person = person_of(request)
    return 0 if person is None else waiting_for(person).count()


@require_safe
@login_required
def next_game(request: HttpRequest) -> HttpResponse:
    first = waiting_for(member_of(request)).values_list("id", flat=True).first()
    if first is None:
        messages.info(request, gettext("No game waits for you now."))
        return redirect("home")
    return redirect("game", first)
