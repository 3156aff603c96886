"""Every refusal as a sentence in a reader's language, with names of places instead of ids."""

from collections.abc import Callable

from games.domain.board import Board
from games.domain.errors import Faulty, Refusal
from games.domain.notation.words import WORDS, Language, Words, region_name

Translate = Callable[[str, str], str]
"""From a context and an English text to the reader's text."""

CONTEXT = "refusal"
"""The context of faults and own words; that of a refusal's sentence is its code."""

OWN_WORDS = {
    "expand": "a second expansion",
    "share": "a double market share",
    "cash": "cash",
    "draft": "at the choice of tiles",
    "towns": "at the choice of towns",
    "boom": "at the choice for the Boom marker",
    "playing": "under way",
    "route": "Route",
    "development": "Development",
}
OWN_WORDS |= {
    word: word
    for word in (
        "a turn", "a starting town", "a city for the Boom marker", "a city tile",
        "a choice of a region tile", "a region tile", "nothing", "open", "ended", "abandoned",
        "place", "region", "tile", "use of a bonus tile", "tile to use", "any place of yours",
    )
}  # fmt: skip
"""What a refusal's value is called, where it is one of our own words."""

WORDY = {
    "ambiguous-name": ("what",),
    "no-bonus-in-first-turn": ("value",),
    "no-bonus-tile": ("value",),
    "no-link": ("origin",),
    "not-open": ("value",),
    "not-under-way": ("value",),
    "not-your-tool": ("value",),
    "nothing-awaited": ("value",),
    "one-tool-a-turn": ("value",),
    "tool-needs-expansion": ("value",),
    "missing-name": ("what",),
    "tool-used-twice": ("value",),
    "unknown-name": ("what",),
    "wrong-moment": ("value", "awaited"),
}
"""By refusal, the facts whose value is one of our own words."""


def explain(refusal: Refusal, language: Language, board: Board, translate: Translate) -> str:
    """Why the command was refused, in one sentence."""
    facts = {**refusal.facts, "value": refusal.value}
    named = {
        fact: _name(refusal, fact, value, WORDS[language], board, translate)
        for fact, value in facts.items()
    }
    if isinstance(refusal, Faulty):
        named["problem"] = translate(CONTEXT, refusal.fault).format(**named)
    return translate(refusal.code, refusal.says).format(**named)


def possibilities(
    refusal: Refusal, language: Language, board: Board, translate: Translate
) -> tuple[str, ...]:
    """What would have been possible."""
    if refusal.of_versions:
        return ()
    words = WORDS[language]
    return tuple(
        str(_name(refusal, "value", value, words, board, translate)) for value in refusal.possible
    )


def _name(
    refusal: Refusal, fact: str, value: object, words: Words, board: Board, translate: Translate
) -> object:
    """What a reader calls this value of a refusal."""
    if refusal.of_seats and isinstance(value, int):
        return words.colours[board.colours[value]] if value < len(board.colours) else value
    if not isinstance(value, str):
        return value
    if value in board.index:
        return board.name_of(value)
    if fact in WORDY.get(refusal.code, ()):
        return translate(CONTEXT, OWN_WORDS[value]) if value in OWN_WORDS else value
    return region_name(value, words, board) if value in board.region_index else value
