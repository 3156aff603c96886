"""What people and their mail programs write around an order, in every language."""

import re

from games.domain.notation import WORDS
from games.domain.notation.lines import PLAIN_FORMS
from games.domain.notation.tokens import normalize

LONGEST_LINE = 4000
"""What is longer is cut, and refused where anything is asked for in it."""

LONGEST_POLITE = 100


def in_all_languages(kind: str) -> tuple[str, ...]:
    return tuple(each for words in WORDS.values() for each in getattr(words.reply, kind))


def any_of(kind: str) -> str:
    """The expressions of this kind in all languages, as one."""
    return f"(?:{'|'.join(in_all_languages(kind))})"


AWAY = re.compile(any_of("away") + r"\b")
GREETING = re.compile(any_of("greetings") + r"(?: [a-z]+){0,3}")
THANKS = re.compile(any_of("thanks"))
CLOSING = re.compile(any_of("closings") + r"(?: [a-z]+)?")
NOTICE = re.compile(rf"\b{any_of('notices')}\b")
WITHDRAWAL = re.compile(rf"(?:\b|^){any_of('withdrawals')}\b")
MOBILE = re.compile(any_of("signatures") + r"(?: https? .*)?")

REPLY_PREFIX = re.compile(rf"(?:{any_of('prefixes')}\s?:\s*)++", re.IGNORECASE)


def is_away_subject(subject: str) -> bool:
    return AWAY.match(normalize(subject)) is not None


def is_polite(line: str) -> bool:
    """Whether a line only greets, thanks or closes a mail."""
    text = normalize(line)
    if not text or len(text) > LONGEST_POLITE:
        return not text and not any(c.isalnum() for c in line)
    if any((word,) in PLAIN_FORMS for word in text.split()):
        return False
    return any(each.fullmatch(text) for each in (GREETING, THANKS, CLOSING))


def without_marks(line: str) -> str:
    """Without a bullet and the stars of bold text."""
    return line.strip(" *_\t•·\u2013").removeprefix("- ").strip()


def is_closing(line: str) -> bool:
    return CLOSING.fullmatch(normalize(line)) is not None


def is_notice(line: str) -> bool:
    """Whether a line is of a legal notice."""
    return NOTICE.search(normalize(line)) is not None


def takes_back(line: str) -> bool:
    """Whether a line takes back what was said, as "no wait" does."""
    return WITHDRAWAL.search(normalize(line)) is not None


def is_mobile_signature(line: str) -> bool:
    return len(line) <= 200 and MOBILE.fullmatch(normalize(line)) is not None


def without_reply_prefix(subject: str) -> str:
    return REPLY_PREFIX.sub("", subject)
