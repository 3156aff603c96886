"""The puzzle of each day: find the turn that its player missed, with the panel of a turn."""

from contextlib import suppress
from datetime import date

from django.http import Http404, HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.views.decorators.http import require_http_methods, require_safe
from msgspec import Struct
from msgspec.structs import replace

from games.access import person_of
from games.analyses.puzzles import DailyPuzzle, days_of_puzzles, newest_puzzle, puzzle_of
from games.bots.puzzles import missed_points
from games.bots.reasons import reasons
from games.domain import Refusal
from games.domain.commands import TakeTurn
from games.domain.decide import judge
from games.domain.story import differences
from games.edge import now
from games.limits import PUZZLE_ANSWERS, allow, source_of
from games.reasons import tell_reasons
from games.thinking import think
from games.web.captions import Teller
from games.web.players import PlayerRow, player_rows
from games.web.requests import status_of
from games.web.table.context import Board, Trouble, as_context, board_with
from games.web.table.panel import NothingChosen, order_from, panel_for
from games.web.turns import tell_order
from games.web.wording import current_language

MOST_DAYS = 60


class Answer(Struct, frozen=True):
    """An answer that misses no points is right."""

    missed: float
    best: str
    why: str
    played: str
    loss: float


class Shown(Struct, frozen=True):
    puzzle: DailyPuzzle
    players: tuple[PlayerRow, ...]
    answer: Answer | None


@require_safe
def puzzles(request: HttpRequest) -> HttpResponse:
    today = now().date()
    context = {"newest": newest_puzzle(today), "days": days_of_puzzles(today, MOST_DAYS)[1:]}
    return render(request, "puzzles/puzzles.html", context)


@require_http_methods(["GET", "HEAD", "POST"])
def puzzle(request: HttpRequest, day: str) -> HttpResponse:
    """GET puts a turn together, POST answers with it."""
    found = _find(day)
    if request.method != "POST":
        return _render(request, found, request.GET)
    try:
        answer = _judge(request, found)
    except Refusal as refusal:
        trouble = Trouble(refusal=refusal)
        return _render(request, found, request.POST, trouble, status=status_of(refusal))
    return _render(request, found, request.POST, answer=answer)


def _find(day: str) -> DailyPuzzle:
    with suppress(ValueError):
        wanted = date.fromisoformat(day)
        found = puzzle_of(wanted) if wanted <= now().date() else None
        if found is not None:
            return found
    raise Http404(day)


def _judge(request: HttpRequest, found: DailyPuzzle) -> Answer:
    person, state = person_of(request), found.state
    order = order_from(request.POST, state, state.mover)
    if order is None:
        raise NothingChosen
    judge(state, order)
    who = source_of(request) if person is None else person.pk
    allow(PUZZLE_ANSWERS, who, at=now())
    return Answer(
        think(missed_points, state, found.best, order),
        _tell(found, found.best),
        _tell_why(found),
        _tell(found, found.played),
        found.review.loss,
    )


def _tell_why(found: DailyPuzzle) -> str:
    language, board = current_language(), found.state.board
    why = reasons(found.state, found.best)
    return tell_reasons(why, board, language, Teller(language, board).colour)


def _tell(found: DailyPuzzle, order: TakeTurn) -> str:
    events, _after = judge(found.state, order)
    return tell_order(Teller(current_language(), found.state.board), events)


def _render(
    request: HttpRequest,
    found: DailyPuzzle,
    form: QueryDict,
    *trouble: Trouble,
    answer: Answer | None = None,
    status: int = 200,
) -> HttpResponse:
    is_solved = answer is not None and not answer.missed
    board = _solution(request, found) if is_solved else _draft(request, found, form)
    if form.get("part") == "turn" and board.panel is not None:
        return render(request, "table/draft.html", as_context(board))
    players = tuple(
        replace(row, name="") for row in player_rows(found.state, found.state, {}, None)
    )
    context = as_context(board, Shown(found, players, answer), *trouble)
    return render(request, "puzzles/puzzle.html", context, status=status)


def _draft(request: HttpRequest, found: DailyPuzzle, form: QueryDict) -> Board:
    state = found.state
    panel = panel_for(state, form)
    return board_with(panel, form, here=request.path, state=state, changed=(), trying=True)


def _solution(request: HttpRequest, found: DailyPuzzle) -> Board:
    _events, after = judge(found.state, found.best)
    changes = differences(found.state, after)
    board = board_with(None, QueryDict(), here=request.path, state=found.state, changed=changes)
    return replace(board, board_state=after)
