"""Whatever fuzzing made up is read or refused; nothing of it is an error of the program."""

from contextlib import suppress

from msgspec import Raw

from games.domain import Command
from games.domain.chain import NO_STAMP
from games.domain.commands import Choice
from games.domain.errors import BadRecord, Refusal
from games.domain.notation import Language, format, parse
from games.domain.record import Entry, check_rules, read_events
from tests.fuzzed import inputs


def test_words_are_read_and_read_back_or_refused() -> None:
    for kind, language, text in inputs("words"):
        with suppress(Refusal):
            order = parse(text, kind, 0, language=language)
            written = format(order, language=language)
            assert parse_again(written, kind, language) == order, text


def parse_again(written: str, kind: Choice, language: Language) -> Command:
    try:
        return parse(written, kind, 0, language=language)
    except Refusal as refusal:
        raise AssertionError(written) from refusal


def test_events_are_a_game_or_refused() -> None:
    for texts in inputs("events"):
        entries = [
            Entry(version, NO_STAMP, "", Raw(text.encode()))
            for version, text in enumerate(texts, 1)
        ]
        with suppress(BadRecord):
            check_rules(entries, read_events(entries), {})
