"""Links from a game's table to its chat, the reader's note, and variations."""

from typing import Any
from uuid import UUID

from django import template

from games import talk
from games.access import is_of_table, person_of
from games.domain import State
from games.models import Person

register = template.Library()


@register.inclusion_tag("chat/links.html", takes_context=True)
def talk_links(context: dict[str, Any], game_id: UUID, state: State) -> dict[str, Any]:
    """With the number of new lines; nothing for visitors."""
    reader = person_of(context["request"])
    if reader is None:
        return {}
    talks = is_of_table(reader, state)
    new = talk.count_unread(reader, [game_id]).get(game_id, 0) if talks else 0
    return {"game_id": game_id, "talks": talks, "new": new, "begun": bool(state.owners)}


@register.filter
def display_name(person: Person | None) -> str:
    return "" if person is None else person.display_name
