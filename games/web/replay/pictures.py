"""The board of a moment as a picture, beside a link, or moving through the whole game.

Drawing is slow, so each caller may draw only so many a minute, and pictures are cached.
"""

import threading
from collections.abc import Callable
from uuid import UUID

from django.core.cache import caches
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe

from games.access import person_of
from games.drawing import board_png, board_svg
from games.drawing.animation import board_gif
from games.drawing.card import card_png
from games.edge import now
from games.limits import PICTURES, TooManyPictures, allow, source_of
from games.web.private import cached_for_ever
from games.web.replay.history import language_from, see_history, version_or_404
from games.web.requests import refusal_text

PICTURE_WIDTH = 1200
SECONDS_TO_DRAW = 5
one_animation_at_a_time = threading.Lock()


class Busy(Exception):
    """An animation is being drawn just now."""


@require_safe
def board(
    request: HttpRequest, game_id: UUID, version: int, *, night: bool, ending: str
) -> HttpResponse:
    view, history = see_history(request, game_id)
    state = history.states[version_or_404(history, version)]
    language = language_from(request)
    if ending == "svg":
        svg = board_svg(state, language=language, night=night)
        headers = {"Cache-Control": cached_for_ever(view)}
        return HttpResponse(svg, content_type="image/svg+xml", headers=headers)
    key = f"board:{game_id}:{version}:{language}:{night}"

    def draw() -> bytes:
        return board_png(state, language=language, night=night, width=PICTURE_WIDTH)

    return _picture_response(request, key, draw, "image/png", cached_for_ever(view))


@require_safe
def card(request: HttpRequest, game_id: UUID, version: int) -> HttpResponse:
    view, history = see_history(request, game_id)
    state = history.states[version_or_404(history, version)]
    language = language_from(request)
    key = f"card:{game_id}:{version}:{language}"

    def draw() -> bytes:
        return card_png(state, state.terms.name, language)

    return _picture_response(request, key, draw, "image/png", cached_for_ever(view))


@require_safe
def animation(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """One frame a turn, up to now; as the game may go on, the browser asks again."""
    _view, history = see_history(request, game_id)
    if not history.samples:
        raise Http404
    language = language_from(request)
    states = [history.states[sample.version] for sample in history.samples]
    key = f"moving:{game_id}:{history.version}:{language}"

    def draw() -> bytes:
        # A wait here would hold one of the few threads that answer everybody.
        if not one_animation_at_a_time.acquire(blocking=False):
            raise Busy
        try:
            return board_gif(states, language)
        finally:
            one_animation_at_a_time.release()

    try:
        return _picture_response(request, key, draw, "image/gif", "no-cache")
    except Busy:
        text = _("Another animated picture is being drawn. Try again in a few seconds.")
        return _try_later(503, text, SECONDS_TO_DRAW)


def _picture_response(
    request: HttpRequest,
    key: str,
    draw: Callable[[], bytes],
    kind: str,
    cache_control: str,
) -> HttpResponse:
    picture = caches["pictures"].get(key)
    if picture is None:
        person = person_of(request)
        try:
            allow(PICTURES, source_of(request) if person is None else str(person.pk), at=now())
        except TooManyPictures as refusal:
            return _try_later(429, refusal_text(refusal), refusal.seconds)
        picture = draw()
        caches["pictures"].set(key, picture)
    return HttpResponse(picture, content_type=kind, headers={"Cache-Control": cache_control})


def _try_later(status: int, text: str, seconds: int) -> HttpResponse:
    return HttpResponse(
        text,
        status=status,
        content_type="text/plain; charset=utf-8",
        headers={"Retry-After": str(seconds), "Cache-Control": "no-store"},
    )
