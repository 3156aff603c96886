"""Where every point came from: a table with a row for each source and a column for each player."""

from collections.abc import Iterable

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.domain.breakdown import Gain, GainReason, GainSource, gains
from games.domain.events import GameEnded
from games.domain.notation import WORDS, Language
from games.domain.notation.words import region_name
from games.web.replay.history import History

SOURCES: dict[GainSource, Promise] = {
    "city": _("Cities"),
    "region": _("Regions"),
    "track": _("Region track"),
    "towns": _("Towns, at the end"),
    "money": _("Money, at the end"),
    "bonus-tiles": _("Bonus tiles, at the end"),
}
REASONS: dict[GainReason, Promise] = {
    "majority": _("majority"),
    "most-of-a-full-city": _("most of a full city"),
    "first": _("first"),
    "second": _("second"),
    "present": _("present"),
    "active-player": _("own turn"),
    "final-scoring": _("final scoring"),
}


class Source(Struct, frozen=True):
    name: Promise
    points: tuple[int, ...]


class GainRow(Struct, frozen=True):
    """One gain, and the moment at which it came."""

    version: int
    turn: int
    where: str
    why: Promise
    rule: str
    influence: int


class Points(Struct, frozen=True):
    sources: tuple[Source, ...]
    totals: tuple[int, ...]
    gains: tuple[tuple[GainRow, ...], ...]
    """By seat."""


def points(history: History, version: int, language: Language) -> Points:
    """All gains up to a moment."""
    state = history.states[version]
    all_gains = gains(history.events[:version])
    seats = range(len(state.money))
    ended = any(isinstance(event, GameEnded) for event in history.events[:version])
    sources = tuple(
        Source(name, tuple(_sum(all_gains, seat, what) for seat in seats))
        for what, name in SOURCES.items()
        if ended or what in ("city", "region", "track")
    )
    return Points(
        sources,
        state.influence,
        tuple(tuple(_gain_rows(all_gains, seat, history, language)) for seat in seats),
    )


def _sum(all_gains: Iterable[Gain], seat: int, what: GainSource) -> int:
    return sum(gain.influence for gain in all_gains if (gain.seat, gain.what) == (seat, what))


def _gain_rows(
    all_gains: Iterable[Gain], seat: int, history: History, language: Language
) -> Iterable[GainRow]:
    for gain in all_gains:
        if gain.seat == seat:
            where = _where(gain, history, language)
            reason = REASONS[gain.why]
            yield GainRow(gain.version, gain.turn, where, reason, gain.rule, gain.influence)


def _where(gain: Gain, history: History, language: Language) -> str:
    board = history.last.board
    if gain.where is None:
        return str(SOURCES[gain.what])
    if gain.what == "city":
        return board.places[board.index[gain.where]].name
    name = region_name(gain.where, WORDS[language], board)
    return name if gain.what == "region" else f"{SOURCES['track']}, {name}"
