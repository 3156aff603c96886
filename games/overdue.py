"""Moves on the games whose time is up, each once, as its terms say."""

import logging
from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

from django.db.models import Q
from msgspec import Struct

from games.bots import bot_order
from games.clocks import seconds_of
from games.domain import Command, State
from games.domain.clock import deadline_outcome
from games.domain.commands import TimeIsUp
from games.domain.lobby import NotDue
from games.events.store import StaleVersion
from games.queries import due_games
from games.rows import decoder
from games.services import act

log = logging.getLogger(__name__)
CLOCK = "clock"
AT_ONCE = 200


class Due(Struct, frozen=True):
    game_id: UUID
    version: int
    snapshot: str


def move_on_due(at: datetime) -> int:
    """How many games were moved on. One that fails does not hold up the others."""
    moved, failed = 0, []
    for due in _read_due(at):
        try:
            moved += _move_on(due, at)
        except Exception as error:
            log.exception("a game could not be moved on", extra={"game": str(due.game_id)})
            failed.append(error)
    if failed:
        raise ExceptionGroup("games could not be moved on", failed)
    return moved


def _read_due(at: datetime) -> Iterator[Due]:
    after = Q()
    while True:
        page = list(
            due_games(at)
            .filter(after)
            .values_list("id", "version", "snapshot", "deadline")[:AT_ONCE]
        )
        yield from (Due(*row[:3]) for row in page)
        if len(page) < AT_ONCE:
            return
        last, *_, deadline = page[-1]
        after = Q(deadline__gt=deadline) | Q(deadline=deadline, id__gt=last)


def _move_on(due: Due, at: datetime) -> bool:
    """False where another sweep or the player was first."""
    state = decoder.decode(due.snapshot)
    order = TimeIsUp(state.mover, seconds_of(at), _stand_in(state))
    try:
        act(due.game_id, order, actor=CLOCK, expected=due.version, at=at)
    except (StaleVersion, NotDue) as late:
        log.info("the game went on meanwhile: %s", late, extra={"game": str(due.game_id)})
        return False
    return True


def _stand_in(state: State) -> Command | None:
    if deadline_outcome(state) != "computer":
        return None
    return bot_order(state)
