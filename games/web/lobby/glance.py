"""The little board of a game's card, at an address of its own for each version."""

from uuid import UUID

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.views.decorators.http import require_safe

from games.access import person_of, see_game
from games.drawing.glance import glance_svg
from games.web.private import cached_for_ever


@require_safe
def glance(request: HttpRequest, game_id: UUID, version: int, *, night: bool) -> HttpResponse:
    """The address of an earlier table leads to the present one."""
    view = see_game(person_of(request), game_id)
    if version != view.version:
        return redirect(f"glance-{'night' if night else 'day'}", game_id, view.version)
    return HttpResponse(
        glance_svg(view.state, night=night),
        content_type="image/svg+xml",
        headers={"Cache-Control": cached_for_ever(view)},
    )
