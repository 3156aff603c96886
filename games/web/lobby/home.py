"""The home page: games that wait, games to join, games to watch."""

from datetime import UTC, datetime
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.access import person_of
from games.analyses.puzzles import newest_puzzle
from games.edge import now
from games.models import Person
from games.queries import (
    OVER,
    finished_games,
    games_of_others,
    games_to_watch,
    my_games,
    open_games,
)
from games.web.lobby.example_game import example_game
from games.web.lobby.game_rows import game_rows
from games.web.lobby.next_turn import next_turn
from games.web.wording import current_language

MOST_MINE, MOST_OPEN, MOST_WATCHED, MOST_FINISHED = 60, 12, 8, 20


@never_cache
@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    context: dict[str, object] = {
        "open_games": game_rows(games_of_others(open_games(), person)[:MOST_OPEN], person),
        "watched": game_rows(games_of_others(games_to_watch(), person)[:MOST_WATCHED], person),
        "puzzle": newest_puzzle(now().date()),
    }
    if person is None:
        return render(request, "lobby/welcome.html", context | _example_context())
    mine = game_rows(my_games(person).exclude(status__in=OVER)[:MOST_MINE], person)
    waiting = [row for row in mine if row.waits]
    if not mine:
        context |= _example_context()
    context |= {
        "next": next_turn(waiting[0]) if waiting else None,
        "waiting": waiting,
        "others": [row for row in mine if not row.waits],
    }
    return render(request, "lobby/home.html", context | _finished_context(request, person))


def _example_context() -> dict[str, object]:
    return {"example": example_game(current_language())}


@require_safe
def finished_page(request: HttpRequest) -> HttpResponse:
    return render(request, "lobby/finished.html", _finished_context(request, person_of(request)))


def _finished_context(request: HttpRequest, person: Person | None) -> dict[str, object]:
    """A page of the games that have ended; the next one goes on after the last of this."""
    words = request.GET.get("words", "").strip()[:80].replace("\0", "")
    after = _cursor(request.GET.get("after", ""))
    page = finished_games(person, words, after=after, most=MOST_FINISHED + 1)
    more = ""
    if len(page) > MOST_FINISHED:
        last = page[MOST_FINISHED - 1]
        more = urlencode({"words": words, "after": f"{last.changed.isoformat()} {last.id}"})
    return {"finished": game_rows(page[:MOST_FINISHED], person), "words": words, "more": more}


def _cursor(text: str) -> tuple[datetime, UUID] | None:
    if not text:
        return None
    try:
        moment, game_id = text.split(" ")
        return datetime.fromisoformat(moment).astimezone(UTC), UUID(game_id)
    except (ValueError, OverflowError) as error:
        raise Http404 from error
