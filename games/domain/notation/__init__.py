"""Turns in words: `parse` reads orders, `format` writes them, `sheet` is the score sheet."""

from games.domain.notation.misreadings import (
    AmbiguousName,
    ContradictoryOrders,
    Misread,
    UnknownName,
    UnreadableOrder,
)
from games.domain.notation.reading import parse
from games.domain.notation.refusals import explain, possibilities
from games.domain.notation.score_sheet import numbered_sheet, outcome, sheet
from games.domain.notation.words import ENGLISH, WORDS, Language, Words, language_of
from games.domain.notation.writing import format

__all__ = [
    "ENGLISH",
    "WORDS",
    "AmbiguousName",
    "ContradictoryOrders",
    "Language",
    "Misread",
    "UnknownName",
    "UnreadableOrder",
    "Words",
    "explain",
    "format",
    "language_of",
    "numbered_sheet",
    "outcome",
    "parse",
    "possibilities",
    "sheet",
]
