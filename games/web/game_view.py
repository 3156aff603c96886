"""The game that a page is about."""

from uuid import UUID

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse

from games.access import GameView, NoAccess, see_game
from games.models import Person


def view_or_404(person: Person | None, game_id: UUID) -> GameView:
    try:
        return see_game(person, game_id)
    except NoAccess as error:
        raise Http404 from error


def sign_in_first(request: HttpRequest) -> HttpResponse:
    return redirect_to_login(request.get_full_path())
