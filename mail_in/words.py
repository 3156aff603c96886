"""What people and their mail programs write around an order, in every language."""

import re
from collections.abc import Iterable

from games.domain.notation import WORDS
from games.domain.notation.names import normalize

LONGEST_LINE = 500


def in_all_languages(kind: str) -> tuple[str, ...]:
    return tuple(each for words in WORDS.values() for each in getattr(words.reply, kind))


def any_of(kind: str) -> str:
    """The expressions of this kind in all languages, as one."""
    return f"(?:{'|'.join(in_all_languages(kind))})"


AWAY = re.compile(any_of("away") + r"\b")
GREETING = re.compile(any_of("greetings") + r"(?: [a-z0-9]+){0,3}")
THANKS = re.compile(any_of("thanks"))
CLOSING = re.compile(any_of("closings"))
MOBILE = re.compile(any_of("signatures") + r"(?: https? .*)?")

HEADER_BEGINS = re.compile(any_of("senders") + r"\s?:\s*\S", re.IGNORECASE)
HEADER_GOES_ON = re.compile(any_of("headers") + r"\s?:", re.IGNORECASE)
DIVIDER = re.compile(rf"-{{2,}}\s*{any_of('dividers')}\s*:?\s*-{{2,}}|_{{10,}}", re.IGNORECASE)
ATTRIBUTION_BEGINS = re.compile(any_of("quote_starts") + r"\s", re.IGNORECASE)
ATTRIBUTION = re.compile(any_of("quotes") + r"\s?:", re.IGNORECASE)
REPLY_PREFIX = re.compile(rf"(?:{any_of('prefixes')}\s?:\s*)++", re.IGNORECASE)
DATED = re.compile(r"\d")


def is_away_subject(subject: str) -> bool:
    return AWAY.match(normalize(subject)) is not None


def is_polite(line: str) -> bool:
    """Whether a line only greets, thanks or closes a mail."""
    text = normalize(line[:LONGEST_LINE])
    if not text or len(text) > 100:
        return not text and not any(c.isalnum() for c in line)
    return any(each.fullmatch(text) for each in (GREETING, THANKS, CLOSING))


def is_closing(line: str) -> bool:
    return CLOSING.fullmatch(normalize(line[:LONGEST_LINE])) is not None


def is_mobile_signature(line: str) -> bool:
    return len(line) <= 200 and MOBILE.fullmatch(normalize(line)) is not None


def is_attribution(lines: Iterable[str]) -> bool:
    """Whether these lines say who wrote the text that they quote below, and when."""
    text = " ".join(" ".join(lines).replace("*", "").split())
    return ATTRIBUTION.fullmatch(text) is not None and DATED.search(text) is not None


def without_reply_prefix(subject: str) -> str:
    return REPLY_PREFIX.sub("", subject)
