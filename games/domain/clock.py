"""Deadlines. Time comes in as seconds since 1970 UTC."""

from games.domain.events import DeadlineSet
from games.domain.state import State

AN_HOUR = 3600


def deadline_after(before: State, after: State, now: int) -> tuple[DeadlineSet, ...]:
    """The deadline that a command leads to, where another seat or another turn is to move."""
    if after.status in ("ended", "abandoned", "open"):
        return (DeadlineSet(None, "over"),) if after.deadline is not None else ()
    if (before.to_move, before.turn, before.status) == (after.to_move, after.turn, after.status):
        return ()
    if after.terms.pace_hours is None or after.paused:
        return ()
    who = after.setup.seats[after.mover]
    at = None if who.bot is not None else now + after.terms.pace_hours * AN_HOUR
    return (DeadlineSet(at, "turn"),) if at != after.deadline else ()
