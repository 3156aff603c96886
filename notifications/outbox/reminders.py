"""When a player is reminded of a turn."""

from collections.abc import Iterator

from games.clocks import seconds_of
from games.signals import Change

SHARES = (("reminder-half", 50), ("reminder-80", 80))
LAST, LAST_SECONDS = "reminder-last", 2 * 3600
REMINDERS = (*(message for message, _ in SHARES), LAST)


def reminders(change: Change) -> list[tuple[str, int]]:
    """Of the present deadline, each with its moment: none at its very end, no two at one moment."""
    after = change.after
    if after.to_move is None or after.deadline is None:
        return []
    by_moment = {due: message for message, due in _moments(change, after.to_move, after.deadline)}
    return [(message, due) for due, message in sorted(by_moment.items())]


def _moments(change: Change, seat: int, deadline: int) -> Iterator[tuple[str, int]]:
    """Shares of the hours that count; `hours.after` leads out of quiet hours and days off."""
    hours, start = change.hours, seconds_of(change.at)
    whole = hours.between(seat, start, deadline)
    moments = [(name, hours.after(seat, start, whole * share // 100)) for name, share in SHARES]
    moments.append((LAST, hours.after(seat, deadline - LAST_SECONDS, 0)))
    yield from ((name, due) for name, due in moments if start < due < deadline)
