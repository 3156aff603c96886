"""The score sheet as text and as CSV, and the frames of the viewer."""

import csv
import gzip
from io import StringIO
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.cache import patch_vary_headers
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.domain.notation import WORDS, sheet
from games.web.replay.frames import packed_frames
from games.web.replay.history import language_from, see_history
from games.web.replay.story import rounds_of


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
