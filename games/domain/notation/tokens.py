"""What a player writes, as words and signs with their places in the text."""

import re
import unicodedata
from typing import Literal

from msgspec import Struct

FOREIGN_LETTERS = {"ä": "ae", "ö": "oe", "ü": "ue", "œ": "oe", "æ": "ae", "ø": "oe"}

TOKEN = re.compile(
    r"(?P<line>\n)"
    r"|(?P<smiley>[:;]-?[()DP](?![^\W_]))"
    r"|(?P<initials>(?:[^\W\d_]\.)+[^\W\d_]\b\.?)"
    r"|(?P<word>[^\W_]+)"
    r"|(?P<arrow>[-=\u2013\u2014]+>|[>\u2192\u2794\u279c\u21d2])"
    r"|(?P<back><[-=\u2013\u2014]+|[<\u2190])"
    r"|(?P<sign>\S)"
)
LIST_MARK = re.compile(
    r"(?:[-\u2013\u2014*\u2022\u00b7\u25aa\u25e6][ \t]+|\(?([0-9]{1,2}|[a-z])[.)](?=[ \t]*[^\W_]))"
)
LETTERED = re.compile(r"[a-z]\.")
SILENT = re.compile(
    '[()\\[\\]*_`"\u201c\u201d\u201e\u201f\u00ab\u00bb\u2039\u203a\u00b0\u2116'
    "\u2764\U0001f600-\U0001f644\U0001f64f\U0001f44d\U0001f389\U0001f3fb-\U0001f3ff]"
)
"""Brackets, quotation marks, bold type and smileys change nothing of what is said."""
WITHIN_WORDS = frozenset("-'\u2019\u00b4")
INVISIBLE = frozenset({"Mn", "Me", "Cf"})


class Token(Struct, frozen=True):
    """A mark stands before a point of a list; its text is the number or letter, if it has one."""

    kind: Literal["word", "sign", "line", "mark"]
    text: str
    start: int
    end: int


def normalize(text: str) -> str:
    """Lower case, no accents, no punctuation, single spaces; `ä` becomes `ae`."""
    lower = unicodedata.normalize("NFC", text).casefold()
    for letter, ascii_letters in FOREIGN_LETTERS.items():
        lower = lower.replace(letter, ascii_letters)
    return " ".join(re.sub(r"[^a-z0-9$]+", " ", without_accents(lower)).split())


def without_accents(text: str) -> str:
    decomposed = unicodedata.normalize("NFKD", text)
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter))


def tokenize(text: str) -> tuple[Token, ...]:
    """Of a text in the normal form NFC."""
    tokens: list[Token] = []
    at = _mark(text, 0, tokens)
    while match := TOKEN.search(text, at):
        at, kind = match.end(), match.lastgroup
        if kind == "line":
            tokens.append(Token("line", "\n", match.start(), at))
            at = _mark(text, at, tokens)
        elif kind in ("word", "initials"):
            tokens.append(Token("word", _bare(match[0]), match.start(), at))
        elif kind == "arrow":
            tokens.append(Token("sign", ">", match.start(), at))
        elif kind == "back":
            tokens.append(Token("sign", "<", match.start(), at))
        elif kind == "sign" and not _is_silent(text, match.start()):
            tokens.append(Token("sign", match[0], match.start(), at))
    return tuple(tokens)


def _mark(text: str, at: int, tokens: list[Token]) -> int:
    """Takes the mark of a list at the beginning of a line."""
    while at < len(text) and text[at] in " \t\xa0":
        at += 1
    match = LIST_MARK.match(text, at)
    if match is None or LETTERED.match(match[0]):
        return at
    tokens.append(Token("mark", match[1] or "", match.start(), match.end()))
    return match.end()


def _bare(word: str) -> str:
    return normalize(word.replace(".", "")).replace(" ", "")


def _is_silent(text: str, at: int) -> bool:
    sign = text[at]
    if sign in WITHIN_WORDS:
        return 0 < at < len(text) - 1 and text[at - 1].isalnum() and text[at + 1].isalnum()
    return bool(SILENT.match(sign)) or unicodedata.category(sign) in INVISIBLE


Phrase = tuple[str, ...]


def phrases_of(form: str) -> set[Phrase]:
    """As which words a form of the language may be written: `ä` as `ä`, `ae` or `a`."""
    normal = unicodedata.normalize("NFC", form)
    written = (normal, without_accents(normal))
    return {tuple(token.text for token in tokenize(each)) for each in written}
