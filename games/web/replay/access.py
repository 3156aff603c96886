"""Who may look at which moment of a game. Every page and picture of a replay asks here."""

from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import get_language

from games.access import GameView, person_of
from games.domain.notation import Language, language_of
from games.web.reading import game_for
from games.web.replay.history import History, history_of

A_YEAR = 365 * 24 * 3600


def history_for(request: HttpRequest, game_id: UUID) -> tuple[GameView, History]:
    seen = game_for(person_of(request), game_id)
    return seen, history_of(game_id, seen.version)


def moment(history: History, version: int) -> int:
    if not 1 <= version <= history.version:
        raise Http404
    return version


def readers_language(request: HttpRequest | None = None) -> Language:
    """As the address says, so that a picture stays what it is; else as the page is read."""
    asked = request.GET.get("language", "") if request else ""
    return language_of(asked or get_language() or "")


def kept(response: HttpResponse, seen: GameView) -> HttpResponse:
    """What a moment looks like never changes."""
    who = "public" if seen.watch == "public" else "private"
    response["Cache-Control"] = f"{who}, max-age={A_YEAR}, immutable"
    return response
