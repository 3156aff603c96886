"""The course of a game: its effective events, the standings by turn, where two games differ."""

from collections.abc import Iterable, Sequence
from itertools import zip_longest

from msgspec import Struct
from msgspec.structs import replace

from games.domain.events import (
    AroundTheTable,
    Event,
    GameEnded,
    GameStarted,
    SetupStageBegan,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.income import income
from games.domain.scoring import region_counts
from games.domain.state import State


def effective_events(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """Every event with its version, without those that were taken back."""
    kept: list[tuple[int, Event]] = []
    for version, event in enumerate(events, 1):
        if isinstance(event, TurnTakenBack):
            while kept and kept[-1][0] > event.to_version:
                kept.pop()
        else:
            kept.append((version, event))
    return kept


class Sample(Struct, frozen=True):
    """The standings at a turn's end by seat, and the seats with the most franchises by region.

    `settled` says which regions are scored.
    """

    version: int
    influence: tuple[int, ...]
    money: tuple[int, ...]
    income: tuple[int, ...]
    holders: tuple[tuple[int, ...], ...]
    settled: tuple[bool, ...]


def course(events: Sequence[Event], states: Sequence[State]) -> tuple[Sample, ...]:
    """Samples before the first turn, after each turn and after the final scoring.

    `states[n]` is the state after n events.
    """
    samples = []
    for version, event in effective_events(events):
        begins = isinstance(event, SetupStageBegan) and event.stage == "playing"
        if begins or isinstance(event, TurnEnded | GameEnded):
            state = states[version]
            sample = Sample(
                state.version,
                state.influence,
                state.money,
                tuple(income(state, seat) for seat in range(len(state.money))),
                tuple(_holders(state, region) for region in range(len(state.board.regions))),
                tuple(scored is not None for scored in state.scored),
            )
            samples.append(sample)
    return tuple(samples)


def _holders(state: State, region: int) -> tuple[int, ...]:
    counts = region_counts(state, region)
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if most and count == most)


class FirstDifference(Struct, frozen=True):
    """The first event of each of two games in which they differ; None where one has ended."""

    here: int | None
    there: int | None


def first_difference(here: Sequence[Event], there: Sequence[Event]) -> FirstDifference | None:
    """Compares what happened on the board, not who plays and when."""
    ours, theirs = _board_events(here), _board_events(there)
    for one, other in zip_longest(ours, theirs, fillvalue=(None, None)):
        if one[1] != other[1]:
            return FirstDifference(one[0], other[0])
    return None


def _board_events(events: Iterable[Event]) -> list[tuple[int, Event]]:
    return [
        (version, replace(event, seats=()) if isinstance(event, GameStarted) else event)
        for version, event in effective_events(events)
        if not isinstance(event, AroundTheTable)
    ]
