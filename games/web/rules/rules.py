"""The rules, the rulings and the drawn examples, in the reader's language."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain.board import NEW_REGION_TILES, PRINTED_BOARD
from games.domain.notation import WORDS
from games.domain.notation.words import region_name
from games.domain.rulesets import RULESET, version_of
from games.rules import rulebook
from games.rules import rulings as all_rulings
from games.rules.examples import EXAMPLES
from games.rules.guide import ORDER_SAMPLES, lines_of, synonyms_of
from games.web.wording import current_language

FIRST = EXAMPLES["P1"]


class ShownSample(Struct, frozen=True):
    """An order as it is written, what it does, and its synonyms."""

    lines: list[str]
    meaning: str
    others: tuple[str, ...]


@require_safe
def rules(request: HttpRequest) -> HttpResponse:
    words = WORDS[current_language()]
    context = {
        "book": rulebook(current_language()),
        "board": PRINTED_BOARD,
        "ground": FIRST.table,
        "view": FIRST.view,
        "regions": [
            (region_name(region.id, words, PRINTED_BOARD), region.tile)
            for region in PRINTED_BOARD.regions
        ],
        "new_tiles": NEW_REGION_TILES,
        "milestones": words.milestones.values(),
        "ruleset": version_of(RULESET),
        "introductory": [
            (players, [[PRINTED_BOARD.name_of(town) for town in towns] for towns in pairs])
            for players, pairs in PRINTED_BOARD.introductory_towns.items()
        ],
        "in_turns": list(order_samples(in_turns=True)),
        "before_turns": list(order_samples(in_turns=False)),
    }
    return render(request, "rules/rules.html", context)


def order_samples(*, in_turns: bool) -> Iterator[ShownSample]:
    language = current_language()
    for sample in ORDER_SAMPLES:
        if (sample.kind == "turn") == in_turns:
            lines, others = lines_of(sample, language), synonyms_of(sample, language)
            yield ShownSample(lines, _(sample.meaning), others)


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/rulings.html", {"book": all_rulings(current_language())})
