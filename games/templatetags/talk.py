"""Links from a game's table to its chat, the reader's note, and variations."""

from typing import Any
from uuid import UUID

from django import template
from django.template.defaultfilters import linebreaksbr
from django.utils.html import urlize
from django.utils.safestring import SafeString, mark_safe

from games import talk
from games.access import is_of_table, person_of
from games.domain import State

register = template.Library()


@register.filter
def with_links(text: str) -> SafeString:
    """What somebody says, with its links; all else in it stays text."""
    linked = urlize(text, nofollow=True, autoescape=True)
    # A quotation mark of the text is escaped.
    safe = linked.replace(' rel="nofollow"', ' rel="nofollow noopener"')
    return linebreaksbr(mark_safe(safe))  # noqa: S308


@register.inclusion_tag("chat/links.html", takes_context=True)
def talk_links(context: dict[str, Any], game_id: UUID, state: State) -> dict[str, Any]:
    """With the number of new lines."""
    reader = person_of(context["request"])
    talks = reader is not None and is_of_table(reader, state)
    new = talk.count_unread(reader, [game_id]).get(game_id, 0) if reader and talks else 0
    return {
        "game_id": game_id,
        "is_known": reader is not None,
        "talks": talks,
        "new": new,
        "begun": bool(state.owners),
    }
