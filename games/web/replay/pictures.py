"""The board of a moment as a picture, beside a link, or moving through the whole game.

Drawing takes a while, so everybody draws only so much a minute, and what was drawn is kept.
"""

import threading
from collections.abc import Callable, Sequence
from functools import partial
from uuid import UUID

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import person_of
from games.domain import State
from games.domain.notation import Language
from games.drawing import board_png, board_svg
from games.drawing.animation import board_gif
from games.drawing.card import card_png
from games.edge import now
from games.limits import PICTURES, TooManyPictures, allow, source_of
from games.web.asking import told
from games.web.replay.access import history_for, kept, moment, readers_language

PICTURE_WIDTH = 1200
SECONDS_TO_DRAW = 5
one_animation_at_a_time = threading.Lock()


class Busy(Exception):
    """An animation is being drawn just now."""


@require_safe
def board(
    request: HttpRequest, game_id: UUID, version: int, *, night: bool, ending: str
) -> HttpResponse:
    seen, history = history_for(request, game_id)
    state = history.states[moment(history, version)]
    language = readers_language(request)
    if ending == "svg":
        drawn = board_svg(state, language=language, night=night)
        return kept(HttpResponse(drawn, content_type="image/svg+xml"), seen)
    key = f"board:{game_id}:{version}:{language}:{night}"

    def draw() -> bytes:
        return board_png(state, language=language, night=night, width=PICTURE_WIDTH)

    return _drawn(request, key, draw, "image/png", lambda response: kept(response, seen))


@require_safe
def card(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    seen, history = history_for(request, game_id)
    state = history.states[moment(history, version)]
    language = readers_language(request)
    key = f"card:{game_id}:{version}:{language}"

    def draw() -> bytes:
        return card_png(state, state.terms.name, language)

    return _drawn(request, key, draw, "image/png", lambda response: kept(response, seen))


@require_safe
def moving(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """A frame a turn, up to now."""
    _seen, history = history_for(request, game_id)
    if not history.samples:
        raise Http404
    language = readers_language(request)
    states = [history.states[sample.version] for sample in history.samples]
    key = f"moving:{game_id}:{history.version}:{language}"

    try:
        return _drawn(request, key, partial(_animated, states, language), "image/gif", never_kept)
    except Busy:
        said = _("Another animated picture is being drawn. Try again in a few seconds.")
        return _not_now(503, said, SECONDS_TO_DRAW)


def _animated(states: Sequence[State], language: Language) -> bytes:
    # Whoever waited here would hold one of the few threads that answer everybody.
    if not one_animation_at_a_time.acquire(blocking=False):
        raise Busy
    try:
        return board_gif(states, language)
    finally:
        one_animation_at_a_time.release()


def never_kept(response: HttpResponse) -> HttpResponse:
    """The game may go on."""
    response["Cache-Control"] = "no-cache"
    return response


def _drawn(
    request: HttpRequest,
    key: str,
    draw: Callable[[], bytes],
    kind: str,
    dress: Callable[[HttpResponse], HttpResponse],
) -> HttpResponse:
    found = caches["pictures"].get(key)
    if found is None:
        try:
            allow(PICTURES, _caller(request), at=now())
        except TooManyPictures as refusal:
            return _not_now(429, told(refusal), refusal.seconds)
        found = draw()
        caches["pictures"].set(key, found)
    return dress(HttpResponse(found, content_type=kind))


def _caller(request: HttpRequest) -> str:
    person = person_of(request)
    return source_of(request) if person is None else str(person.pk)


def _not_now(status: int, said: str, seconds: int) -> HttpResponse:
    return HttpResponse(
        said,
        status=status,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(seconds), "Cache-Control": "no-store"},
    )
