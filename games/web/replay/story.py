"""The game in words: its rounds, the turns of each round, the events of each turn."""

from bisect import bisect_left
from collections.abc import Iterator
from itertools import groupby, pairwise

from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain.events import GameEnded, TurnTakenBack
from games.domain.notation import WORDS, Language, numbered_sheet
from games.web.captions import Teller, captions
from games.web.replay.history import History
from games.web.turns import tell_turn


class TurnLine(Struct, frozen=True):
    """A turn or a choice of the set-up, which is the events from `since` to `version`.

    `text` are sentences, `noted` is its line of the score sheet.
    """

    since: int
    version: int
    text: str
    noted: str
    colour: str | None
    stands: bool


def rounds_of(history: History, language: Language) -> list[tuple[str, list[TurnLine]]]:
    """Each round by its name, with its lines."""
    lines = groupby(_lines(history, language), lambda line: chapter(history, line.version))
    return [(name, list(some)) for name, some in lines]


def chapter(history: History, version: int) -> str:
    if isinstance(history.events[version - 1], GameEnded):
        return _("The end")
    number = history.round_of(version)
    return _("Round %(number)s") % {"number": number} if number else _("Set-up")


def moment_name(history: History, version: int) -> str:
    turn, name = history.turn_of(version), chapter(history, version)
    if not turn or isinstance(history.events[version - 1], GameEnded):
        return name
    return _("%(round)s, turn %(turn)s") % {"round": name, "turn": turn}


def _lines(history: History, language: Language) -> Iterator[TurnLine]:
    board = history.last.board
    teller = Teller(language, board)
    lines: dict[int, list[str]] = {}
    for number, line in numbered_sheet(history.events, language, board):
        lines.setdefault(number, []).append(line)
    for since, number in turn_spans(history):
        event = history.events[number - 1]
        text = tell_turn(teller, history.events[since - 1 : number])
        noted = WORDS[language].semicolon.join(lines.get(number, (text,)))
        stands = number in history.counting or isinstance(event, TurnTakenBack)
        seat = getattr(event, "seat", None)
        colour = None if seat is None else board.colours[seat]
        yield TurnLine(since, number, text, noted, colour, stands)


def turn_spans(history: History) -> Iterator[tuple[int, int]]:
    """From which event to which one each turn goes."""
    return ((before + 1, number) for before, number in pairwise((0, *history.turns)))


def caption_of(history: History, version: int, language: Language) -> str:
    """Of the whole turn, where one ends; else of the event."""
    teller, at = Teller(language, history.last.board), bisect_left(history.turns, version)
    if version not in history.turns[at : at + 1]:
        return teller.tell(history.events[version - 1])
    since = history.turns[at - 1] if at else 0
    return tell_turn(teller, history.events[since:version])


def steps(history: History, line: TurnLine, language: Language) -> list[tuple[int, str]]:
    """The moments of a turn with their captions; empty where the turn is a single event."""
    if line.since == line.version:
        return []
    events = history.events[line.since - 1 : line.version]
    return list(enumerate(captions(events, language, history.last.board), line.since))
