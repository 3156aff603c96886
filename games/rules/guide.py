"""Samples of every kind of order, as `format` writes it and `parse` reads it."""

from typing import cast

from games.domain.commands import ChooseTown, Expansion, TakeTurn
from games.domain.expansions import EXPANSIONS
from games.domain.moments import OrderSample
from games.domain.notation import WORDS, Language, format
from games.domain.notation.words import Verb

CHICAGO = Expansion("chicago")
ORDER_SAMPLES = (
    OrderSample(
        "turn",
        "expand",
        TakeTurn(0, expand=(CHICAGO,)),
        "Expand to a place, along the cheapest link.",
    ),
    OrderSample(
        "turn",
        "expand",
        TakeTurn(0, expand=(Expansion("chicago", "detroit"),)),
        "Expand along the link from a certain place.",
    ),
    OrderSample(
        "turn",
        "increase",
        TakeTurn(0, increase=("omaha", "denver")),
        "Increase your market share, in one city or in several.",
    ),
    OrderSample("turn", "pass", TakeTurn(0), "Do nothing, but collect your income."),
    OrderSample("turn", "bonus", TakeTurn(0, bonus="cash"), "Play a bonus tile for $10."),
    OrderSample(
        "turn",
        "double",
        TakeTurn(0, increase=("omaha",), double="omaha", bonus="share"),
        "Play a bonus tile for a double market share, where you increase too.",
    ),
    OrderSample(
        "turn",
        "expand",
        TakeTurn(0, bonus="expand", expand=(CHICAGO, Expansion("new-york"))),
        "Play a bonus tile for a second expansion: two places, one a line.",
    ),
    OrderSample(
        "turn",
        "order",
        TakeTurn(0, order=("denver", "omaha")),
        "In which order the cities get their franchises.",
    ),
    OrderSample(
        "turn",
        "regions",
        TakeTurn(0, regions=("texas", "heartland")),
        "In which order regions are scored.",
    ),
    OrderSample("town", "town", ChooseTown(0, "pueblo"), "Choose a town to start in."),
    *(sample for each in EXPANSIONS for sample in each.samples),
)


def lines_of(sample: OrderSample, language: Language) -> list[str]:
    return format(sample.order, language).split("\n")


def synonyms_of(sample: OrderSample, language: Language) -> tuple[str, ...]:
    return WORDS[language].verbs[cast("Verb", sample.verb)][1:4]
