"""The course of a game: which events still count, how the players stood, where two games part."""

from collections.abc import Iterable, Sequence

from msgspec import Struct
from msgspec.structs import replace

from games.domain.events import (
    BankOpened,
    BankUsed,
    DeadlineSet,
    Event,
    GameCreated,
    GameEnded,
    GameStarted,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerInvited,
    PlayerReplaced,
    PlayersRenumbered,
    SeatLeft,
    SeatTaken,
    SetupStageBegan,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.income import income
from games.domain.scoring import region_counts
from games.domain.state import State

AROUND_THE_TABLE = (
    GameCreated, SeatTaken, SeatLeft, PlayerInvited, PlayerReplaced, DeadlineSet, BankOpened,
    BankUsed, PauseAgreed, PauseWithdrawn, PauseEnded, PlayersRenumbered,
)  # fmt: skip


def effective_events(events: Iterable[Event]) -> list[tuple[int, Event]]:
    """Every event with its number, without those that were taken back."""
    kept: list[tuple[int, Event]] = []
    for version, event in enumerate(events, 1):
        if isinstance(event, TurnTakenBack):
            while kept and kept[-1][0] > event.to_version:
                kept.pop()
        else:
            kept.append((version, event))
    return kept


class Sample(Struct, frozen=True):
    """How all stood at a turn's end, by seat; and by region who has the most franchises there.

    Several seats hold a region together where they have as many; `settled` are scored regions.
    """

    version: int
    influence: tuple[int, ...]
    money: tuple[int, ...]
    income: tuple[int, ...]
    holders: tuple[tuple[int, ...], ...]
    settled: tuple[bool, ...]


def course(events: Sequence[Event], states: Sequence[State]) -> tuple[Sample, ...]:
    """Before the first turn, after each, and after the final scoring. Of `states` the first
    lies before the first event."""
    samples = []
    for version, event in effective_events(events):
        match event:
            case TurnEnded() | GameEnded() | SetupStageBegan(stage="playing"):
                samples.append(_sample(states[version]))
            case _:
                pass
    return tuple(samples)


def _sample(state: State) -> Sample:
    regions = range(len(state.board.regions))
    return Sample(
        state.version,
        state.influence,
        state.money,
        tuple(income(state, seat) for seat in range(len(state.money))),
        tuple(_holders(state, region) for region in regions),
        tuple(scored is not None for scored in state.scored),
    )


def _holders(state: State, region: int) -> tuple[int, ...]:
    counts = region_counts(state, region)
    most = max(counts)
    return tuple(seat for seat, count in enumerate(counts) if most and count == most)


class FirstDifference(Struct, frozen=True):
    """The first event of each of two games in which they differ; None where one has no more."""

    here: int | None
    there: int | None


def first_difference(here: Sequence[Event], there: Sequence[Event]) -> FirstDifference | None:
    """Who sits where, and when they moved, makes no difference."""
    ours, theirs = _board_events(here), _board_events(there)
    for (version, event), (other_version, other) in zip(ours, theirs, strict=False):
        if event != other:
            return FirstDifference(version, other_version)
    if len(ours) == len(theirs):
        return None
    shorter = min(len(ours), len(theirs))
    return FirstDifference(
        ours[shorter][0] if len(ours) > shorter else None,
        theirs[shorter][0] if len(theirs) > shorter else None,
    )


def _board_events(events: Iterable[Event]) -> list[tuple[int, Event]]:
    return [
        (version, _remove_people(event))
        for version, event in effective_events(events)
        if not isinstance(event, AROUND_THE_TABLE)
    ]


def _remove_people(event: Event) -> Event:
    return replace(event, seats=()) if isinstance(event, GameStarted) else event
