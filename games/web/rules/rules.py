"""The rules, the rulings and the drawn examples, in the reader's language."""

from collections.abc import Iterator

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_safe
from msgspec import Struct

from games.domain.board import PRINTED_BOARD
from games.domain.notation import WORDS
from games.domain.notation.words import region_name
from games.rules import rulebook
from games.rules import rulings as all_rulings
from games.rules.guide import ORDER_SAMPLES
from games.web.wording import current_language

MEANINGS = {
    "expand": _("Expand to a place, along the cheapest link."),
    "from": _("Expand along the link from a certain place."),
    "increase": _("Increase your market share, in one city or in several."),
    "pass": _("Do nothing, but collect your income."),
    "cash": _("Play a bonus tile for $10."),
    "double": _("Play a bonus tile for a double market share, where you increase too."),
    "twice": _("Play a bonus tile for a second expansion: two places, one a line."),
    "order": _("In which order the cities get their franchises."),
    "regions": _("In which order regions are scored."),
    "boom": _("Move the Boom marker before your income."),
    "route": _("One link of this turn costs nothing."),
    "development": _("Expand along a chain of links; after the goal you may name the way."),
    "town": _("Choose a town to start in."),
    "first-boom": _("Put the Boom marker beside its first city."),
    "city-tile": _("Place a city tile, in a draft."),
    "region-tile": _("Place a region tile, in a draft."),
    "choice": _("Choose a region tile, where the players choose them."),
}


class OrderSample(Struct, frozen=True):
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
        "regions": [
            (region_name(region.id, words, PRINTED_BOARD), region.tile)
            for region in PRINTED_BOARD.regions
        ],
        "introductory": [
            (players, [[place_name(town) for town in towns] for towns in pairs])
            for players, pairs in PRINTED_BOARD.introductory_towns.items()
        ],
        "in_turns": list(order_samples(in_turns=True)),
        "before_turns": list(order_samples(in_turns=False)),
    }
    return render(request, "rules/rules.html", context)


def place_name(place: str) -> str:
    return PRINTED_BOARD.places[PRINTED_BOARD.index[place]].name


def order_samples(*, in_turns: bool) -> Iterator[OrderSample]:
    for sample in ORDER_SAMPLES:
        if (sample.kind == "turn") == in_turns:
            meaning = str(MEANINGS[sample.id])
            yield OrderSample(
                sample.lines(current_language()), meaning, sample.synonyms(current_language())
            )


@require_safe
def rulings(request: HttpRequest) -> HttpResponse:
    return render(request, "rules/rulings.html", {"book": all_rulings(current_language())})
