"""Rules on pages: their text with its links, parts of the board, why something was refused."""

import re
from collections.abc import Iterable, Mapping, Sequence

from django import template
from django.urls import reverse
from django.utils.html import escape
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext

from games.domain.board import RegionTile
from games.domain.decide import judge
from games.domain.errors import Refusal
from games.domain.notation import Misread
from games.domain.state import State
from games.drawing import board_cut, shared_ground, tile_face
from games.drawing.theme import PAGE
from games.refusals import explain, possibilities
from games.rules import rulebook
from games.rules.examples import EXAMPLES
from games.web.rules.examples import changed_places
from games.web.wording import current_language, dollars

register = template.Library()
register.filter("dollars", dollars)

BOLD = re.compile(r"\*\*([^*]+)\*\*")
RULING = re.compile(r"\bR(?=[\u202f\u00a0 ]?:)")
RULE_ID = re.compile(r"\b[A-Z]\d{1,2}\b")
MOST_OFFERED = 12


@register.filter
def rule_text(text: str) -> SafeString:
    """Makes bold words bold, marks rulings, and links every rule that is named."""
    rules, page = rulebook("en").rules, reverse("rules")
    says = escape(gettext("ruling"))
    mark = f'<abbr class="ruling" title="{says}">R</abbr>'

    def link(match: re.Match[str]) -> str:
        return f'<a href="{page}#{match[0]}">{match[0]}</a>' if match[0] in rules else match[0]

    marked = RULING.sub(mark, RULE_ID.sub(link, escape(text)))
    bold = BOLD.sub(r"<b>\1</b>", marked)
    return mark_safe(bold)  # noqa: S308


@register.filter
def examples_of(rule: str) -> list[str]:
    """The examples that show it."""
    return [example.id for example in EXAMPLES.values() if rule in example.shows]


@register.inclusion_tag("rules/drawn.html")
def drawn_examples(rule: str) -> dict[str, object]:
    """The examples whose first rule it is, before their orders and after."""
    drawn = []
    for example in EXAMPLES.values():
        if example.shows[0] == rule and example.orders is not None:
            order = example.order_from(example.orders)
            events, after = judge(example.table, order)
            drawn.append((example, after, changed_places(events)))
    return {"drawn": drawn}


@register.simple_tag
def ground(state: State) -> SafeString:
    """The shared land of all parts of the board on a page: once, before them."""
    return mark_safe(shared_ground(state, current_language()))  # noqa: S308


@register.simple_tag
def cut(
    state: State,
    around: Sequence[str],
    changed: Iterable[str] = (),
    doors: Mapping[str, str] | None = None,
) -> SafeString:
    """The board around some places; `doors` lead from places to tap to addresses."""
    drawn = board_cut(state, around, changed=changed, doors=doors, language=current_language())
    return mark_safe(drawn)  # noqa: S308


@register.simple_tag
def face(tile: RegionTile) -> SafeString:
    return mark_safe(tile_face(tile, PAGE, current_language()))  # noqa: S308


@register.inclusion_tag("parts/refusal.html")
def refusal(problem: Refusal) -> dict[str, object]:
    """Why something was refused, by which rule, and what would have been possible."""
    return {
        "parts": problem.parts if isinstance(problem, Misread) and problem.line else (),
        "sentence": explain(problem, current_language()),
        "rule": problem.rule,
        "possible": possibilities(problem, current_language())[:MOST_OFFERED],
    }
