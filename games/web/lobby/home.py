"""The home page: games that wait, games to join, games to watch."""

from datetime import UTC, datetime
from functools import cache
from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.access import person_of
from games.bots import BOTS, STAND_IN
from games.domain import Options, State
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.setup import start
from games.models import Person
from games.queries import (
    OVER,
    finished_games,
    games_of_others,
    games_to_watch,
    my_games,
    open_games,
)
from games.rows import snapshot_of
from games.web.lobby.game_rows import game_rows

MOST_MINE, MOST_OPEN, MOST_WATCHED, MOST_FINISHED = 60, 12, 8, 20
SHOWN_FROM_TURN = 5
EXAMPLE_TURNS = 40


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    person = person_of(request)
    context: dict[str, object] = {
        "open_games": game_rows(games_of_others(open_games(), person)[:MOST_OPEN], person),
        "watched": game_rows(games_of_others(games_to_watch(), person)[:MOST_WATCHED], person),
    }
    if person is None:
        return render(request, "lobby/welcome.html", context | {"table": table_to_show()})
    mine = game_rows(my_games(person).exclude(status__in=OVER)[:MOST_MINE], person)
    context |= {
        "waiting": [game for game in mine if game.waits],
        "others": [game for game in mine if not game.waits],
    }
    return render(request, "lobby/home.html", context | _finished_context(request, person))


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


def table_to_show() -> State:
    """A public game that is being played, else an example."""
    game = games_to_watch().filter(status="playing", turn__gte=SHOWN_FROM_TURN).first()
    return example_state() if game is None else snapshot_of(game)


@cache
def example_state() -> State:
    state = replay(start(4, first=0, options=Options(introductory=True), seed=4))
    for turn in range(EXAMPLE_TURNS):
        _, state = judge(state, BOTS[STAND_IN](state, turn))
    return state
