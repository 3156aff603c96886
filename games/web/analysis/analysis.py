"""A finished game looked at again: what was expected, what each turn lost, what to learn."""

from urllib.parse import urlencode
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.template.defaultfilters import floatformat
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _
from django.views.decorators.http import require_http_methods
from msgspec import Struct

from games.access import GameView, is_of_table, person_of, see_game
from games.analyses.keeping import begin_analysis, find_analysis, result_of
from games.bots.analysis import LEAST_LOSS, GameAnalysis, PlayerReview, TurnReview, order_of
from games.domain.commands import TurnBody
from games.domain.decide import judge
from games.drawing.charts import lead_chart
from games.edge import now
from games.queries import names_of
from games.web.analysis.words import LESSONS, REASONS
from games.web.captions import Teller
from games.web.players import PlayerRow, player_rows
from games.web.replay.history import History, history_of
from games.web.table.context import as_context
from games.web.table.drafts import text_of
from games.web.turns import tell_order
from games.web.wording import current_language

SECONDS_BETWEEN = 5
MOST_SHOWN = 5


class TurnRow(Struct, frozen=True):
    """`better` is empty where the played turn was as good; `link` tries the better one."""

    review: TurnReview
    player: PlayerRow
    end: int
    lead: str
    played: str
    better: str
    reason: Promise | str
    link: str


class LessonRow(Struct, frozen=True):
    review: PlayerReview
    player: PlayerRow
    heading: Promise
    text: Promise
    turns: tuple[tuple[int, int], ...]
    """Each by its number and the version at which the replay shows it."""


class Shown(Struct, frozen=True):
    players: tuple[PlayerRow, ...]
    chart: SafeString
    lessons: tuple[LessonRow, ...]
    turning: tuple[TurnRow, ...]
    turns: tuple[TurnRow, ...]


@require_http_methods(["GET", "HEAD", "POST"])
def analysis(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """POST asks for one, for who sat in a game that ended without."""
    person = person_of(request)
    view = see_game(person, game_id)
    if view.state.status != "ended":
        raise Http404
    row, may_ask = find_analysis(game_id), is_of_table(person, view.state)
    if request.method == "POST":
        if not may_ask:
            raise Http404
        if row is None:
            begin_analysis(game_id, view.version, now())
        return redirect("analysis", game_id)
    context = {"view": view, "name": view.state.terms.name, "row": row, "may_ask": may_ask}
    result = None if row is None else result_of(row)
    if result is None:
        answer = render(request, "analysis/waiting.html", context)
        if row is not None:
            answer["Refresh"] = str(SECONDS_BETWEEN)
        return answer
    context |= as_context(_content(view, result))
    return render(request, "analysis/analysis.html", context)


def _content(view: GameView, result: GameAnalysis) -> Shown:
    state, history = view.state, history_of(view.game_id, view.version)
    players = player_rows(state, state, names_of(state), view.person)
    turns = tuple(_turn_row(history, each, players[each.seat]) for each in result.turns)
    ends = {each.review.turn: each.end for each in turns}
    chart = lead_chart(result.expected, _("Expected lead"), state.board, current_language())
    return Shown(
        players,
        mark_safe(chart),  # noqa: S308 - it has no text of players in it
        tuple(_lesson_row(each, players[each.seat], ends) for each in result.players),
        tuple(each for each in turns if each.review.turn in result.turning_points),
        turns,
    )


def _turn_row(history: History, review: TurnReview, player: PlayerRow) -> TurnRow:
    end = next(version for version in history.turns if version > review.version)
    better = link = ""
    if review.loss >= LEAST_LOSS:
        better = _tell(history, review, review.best)
        link = _whatif_link(history.game_id, review)
    played = tell_order(_teller(history), history.events[review.version : end])
    reason = "" if review.theme is None else REASONS[review.theme]
    lead = floatformat(review.points, 1).replace("-", "\N{MINUS SIGN}")
    return TurnRow(review, player, end, lead, played, better, reason, link)


def _tell(history: History, review: TurnReview, body: TurnBody) -> str:
    events, _after = judge(history.states[review.version], order_of(body, review.seat))
    return tell_order(_teller(history), events)


def _teller(history: History) -> Teller:
    return Teller(current_language(), history.last.board)


def _whatif_link(game_id: UUID, review: TurnReview) -> str:
    """Where the better turn lies on the board, to be played on from."""
    turn = text_of(order_of(review.best, review.seat))
    query = urlencode({"at": review.version, "turn": turn})
    return f"{reverse('whatif', args=[game_id])}?{query}"


def _lesson_row(review: PlayerReview, player: PlayerRow, ends: dict[int, int]) -> LessonRow:
    heading, text = LESSONS[review.lesson]
    turns = tuple((turn, ends[turn]) for turn in review.turns[:MOST_SHOWN])
    return LessonRow(review, player, heading, text, turns)
