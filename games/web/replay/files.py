"""The score sheet as text and as CSV, and the frames by which the viewer shows any moment."""

import csv
import gzip
from collections.abc import Sequence
from functools import lru_cache
from io import StringIO
from uuid import UUID

import msgspec
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe

from games.domain.events import Expanded
from games.domain.income import income
from games.domain.notation import WORDS, Language, sheet
from games.domain.state import State
from games.drawing.board import heading
from games.drawing.film import film
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.web.captions import Teller, captions
from games.web.replay.history import History, history_of, language_from, see_history
from games.web.replay.story import moment_name, rounds_of, turn_spans
from games.web.turns import tell_turn
from games.web.wording import dollars

KEPT_FRAMES = 100


@require_safe
def frames(request: HttpRequest, game_id: UUID, version: int, language: str) -> HttpResponse:
    """Frames are made for the newest version only; older addresses lead there."""
    view, history = see_history(request, game_id)
    known = language if language in WORDS else None
    if known is None or version > view.version:
        raise Http404
    if version < view.version:
        return redirect("replay-frames", game_id, view.version, known)
    body = packed_frames(game_id, history.version, known)
    plain = "gzip" not in request.headers.get("Accept-Encoding", "")
    response = HttpResponse(
        gzip.decompress(body) if plain else body, content_type="application/json"
    )
    if not plain:
        response["Content-Encoding"] = "gzip"
    # A new release can need other frames, so the browser asks again.
    response["Cache-Control"] = "no-cache"
    patch_vary_headers(response, ("Accept-Encoding", "Cookie"))
    return response


@lru_cache(maxsize=KEPT_FRAMES)
def packed_frames(game_id: UUID, version: int, language: Language) -> bytes:
    with override(language):
        frames = _frames(history_of(game_id, version), language)
    return gzip.compress(msgspec.json.encode(frames), mtime=0)


def _frames(history: History, language: Language) -> dict[str, object]:
    """`turns` tells each turn by the version at which it ended. `paths` are the expansions: the
    seat, and the places along its links."""
    board, versions = history.last.board, range(history.version + 1)
    teller = Teller(language, board)
    reels = film(history.states, language)
    grounds = list(dict.fromkeys(reel.ground for reel in reels))
    return {
        "version": history.version,
        "grounds": grounds,
        "reels": [
            {"since": reel.since, "ground": grounds.index(reel.ground), "parts": reel.parts}
            for reel in reels
        ],
        "headings": [heading(state, language) for state in history.states],
        "captions": ["", *captions(history.events, language, board)],
        "turns": {
            until: tell_turn(teller, history.events[since - 1 : until])
            for since, until in turn_spans(history)
        },
        "whens": ["", *(moment_name(history, version) for version in versions[1:])],
        "stops": {"turn": history.turns, "round": history.rounds},
        "scores": _score_changes(history.states),
        "samples": [history.sample_of(version) for version in versions],
        "paths": {
            version: (event.seat, event.path)
            for version, event in enumerate(history.events, 1)
            if isinstance(event, Expanded)
        },
        "pieces": [token(PAGE, colour, 0, 0, 11) for colour in board.colours],
    }


def _scores(state: State) -> list[tuple[object, ...]]:
    """Of each seat: whether it moves or has won, and what its chip says: points, money, income
    while there will be one, bonus tiles."""
    return [
        (
            seat == state.to_move,
            seat in state.winners,
            state.influence[seat],
            dollars(state.money[seat]),
            "" if state.final else f"+{dollars(income(state, seat))}",
            state.bonus[seat],
        )
        for seat in range(len(state.money))
    ]


def _score_changes(states: Sequence[State]) -> list[tuple[int, list[tuple[object, ...]]]]:
    """With the versions since which they stand so."""
    changes: list[tuple[int, list[tuple[object, ...]]]] = []
    for version, state in enumerate(states):
        scores = _scores(state)
        if not changes or scores != changes[-1][1]:
            changes.append((version, scores))
    return changes


@require_safe
def sheet_text(request: HttpRequest, game_id: UUID) -> HttpResponse:
    _view, history = see_history(request, game_id)
    state = history.last
    lines = (state.terms.name, "", *sheet(history.events, language_from(request), state.board))
    return _download("\n".join([*lines, ""]), "text/plain", f"franchise-{game_id}.txt")


@require_safe
def sheet_csv(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A row for each turn, with money and influence of all after it."""
    _view, history = see_history(request, game_id)
    language = language_from(request)
    names = [WORDS[language].colours[colour] for colour in history.last.board.colours]
    seats = range(len(history.last.money))
    out = StringIO()
    rows = csv.writer(out)
    columns = (_("influence"), _("money"))
    rows.writerow(
        [
            _("version"), _("round"), _("turn"), _("what happened"), _("taken back"),
            *(f"{names[seat]}: {column}" for column in columns for seat in seats),
        ]
    )  # fmt: skip
    for name, lines in rounds_of(history, language):
        for line in lines:
            state = history.states[line.version]
            turn = history.turn_of(line.since)
            standing = (*state.influence, *state.money) or ("",) * 2 * len(seats)
            back = "" if line.stands else "x"
            rows.writerow([line.version, name, turn, line.noted, back, *standing])
    return _download("\ufeff" + out.getvalue(), "text/csv", f"franchise-{game_id}.csv")


def _download(content: str, kind: str, name: str) -> HttpResponse:
    return HttpResponse(
        content,
        content_type=f"{kind}; charset=utf-8",
        headers={
            "Content-Disposition": f'attachment; filename="{name}"',
            "Cache-Control": "no-cache",
        },
    )
