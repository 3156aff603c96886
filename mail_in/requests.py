"""Requests: what a mail asks for beside orders, in a line of its own and in any language."""

from collections.abc import Iterable

from msgspec import Struct

from games.domain.notation import WORDS, Language
from games.domain.notation.lines import bare
from games.domain.notation.tokens import normalize
from games.domain.notation.words import RequestKind
from mail_in.cutting import IsOrder
from mail_in.words import is_polite, without_marks

WITH_TEXT: frozenset[RequestKind] = frozenset({"sign-up", "name", "new-game", "join"})


class Request(Struct, frozen=True):
    """`language` is the one in which it is asked; `text` follows the words of the request."""

    kind: RequestKind
    language: Language
    text: str = ""


def read_request(lines: Iterable[str], is_order: IsOrder) -> Request | None:
    """The request that a mail begins with; None where it asks for something else as well."""
    words = [each for each in map(without_marks, lines) if request_in(each) or not is_polite(each)]
    request = request_in(words[0]) if words else None
    is_alone = not any(is_order(line) or request_in(line) for line in words[1:])
    return request if is_alone else None


def request_in(line: str) -> Request | None:
    """The one whose words are the longest."""
    texts = {normalize(line), bare(line.rstrip(" ?"))}
    matches = [
        (phrase, kind, language)
        for language, words in WORDS.items()
        for kind, phrases in words.requests.items()
        for phrase in map(normalize, phrases)
        if phrase in texts
        or (kind in WITH_TEXT and any(text.startswith(f"{phrase} ") for text in texts))
    ]
    if not matches:
        return None
    phrase, kind, language = max(matches, key=lambda match: len(match[0]))
    return Request(kind, language, _text_after(line, phrase) if kind in WITH_TEXT else "")


def _text_after(line: str, phrase: str) -> str:
    words = line.split()
    lengths = range(1, len(words) + 1)
    beginnings = (" ".join(words[:length]) for length in lengths)
    end = next(len(each.split()) for each in beginnings if phrase in (normalize(each), bare(each)))
    return " ".join(words[end:]).strip(" :,.")
