"""The board, the pieces and the names of a table, as templates need them."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django import template
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext as _

from games.domain.board import Board
from games.domain.notation import WORDS
from games.domain.notation.words import region_name
from games.domain.rulesets import version_of
from games.domain.state import State
from games.drawing import board_for_pages, pieces_for_pages, places_for_pages
from games.drawing.legend import KEY, legend
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.edge import new_command_id, now
from games.web.wording import current_language

register = template.Library()
AN_HOUR, A_DAY = 60, 24 * 60
register.filter("ruleset_version", version_of)
register.simple_tag(new_command_id, name="new_command")


@register.simple_tag
def board(state: State, changed: Iterable[str] = (), *, called: str = "") -> SafeString:
    """The board as SVG, which has no text of players in it."""
    drawn = board_for_pages(state, changed=changed, language=current_language(), called=called)
    return mark_safe(drawn)  # noqa: S308


@register.simple_tag
def pieces(
    state: State, changed: Iterable[str] = (), only: Iterable[str] | None = None
) -> SafeString:
    """The pieces on the land, for a page that has the board: all, or those of some places."""
    language = current_language()
    if only is None:
        return mark_safe(pieces_for_pages(state, changed=changed, language=language))  # noqa: S308
    drawn = places_for_pages(state, only, changed=changed, language=language)
    return mark_safe(drawn)  # noqa: S308


@register.simple_tag
def piece(colour: str) -> SafeString:
    """A player's piece, hidden from screen readers: the colour's name stands beside it."""
    drawn = token(PAGE, colour, 10, 10, 7.5)
    return mark_safe(  # noqa: S308
        f'<svg class="piece" viewBox="0 0 20 20" aria-hidden="true" focusable="false">{drawn}</svg>'
    )


@register.inclusion_tag("table/look_up.html")
def look_up(game_id: UUID, board: Board) -> dict[str, object]:
    """What a card can be asked for without the map."""
    words = WORDS[current_language()]
    places = sorted((place.name, f"place-{place.id}") for place in board.places)
    regions = [(f"plate-{each.id}", region_name(each.id, words, board)) for each in board.regions]
    return {
        "game_id": game_id,
        "kinds": (
            (_("Regions"), regions),
            (_("Places"), [(at, name) for name, at in places]),
        ),
    }


@register.simple_tag
def key() -> SafeString:
    """What the signs on the board mean."""
    language = current_language()
    left, top, right, bottom = KEY
    return mark_safe(  # noqa: S308
        f'<svg class="key" viewBox="{left} {top} {right - left} {bottom - top}">'
        f"{legend(PAGE, language)}</svg>"
    )


@register.filter
def colour_name(colour: str) -> str:
    return WORDS[current_language()].colours[colour]


@register.filter
def time_left(moment: datetime) -> str:
    """In one unit: what a line of a phone has room for."""
    minutes = max(0, int((moment - now()).total_seconds()) // 60)
    if minutes < AN_HOUR:
        return _("%(count)s min") % {"count": minutes}
    if minutes < 2 * A_DAY:
        return _("%(count)s h") % {"count": minutes // AN_HOUR}
    return _("%(count)s d") % {"count": minutes // A_DAY}
