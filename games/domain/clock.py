"""Deadlines. Time is given as seconds since 1970 UTC, and what of it counts as `Hours`.

A turn has the time of the game's pace, and then that of the seat's bank. When both are used
up, time has run out. The use of a bank is recorded at the end of the turn.
"""

from typing import Literal, Protocol

from games.domain.events import BankUsed, DeadlineSet, Event
from games.domain.state import Seat, State, WhenLate

AN_HOUR = 3600
TURNS_LOST = 2
WITHOUT_CLOCK = ("open", "ended", "abandoned")


class Hours(Protocol):
    """The hours that count for a seat: without its holidays, and weekends if so agreed."""

    def after(self, seat: int, start: int, seconds: int) -> int:
        """The first moment for a deadline after so many counted seconds."""

    def between(self, seat: int, start: int, end: int) -> int:
        """The counted seconds."""


class EveryHour:
    """All hours count for everybody."""

    def after(self, seat: int, start: int, seconds: int) -> int:
        return start + seconds

    def between(self, seat: int, start: int, end: int) -> int:
        return max(0, end - start)


EVERY_HOUR = EveryHour()


def clock_events(before: State, after: State, now: int, hours: Hours) -> tuple[Event, ...]:
    """What a command does to the clock: use of a bank, and a deadline."""
    if after.status in WITHOUT_CLOCK:
        return (DeadlineSet(None, "over"),) if after.deadline is not None else ()
    if after.terms.pace_hours is None:
        return ()
    if _has_mover_changed(before, after):
        return (*_bank_use(before, now, hours), *_turn_deadline(after, now, hours))
    if after.paused:
        return ()
    if has_everybody_agreed(after):
        left = None
        if after.deadline is not None:
            left = hours.between(after.mover, now, after.deadline)
        return (DeadlineSet(None, "agreed-pause", left),)
    if before.paused and after.deadline is None:
        return _deadline_after_pause(before, after, now, hours)
    if after.clock.banking and not before.clock.banking:
        at = hours.after(after.mover, now, bank_left(after, after.mover))
        return (DeadlineSet(at, "bank"),)
    return ()


def _has_mover_changed(before: State, after: State) -> bool:
    if (before.to_move, before.turn, before.status) != (after.to_move, after.turn, after.status):
        return True
    return before.setup.seats[before.mover] != after.setup.seats[after.mover]


def _turn_deadline(state: State, now: int, hours: Hours) -> tuple[DeadlineSet, ...]:
    if state.paused:
        return ()
    at = None if _mover(state).bot is not None else hours.after(state.mover, now, _pace(state))
    return () if at is None and state.deadline is None else (DeadlineSet(at, "turn"),)


def _deadline_after_pause(
    before: State, after: State, now: int, hours: Hours
) -> tuple[DeadlineSet, ...]:
    """The time that was left at the pause, but at least an hour."""
    if _mover(after).bot is not None or after.clock.late_since is not None:
        return ()
    left = before.clock.left
    time = _pace(after) if left is None else max(left, AN_HOUR)
    return (DeadlineSet(hours.after(after.mover, now, time), "resumed"),)


def _bank_use(state: State, now: int, hours: Hours) -> tuple[BankUsed, ...]:
    if state.to_move is None:
        return ()
    used = min(max(0, _overrun(state, now, hours)), bank_left(state, state.to_move))
    return (BankUsed(state.to_move, used),) if used else ()


def _overrun(state: State, now: int, hours: Hours) -> int:
    """The seconds that the turn took beyond its pace."""
    seat, clock = state.mover, state.clock
    left = clock.left if state.deadline is None else hours.between(seat, now, state.deadline)
    if clock.banking:
        return bank_left(state, seat) - (left or 0)
    return 0 if state.deadline is None else hours.between(seat, state.deadline, now)


def bank_left(state: State, seat: int) -> int:
    used = state.clock.bank_used
    return state.terms.bank_hours * AN_HOUR - (used[seat] if used else 0)


def has_everybody_agreed(state: State) -> bool:
    """Whether all persons at the table want a pause."""
    people = [
        seat for seat, occupant in enumerate(state.setup.seats) if occupant.player is not None
    ]
    return bool(state.clock.agreed) and all(seat in state.clock.agreed for seat in people)


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


def _mover(state: State) -> Seat:
    return state.setup.seats[state.mover]


def _pace(state: State) -> int:
    return (state.terms.pace_hours or 0) * AN_HOUR
