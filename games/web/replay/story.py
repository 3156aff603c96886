"""The game in words: its rounds, the turns of each round, the events of each turn."""

from collections.abc import Iterator
from itertools import groupby

from django.utils.translation import gettext as _
from msgspec import Struct

from games.domain.events import GameEnded, TurnTakenBack
from games.domain.notation import Language, numbered_sheet
from games.web.replay.captions import Teller, captions
from games.web.replay.history import History


class TurnLine(Struct, frozen=True):
    """A turn or a choice of the set-up, which is the events from `since` to `version`."""

    since: int
    version: int
    text: str
    colour: str | None
    stands: bool


class Round(Struct, frozen=True):
    name: str
    lines: tuple[TurnLine, ...]


def rounds_of(history: History, language: Language) -> tuple[Round, ...]:
    lines = _lines(history, language)
    return tuple(
        Round(name, tuple(some))
        for name, some in groupby(lines, lambda line: chapter(history, line.since))
    )


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
    since = 1
    for number in history.turns:
        event = history.events[number - 1]
        text = "; ".join(lines[number]) if number in lines else teller.tell(event)
        stands = number in history.counting or isinstance(event, TurnTakenBack)
        seat = getattr(event, "seat", None)
        colour = None if seat is None else board.colours[seat]
        yield TurnLine(since, number, text, colour, stands)
        since = number + 1


class Step(Struct, frozen=True):
    version: int
    caption: str


def steps(history: History, line: TurnLine, language: Language) -> list[Step]:
    """Empty where the turn is a single event."""
    if line.since == line.version:
        return []
    events = history.events[line.since - 1 : line.version]
    lines = captions(events, language, history.last.board)
    return [Step(version, caption) for version, caption in enumerate(lines, line.since)]
