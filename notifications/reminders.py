"""When a player is reminded of a turn, and whether a reminder still holds."""

from collections.abc import Iterator
from datetime import UTC, datetime

from msgspec import Struct

from games.clocks import seconds_of
from games.domain.events import DeadlineSet
from games.events import sql, store
from games.signals import Change
from notifications.models import Notice
from notifications.preferences import REMINDER

SHARES = (("reminder-half", 50), ("reminder-80", 80))
LAST, LAST_SECONDS = "reminder-last", 2 * 3600


class Reminder(Struct, frozen=True):
    player: int
    kind: str
    due: datetime


def reminders(change: Change) -> tuple[Reminder, ...]:
    """The reminders of a new deadline: none at its very end, no two at one moment."""
    after = change.after
    if after.to_move is None or after.deadline is None:
        return ()
    player = after.setup.seats[after.to_move].player
    if player is None or not any(isinstance(each, DeadlineSet) for each in change.events):
        return ()
    by_moment = {due: kind for kind, due in _moments(change, after.to_move, after.deadline)}
    return tuple(
        Reminder(player, kind, datetime.fromtimestamp(due, UTC))
        for due, kind in sorted(by_moment.items())
    )


def _moments(change: Change, seat: int, deadline: int) -> Iterator[tuple[str, int]]:
    """Shares of the hours that count; `hours.after` leads out of quiet hours and days off."""
    hours, start = change.hours, seconds_of(change.at)
    whole = hours.between(seat, start, deadline)
    moments = [(kind, hours.after(seat, start, whole * share // 100)) for kind, share in SHARES]
    moments.append((LAST, hours.after(seat, deadline - LAST_SECONDS, 0)))
    yield from ((kind, due) for kind, due in moments if start < due < deadline)


def still_wanted(notice: Notice) -> bool:
    """Is a reminder still true: the same turn, deadline and mover?

    Any other notice is always wanted. To be asked when it is sent.
    """
    if not notice.kind.startswith(REMINDER):
        return True
    where = {"id =": notice.game_id, "mover_id =": notice.recipient_id}
    for (deadline,) in sql.select("games_game", ("deadline",), where):
        if deadline is not None:
            return _deadline_told(notice) == seconds_of(sql.moment(deadline))
    return False


def _deadline_told(notice: Notice) -> int | None:
    """The one that the last event of the notice's version set."""
    (event,) = store.read(notice.game_id, after=notice.version - 1, up_to=notice.version)
    return event.at if isinstance(event, DeadlineSet) else None
