"""Who may see which moment of a game; every page and picture of a replay asks here."""

from uuid import UUID

from django.http import Http404, HttpRequest

from games.access import GameView, person_of, see_game
from games.domain.notation import Language, language_of
from games.web.replay.history import History, history_of
from games.web.wording import current_language


def see_history(request: HttpRequest, game_id: UUID) -> tuple[GameView, History]:
    view = see_game(person_of(request), game_id)
    return view, history_of(game_id, view.version)


def version_or_404(history: History, version: int) -> int:
    if not 1 <= version <= history.version:
        raise Http404
    return version


def language_from(request: HttpRequest) -> Language:
    """The address can name a language, so that a picture stays what it is."""
    tag = request.GET.get("language", "")
    return language_of(tag) if tag else current_language()
