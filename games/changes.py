"""Changes to a table that are not turns: seats, pauses, take-backs.

Their events are kept for ever, so each person and each table may make only so many.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime
from uuid import UUID

from games import limits
from games.domain import Command
from games.domain.lobby import (
    AgreePause,
    EndPause,
    InvitePlayer,
    LeaveSeat,
    LobbyCommand,
    TakeOver,
    TakeSeat,
)
from games.domain.take_backs import TakeBack
from games.edge import now
from games.models import Game, Person
from games.services import Outcome, act, outcome_of, retry_when_stale


def change_table(
    game_id: UUID, order: LobbyCommand, person: Person, *, command_id: str = ""
) -> Outcome:
    with count_change(game_id, order, person, now(), command_id=command_id):
        return retry_when_stale(
            lambda: act(game_id, order, actor=f"user:{person.pk}", command_id=command_id)
        )


@contextmanager
def count_change(
    game_id: UUID,
    order: Command | LobbyCommand,
    person: Person,
    at: datetime,
    *,
    command_id: str = "",
    by_invitation: bool = False,
) -> Iterator[None]:
    """Counts a change against its limits, unless it is refused or repeats a command id."""
    if command_id and outcome_of(game_id, command_id) is not None:
        yield
        return
    counted = [
        (limit, (game_id,) if limit.per is limits.Per.TABLE else (person.pk, game_id))
        for limit in _limits(game_id, order, person, by_invitation=by_invitation)
    ]
    for limit, who in counted:
        limits.allow(limit, *who, at=at)
    is_done = False
    try:
        yield
        is_done = True
    finally:
        if not is_done:
            for limit, who in counted:
                limits.give_back(limit, *who, at=at)


def _limits(
    game_id: UUID, order: Command | LobbyCommand, person: Person, *, by_invitation: bool
) -> tuple[limits.Limit, ...]:
    match order:
        case TakeSeat() | LeaveSeat() | TakeOver():
            if Game.objects.filter(pk=game_id, owner=person).exists():
                return (limits.SEAT_CHANGES_OF_OWNER,)
            # The limit on strangers does not hold up an invited person.
            others = () if by_invitation else (limits.SEAT_CHANGES_OF_OTHERS,)
            return (limits.SEAT_CHANGES, limits.SEAT_CHANGES_A_DAY, *others)
        case AgreePause() | EndPause():
            return (limits.PAUSES,)
        case InvitePlayer():
            return (limits.LINKS,)
        case TakeBack():
            return (limits.TAKE_BACKS,)
        case _:
            return ()
