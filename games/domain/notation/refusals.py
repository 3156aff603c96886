"""Every refusal as a sentence in a reader's language, with names of places instead of ids."""

from games.domain.board import PRINTED_BOARD, Board
from games.domain.errors import Faulty, Refusal
from games.domain.notation.refusals_french import FRENCH
from games.domain.notation.refusals_german import GERMAN
from games.domain.notation.sentences import Sentences
from games.domain.notation.words import WORDS, Language, region_name

ENGLISH = Sentences(
    sentences={
        "not-your-turn": "It is not {value}’s turn.",
        "seat-not-free": "The seat of {value} is not free.",
        "seat-empty": "Nobody plays {value}.",
        "seat-not-yours": "Another player plays {value}.",
        "not-due": "The time of {value} is not up.",
        "no-stand-in": "{value} is to be played for, and nobody has chosen what.",
        "already-agreed": "{value} has agreed to a pause already.",
        "seat-not-given-up": (
            "The seat of {value} can be taken over after two turns in a row "
            "that it lost to the clock."
        ),
    },
    faults={},
    words={
        "expand": "a second expansion",
        "share": "a double market share",
        "cash": "cash",
        "draft": "at the choice of tiles",
        "towns": "at the choice of towns",
        "boom": "at the choice for the Boom marker",
        "playing": "under way",
        "route": "Route",
        "development": "Development",
    },
)
ALL: dict[Language, Sentences] = {"en": ENGLISH, "fr": FRENCH, "de": GERMAN}

OF_SEATS = frozenset(ENGLISH.sentences)
"""Refusals whose value and possible values are seats."""

WORDY = {
    "ambiguous-name": ("what",),
    "no-bonus-in-first-turn": ("value",),
    "no-bonus-tile": ("value",),
    "no-link": ("origin",),
    "not-open": ("value",),
    "not-under-way": ("value",),
    "not-your-tool": ("value",),
    "nothing-awaited": ("value",),
    "tool-needs-expansion": ("value",),
    "unknown-name": ("what",),
    "wrong-moment": ("value", "awaited"),
}
"""By refusal, the facts whose value is one of our own words and has a translation."""


def explain(refusal: Refusal, language: Language, board: Board = PRINTED_BOARD) -> str:
    """Why the command was refused, in one sentence."""
    facts = {**refusal.facts, "value": refusal.value}
    named = {fact: _name(refusal, fact, facts[fact], language, board) for fact in facts}
    own = ALL[language]
    if isinstance(refusal, Faulty):
        named["problem"] = own.faults.get(refusal.fault, refusal.fault).format(**named)
    return own.sentences.get(refusal.code, refusal.says).format(**named)


def possibilities(
    refusal: Refusal, language: Language, board: Board = PRINTED_BOARD
) -> tuple[str, ...]:
    """What would have been possible."""
    return tuple(str(_name(refusal, "value", value, language, board)) for value in refusal.possible)


def _name(refusal: Refusal, fact: str, value: object, language: Language, board: Board) -> object:
    """What a reader calls this value of a refusal."""
    words = WORDS[language]
    if refusal.code in OF_SEATS and isinstance(value, int):
        return words.colours[board.colours[value]] if value < len(board.colours) else value
    if not isinstance(value, str):
        return value
    if value in board.index:
        return board.places[board.index[value]].name
    if fact in WORDY.get(refusal.code, ()):
        return ALL[language].words.get(value, value)
    return region_name(value, words, board) if value in board.region_index else value
