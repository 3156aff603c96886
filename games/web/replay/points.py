"""Where every point came from: a table with a row for each source and a column for each player."""

from collections import Counter

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from games.domain.board import Board
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


class GainRow(Struct, frozen=True):
    """One gain: from which version on it holds, and from which one on no longer, as its turn was
    taken back."""

    source: GainSource
    since: int
    until: int | None
    where: str
    why: Promise
    rule: str
    influence: int


class SourceRow(Struct, frozen=True):
    """A sum for each seat; what only the end gives is not there before."""

    source: GainSource
    name: Promise
    since: int
    sums: tuple[int, ...]


class Points(Struct, frozen=True):
    """All gains of the game are here, by seat with its colour; the sums are those of a moment."""

    sources: tuple[SourceRow, ...]
    totals: tuple[int, ...]
    gains: tuple[tuple[str, tuple[tuple[GainRow, bool], ...]], ...]


def points(history: History, version: int, language: Language) -> Points:
    board, seats = history.last.board, range(len(history.last.money))
    rows: list[list[tuple[GainRow, bool]]] = [[] for _seat in seats]
    sums: Counter[tuple[GainSource, int]] = Counter()
    for gain in _all_gains(history):
        row = GainRow(
            gain.what, gain.version, history.lost.get(gain.version), _where(gain, board, language),
            REASONS[gain.why], gain.rule, gain.influence,
        )  # fmt: skip
        holds = history.holds(gain.version, version)
        rows[gain.seat].append((row, holds))
        sums[gain.what, gain.seat] += gain.influence * holds
    end = next((n for n, e in enumerate(history.events, 1) if isinstance(e, GameEnded)), None)
    since = {source: 0 if source in ("city", "region", "track") else end for source in SOURCES}
    return Points(
        tuple(
            SourceRow(source, SOURCES[source], begins, tuple(sums[source, s] for s in seats))
            for source, begins in since.items()
            if begins is not None
        ),
        tuple(sum(sums[source, seat] for source in SOURCES) for seat in seats),
        tuple((board.colours[seat], tuple(rows[seat])) for seat in seats),
    )


def _all_gains(history: History) -> list[Gain]:
    """Also those that were taken back."""
    ends = {*history.lost.values(), history.version + 1}
    all_gains = {gain for end in ends for gain in gains(history.events[: end - 1])}
    return sorted(all_gains, key=lambda gain: (gain.version, gain.seat, gain.what))


def _where(gain: Gain, board: Board, language: Language) -> str:
    if gain.where is None:
        return str(SOURCES[gain.what])
    if gain.what == "city":
        return board.name_of(gain.where)
    name = region_name(gain.where, WORDS[language], board)
    return name if gain.what == "region" else f"{SOURCES['track']}, {name}"
