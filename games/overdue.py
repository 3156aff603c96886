"""Moves on the games whose time is up, each once, as its terms say."""

import logging
from collections.abc import Iterator
from datetime import datetime

from django.db.models import Q

from games.bots import bot_order
from games.domain.clock import deadline_outcome
from games.domain.commands import TimeIsUp
from games.domain.lobby import NotDue
from games.events.store import StaleVersion
from games.models import Game
from games.queries import due_games
from games.rows import snapshot_of
from games.services import act

log = logging.getLogger(__name__)
CLOCK = "clock"
AT_ONCE = 200


def move_on_due(at: datetime) -> int:
    """How many games were moved on. One that fails does not hold up the others."""
    moved, failed = 0, []
    for game in _read_due(at):
        try:
            moved += _move_on(game, at)
        except Exception as error:
            log.exception("a game could not be moved on", extra={"game": str(game.pk)})
            failed.append(error)
    if failed:
        raise ExceptionGroup("games could not be moved on", failed)
    return moved


def _read_due(at: datetime) -> Iterator[Game]:
    games = due_games(at).only("version", "deadline", "snapshot")
    after = Q()
    while True:
        page = list(games.filter(after)[:AT_ONCE])
        yield from page
        if len(page) < AT_ONCE:
            return
        last = page[-1]
        after = Q(deadline__gt=last.deadline) | Q(deadline=last.deadline, id__gt=last.pk)


def _move_on(game: Game, at: datetime) -> bool:
    """False where another sweep or the player was first."""
    state = snapshot_of(game)
    stand_in = bot_order(state) if deadline_outcome(state) == "computer" else None
    order = TimeIsUp(state.mover, int(at.timestamp()), stand_in)
    try:
        act(game.pk, order, actor=CLOCK, expected=game.version, at=at)
    except (StaleVersion, NotDue) as late:
        log.info("the game went on meanwhile: %s", late, extra={"game": str(game.pk)})
        return False
    return True
