"""Deadlines. Time is given as seconds since 1970 UTC, and what of it counts as `Hours`.

A turn has the time of the game's pace, and then that of the seat's bank. When both are used
up, time has run out. The use of a bank is recorded at the end of the turn.
"""

from collections.abc import Sequence
from typing import Literal, Protocol

from games.domain.board import PRINTED_BOARD
from games.domain.events import BankUsed, DeadlineSet, Event
from games.domain.state import State, WhenLate

AN_HOUR = 3600
TURNS_LOST = 2
WITHOUT_CLOCK = ("open", "ended", "abandoned")


class Hours(Protocol):
    """The hours that count for a seat: without its holidays, and weekends if so agreed."""

    def after(self, start: int, seconds: int) -> int:
        """The first moment for a deadline after so many counted seconds."""

    def between(self, start: int, end: int) -> int:
        """The counted seconds."""


class EveryHour:
    def after(self, start: int, seconds: int) -> int:
        return start + seconds

    def between(self, start: int, end: int) -> int:
        return max(0, end - start)


TableHours = Sequence[Hours]
"""One for each seat."""
EVERY_HOUR: TableHours = (EveryHour(),) * len(PRINTED_BOARD.colours)
"""All hours count for everybody."""


def clock_events(before: State, after: State, now: int, hours: TableHours) -> tuple[Event, ...]:
    """What a command does to the clock: use of a bank, and a deadline."""
    if after.status in WITHOUT_CLOCK:
        return (DeadlineSet(None, "over"),) if after.deadline is not None else ()
    if after.terms.pace_hours is None:
        return ()
    if _has_mover_changed(before, after):
        return (*_bank_use(before, now, hours), *_turn_deadline(after, now, hours))
    if after.paused:
        return ()
    if persons_agree(after, after.clock.agreed):
        left = None
        if after.deadline is not None:
            left = hours[after.mover].between(now, after.deadline)
        return (DeadlineSet(None, "agreed-pause", left),)
    if before.paused and after.deadline is None:
        return _deadline_after_pause(before, after, now, hours)
    if after.clock.banking and not before.clock.banking:
        at = hours[after.mover].after(now, bank_left(after, after.mover))
        return (DeadlineSet(at, "bank"),)
    return ()


def _has_mover_changed(before: State, after: State) -> bool:
    if (before.to_move, before.turn, before.status) != (after.to_move, after.turn, after.status):
        return True
    return before.setup.seats[before.mover] != after.setup.seats[after.mover]


def _turn_deadline(state: State, now: int, hours: TableHours) -> tuple[DeadlineSet, ...]:
    if state.paused:
        return ()
    is_bot = state.setup.seats[state.mover].bot is not None
    at = None if is_bot else hours[state.mover].after(now, _pace(state))
    return () if at is None and state.deadline is None else (DeadlineSet(at, "turn"),)


def _deadline_after_pause(
    before: State, after: State, now: int, hours: TableHours
) -> tuple[DeadlineSet, ...]:
    """The time that was left at the pause, but at least an hour."""
    is_bot = after.setup.seats[after.mover].bot is not None
    if is_bot or after.clock.late_since is not None:
        return ()
    left = before.clock.left
    time = _pace(after) if left is None else max(left, AN_HOUR)
    return (DeadlineSet(hours[after.mover].after(now, time), "resumed"),)


def _bank_use(state: State, now: int, hours: TableHours) -> tuple[BankUsed, ...]:
    """The seconds that the turn took beyond its pace, as far as the bank goes."""
    seat, deadline = state.to_move, state.deadline
    if seat is None:
        return ()
    bank = bank_left(state, seat)
    if state.clock.banking:
        left = state.clock.left if deadline is None else hours[seat].between(now, deadline)
        overrun = bank - (left or 0)
    else:
        overrun = 0 if deadline is None else hours[seat].between(deadline, now)
    used = min(max(0, overrun), bank)
    return (BankUsed(seat, used),) if used else ()


def bank_left(state: State, seat: int) -> int:
    used = state.clock.bank_used
    return state.terms.bank_hours * AN_HOUR - (used[seat] if used else 0)


def persons_agree(state: State, agreed: tuple[int, ...]) -> bool:
    """Whether these seats are all persons at the table, and somebody at all."""
    return bool(agreed) and all(
        seat in agreed
        for seat, occupant in enumerate(state.setup.seats)
        if occupant.player is not None
    )


def deadline_outcome(state: State) -> WhenLate | Literal["bank"]:
    """What happens to the seat to move at its deadline."""
    if not state.clock.banking and bank_left(state, state.mover):
        return "bank"
    # A choice of the set-up cannot be passed.
    if state.terms.when_late == "pass" and state.status != "playing":
        return "computer"
    return state.terms.when_late


def may_be_taken_over(state: State, seat: int, now: int) -> bool:
    """After two turns in a row lost to the clock; if the game waits, also one pace too late."""
    lost, late = state.clock.lost, state.clock.late_since
    if lost and lost[seat] >= TURNS_LOST:
        return True
    return seat == state.to_move and late is not None and now >= late + _pace(state)


def is_kept_for(state: State, seat: int, player: int) -> bool:
    """A computer player keeps a seat for who left it, but not for whom the host has put out."""
    former = state.clock.former
    return state.setup.seats[seat].bot is not None and bool(former) and former[seat] == player


def _pace(state: State) -> int:
    return (state.terms.pace_hours or 0) * AN_HOUR
