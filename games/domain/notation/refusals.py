"""Every refusal as a sentence in a reader's language, with the names of places instead of ids.

A class of refusals without its sentence fails a test, and so does a fault without one.
"""

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
"""Their value is a seat's number, and so is what would be possible."""

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
"""Where a value is one of our own words, which has a translation, and not what somebody wrote."""


def explain(refusal: Refusal, language: Language, board: Board = PRINTED_BOARD) -> str:
    """Why it was refused."""
    names = _Names(refusal, language, board)
    facts = {fact: names.named(fact, value) for fact, value in refusal.facts.items()}
    value = names.named("value", refusal.value)
    sayings = ALL[language]
    if isinstance(refusal, Faulty):
        fault = sayings.faults.get(refusal.fault, refusal.fault)
        facts["problem"] = fault.format(**{**facts, "value": value})
    sentence = sayings.sentences.get(refusal.code, refusal.says)
    return sentence.format(**{**facts, "value": value})


def possibilities(
    refusal: Refusal, language: Language, board: Board = PRINTED_BOARD
) -> tuple[str, ...]:
    """What would have been possible."""
    names = _Names(refusal, language, board)
    return tuple(str(names.named("value", value)) for value in refusal.possible)


class _Names:
    """What the values of one refusal are called."""

    def __init__(self, refusal: Refusal, language: Language, board: Board) -> None:
        self.code, self.language, self.board = refusal.code, language, board

    def named(self, fact: str, value: object) -> object:
        board, words = self.board, WORDS[self.language]
        if self.code in OF_SEATS and isinstance(value, int):
            return words.colours[board.colours[value]] if value < len(board.colours) else value
        if not isinstance(value, str):
            return value
        if fact in WORDY.get(self.code, ()) and value not in board.index:
            return ALL[self.language].words.get(value, value)
        if value in board.index:
            return board.places[board.index[value]].name
        return region_name(value, words, board) if value in board.region_index else value
