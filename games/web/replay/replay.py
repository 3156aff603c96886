"""The replay viewer: one address a moment, with or without a script."""

from bisect import bisect_left, bisect_right
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.safestring import SafeString, mark_safe
from django.views.decorators.clickjacking import xframe_options_exempt
from django.views.decorators.http import require_safe

from games.access import GameView, own_seat, person_of, see_game
from games.domain import State
from games.domain.events import GameStarted, TurnEnded
from games.domain.notation import Language
from games.drawing.charts import line_chart
from games.drawing.strips import strip_chart
from games.models import Person
from games.queries import names_of
from games.web.players import PlayerRow, player_rows
from games.web.replay.comparison import compare
from games.web.replay.history import History, history_of, see_history, version_or_404
from games.web.replay.points import points
from games.web.replay.standing import standing
from games.web.replay.story import caption_of, moment_name, rounds_of, steps
from games.web.requests import number_in
from games.web.wording import current_language


@require_safe
def newest_moment(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """`?at=` a moment, `?since=mine` the reader's last turn, else the game as it is now."""
    view, history = see_history(request, game_id)
    number = number_in(request.GET.get("at", ""))
    if number is not None:
        return redirect("replay-moment", game_id, min(max(1, number), view.version))
    if request.GET.get("since") == "mine":
        return redirect("replay-moment", game_id, _last_own_turn(history, person_of(request)))
    return _page(request, view, history, history.result)


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
    context = _moment_context(view, history, version_or_404(history, version), None)
    return render(request, "replay/embed.html", context | {"embedded": True})


def _page(request: HttpRequest, view: GameView, history: History, version: int) -> HttpResponse:
    language, person, state = current_language(), person_of(request), history.last
    against = request.GET.get("against", "")
    rounds = rounds_of(history, language)
    lines = [line for _name, some in rounds for line in some]
    current = next((line for line in lines if line.since <= version <= line.version), None)
    comparison = compare(history, version, against, person, language) if against else None
    moment = _moment_context(view, history, version, person)
    more = {
        "rounds": rounds,
        "current": current,
        "steps": steps(history, current, language) if current else (),
        "against": against,
        "comparison": comparison,
        "changed": comparison.changed if comparison else (),
        "is_over": state.status == "ended",
        "sits": own_seat(person, state) is not None,
        "charts": _charts(history, version, language),
        "whose": state.board.colours[_seat_of_interest(person, state)],
        "samples": [
            (each.version, list(zip(each.influence, each.money, each.income, strict=True)))
            for each in history.samples
        ],
        "points": points(history, version, language) if history.samples else None,
        "standing": standing(history, version, language),
        "embed": settings.SITE_URL + reverse("replay-embed", args=[view.game_id, version]),
    }
    return render(request, "replay/replay.html", moment | more)


def _seat_of_interest(person: Person | None, state: State) -> int:
    """The reader's own, else who is ahead."""
    seat = own_seat(person, state)
    seats = range(len(state.money))
    return max(seats, key=state.influence.__getitem__, default=0) if seat is None else seat


def _moment_context(
    view: GameView, history: History, version: int, person: Person | None
) -> dict[str, object]:
    """What the page and its embedded form share."""
    language, state = current_language(), history.states[version]
    return {
        "view": view,
        "name": state.terms.name or "Franchise",
        "state": state,
        "board_state": state,
        "players": _players(history, version, person),
        "version": version,
        "last": history.result,
        "when": moment_name(history, version),
        "caption": caption_of(history, version, language),
        "steps_to": _steps_to(history, version),
        "address": settings.SITE_URL + reverse("replay-moment", args=[view.game_id, version]),
        "card": settings.SITE_URL + reverse("replay-card", args=[view.game_id, version]),
        "language": language,
    }


def _players(history: History, version: int, person: Person | None) -> tuple[PlayerRow, ...]:
    """As they stand at the moment; before the game began, as they did when it had."""
    begun = next((state for state in history.states[version:] if state.money), None)
    return () if begun is None else player_rows(begun, begun, names_of(begun), person)


def _steps_to(history: History, version: int) -> dict[str, int | None]:
    """Where each button leads, by turn; None where it leads nowhere."""
    inner, end, turns = version > 1, version < history.result, history.turns
    return {
        "first": 1 if inner else None,
        "back": (1, *turns)[bisect_left(turns, version)] if inner else None,
        "on": turns[bisect_right(turns, version)] if end else None,
        "last": history.result if end else None,
    }


def _last_own_turn(history: History, person: Person | None) -> int:
    """The end of the person's last turn; for others, the start of the game."""
    seat = own_seat(person, history.last)
    for version in sorted(history.counting, reverse=True):
        event = history.events[version - 1]
        if isinstance(event, GameStarted) or (isinstance(event, TurnEnded) and event.seat == seat):
            return version
    return 1


def _charts(history: History, version: int, language: Language) -> list[tuple[str, SafeString]]:
    """What each shows, and its SVG, which has no text of players in it."""
    if not history.samples:
        return []
    board, now = history.last.board, history.sample_of(version)
    lines = [
        (what, mark_safe(line_chart(history.samples, what, board, language, now)))  # noqa: S308
        for what in ("influence", "money", "income")
    ]
    closed = history.last.setup.closed
    regions = [i for i, places in enumerate(board.region_places) if not places & closed]
    strips = strip_chart(history.samples, regions, board, language, now)
    return [*lines, ("holders", mark_safe(strips))]  # noqa: S308
