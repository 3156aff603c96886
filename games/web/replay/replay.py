"""The replay viewer: one address a moment, with or without a script."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.access import GameView, own_seat, person_of, see_game
from games.domain import State
from games.domain.events import GameStarted, TurnEnded
from games.domain.notation import Language
from games.drawing.charts import line_chart
from games.drawing.strips import strip_chart
from games.models import Person
from games.web.replay.access import (
    see_history,
    version_or_404,
)
from games.web.replay.captions import Teller
from games.web.replay.comparison import compare
from games.web.replay.history import History, history_of
from games.web.replay.points import points
from games.web.replay.story import Round, TurnLine, moment_name, rounds_of, steps
from games.web.requests import number_in
from games.web.wording import current_language, names_of, player_name


@require_safe
def newest_moment(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """`?at=` a moment, `?since=mine` the reader's last turn, else the game as it is now."""
    view, history = see_history(request, game_id)
    number = number_in(request.GET.get("at", ""))
    if number is not None:
        return redirect("replay-moment", game_id, min(max(1, number), view.version))
    if request.GET.get("since") == "mine":
        return redirect("replay-moment", game_id, _last_own_turn(history, person_of(request)))
    return _page(request, view, history, view.version)


@require_safe
def moment(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    view, history = see_history(request, game_id)
    return _page(request, view, history, version_or_404(history, version))


@require_safe
@xframe_options_exempt
def embed(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    """For other sites: only games that everybody may see."""
    view = see_game(None, game_id)
    history = history_of(game_id, view.version)
    context = replay_context(request, view, history, version_or_404(history, version))
    return render(request, "replay/embed.html", context)


def _page(request: HttpRequest, view: GameView, history: History, version: int) -> HttpResponse:
    language = current_language()
    context = replay_context(request, view, history, version)
    against = request.GET.get("against", "")
    rounds = rounds_of(history, language)
    current = _current_line(rounds, version)
    more = {
        "rounds": rounds,
        "current": current,
        "steps": steps(history, current, language) if current else (),
        "against": against,
        "comparison": compare(history, version, against, person_of(request), language)
        if against
        else None,
        "sits": own_seat(person_of(request), history.last) is not None,
        "people": _seat_names(history.last),
        "charts": _charts(history, version, language),
        "samples": history.samples,
        "points": points(history, version, language) if history.samples else None,
        "colours": history.last.board.colours[: len(history.last.money)],
        "embed": f"{settings.SITE_URL}{reverse('replay-embed', args=[view.game_id, version])}",
    }
    return render(request, "replay/replay.html", context | more)


def replay_context(
    request: HttpRequest, view: GameView, history: History, version: int
) -> dict[str, object]:
    """What the page and its embedded form share."""
    language, state = current_language(), history.states[version]
    event = history.events[version - 1]
    caption = Teller(language, state.board).tell(event)
    address = settings.SITE_URL + reverse("replay-moment", args=[view.game_id, version])
    return {
        "view": view,
        "name": state.terms.name or "Franchise",
        "state": state,
        "version": version,
        "last": view.version,
        "when": moment_name(history, version),
        "caption": caption,
        "steps_to": _steps_to(history, version),
        "address": address,
        "card": f"{settings.SITE_URL}{reverse('replay-card', args=[view.game_id, version])}",
        "language": language,
        "public": view.watch == "public",
    }


class StepsTo(Struct, frozen=True):
    """Where each button leads; None where it leads nowhere."""

    first: int | None
    turn_back: int | None
    back: int | None
    on: int | None
    turn_on: int | None
    last: int | None


def _steps_to(history: History, version: int) -> StepsTo:
    inner, end = version > 1, version < history.version
    return StepsTo(
        1 if inner else None,
        _stop_before(history.turns, version) if inner else None,
        version - 1 if inner else None,
        version + 1 if end else None,
        _stop_after(history.turns, version) if end else None,
        history.version if end else None,
    )


def _stop_before(stops: Sequence[int], version: int) -> int:
    at = bisect_left(stops, version)
    return stops[at - 1] if at else 1


def _stop_after(stops: Sequence[int], version: int) -> int:
    return stops[bisect_right(stops, version)]


def _last_own_turn(history: History, person: Person | None) -> int:
    """The end of the person's last turn; for others, the start of the game."""
    seat = own_seat(person, history.last)
    for version in sorted(history.counting, reverse=True):
        event = history.events[version - 1]
        if isinstance(event, GameStarted) or (isinstance(event, TurnEnded) and event.seat == seat):
            return version
    return 1


def _current_line(rounds: Sequence[Round], version: int) -> TurnLine | None:
    lines = [line for each in rounds for line in each.lines]
    return next((line for line in lines if line.since <= version <= line.version), None)


def _seat_names(state: State) -> list[tuple[str, str]]:
    """The colour of each seat, and who sits there."""
    names = names_of(state)
    return [
        (colour, player_name(seat, names))
        for colour, seat in zip(state.board.colours, state.setup.seats, strict=False)
    ]


class Chart(Struct, frozen=True):
    what: str
    svg: str


def _charts(history: History, version: int, language: Language) -> list[Chart]:
    if not history.samples:
        return []
    board, now = history.last.board, history.sample_of(version)
    lines = [
        Chart(what, line_chart(history.samples, what, board, language, now))
        for what in ("influence", "money", "income")
    ]
    closed = history.last.setup.closed
    regions = [i for i, places in enumerate(board.region_places) if not places & closed]
    strips = strip_chart(history.samples, regions, board, language, now)
    return [*lines, Chart("holders", strips)]
