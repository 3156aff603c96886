"""What players write in three languages, line by line, and what is made of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from games.domain import Refusal
from games.domain.commands import Choice
from games.domain.notation import WORDS, Language, format, parse

LINES = Path(__file__).parent / "lines"
Case = tuple[Choice, str, str, str]


def cases(language: Language) -> Iterator[Case]:
    """The choice that is waited for, the line, whether it is read, and the turn or the code."""
    kind: Choice = "turn"
    sign = expected = ""
    files = (LINES / f"{language}{more}.txt" for more in ("", "_stranger"))
    for line in "\n".join(each.read_text("utf-8") for each in files).splitlines():
        head, found, rest = line.partition("= ") if "= " in line else line.partition("! ")
        if found and head.strip() in ("", "town", "boom", "draft"):
            kind = cast("Choice", head.strip() or "turn")
            sign, expected = found.strip(), rest
        elif line and not line.startswith("# "):
            yield kind, line.replace(" / ", "\n"), sign, expected


CASES = [(language, *case) for language in WORDS for case in cases(language)]


def test_there_are_many() -> None:
    assert len({case[2] for case in CASES}) > 800


@pytest.mark.parametrize(("language", "kind", "text", "sign", "expected"), CASES)
def test_a_line_is_read_as_meant_or_not_at_all(
    language: Language, kind: Choice, text: str, sign: str, expected: str
) -> None:
    try:
        read = "= " + format(parse(text, kind, 0, language=language)).replace("\n", "; ")
    except Refusal as refusal:
        read = f"! {refusal.code}"
    assert read == f"{sign} {expected}"
