"""The board, the pieces and the names of a table, as templates need them."""

from collections.abc import Iterable

from django import template
from django.utils.safestring import SafeString, mark_safe

from games.domain.notation import WORDS
from games.domain.state import State
from games.drawing import board_for_pages, pieces_for_pages, places_for_pages
from games.drawing.legend import KEY, legend
from games.drawing.pieces import token
from games.drawing.theme import PAGE
from games.web.land import land_addresses
from games.web.wording import current_language

register = template.Library()


@register.simple_tag
def board(state: State, changed: Iterable[str] = (), *, cards: bool = True) -> SafeString:
    """The board as SVG, which has no text of players in it; without `cards`, the land alone."""
    drawn = board_for_pages(
        state,
        land_at=land_addresses(state),
        changed=changed,
        language=current_language(),
        cards=cards,
    )
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
