"""The turns of computer players, deadlines, and guests who are to be forgotten."""

import logging
from datetime import timedelta
from uuid import UUID

from celery import shared_task
from django.conf import settings
from django.core.cache import cache
from django.db import transaction

from games.bots import bot_order
from games.edge import now
from games.events.store import StaleVersion
from games.models import Game
from games.overdue import move_on_due
from games.people import forget_guests
from games.rows import snapshot_of
from games.services import act
from games.signals import Change, events_appended
from games.thinking import think
from games.waking import wake

log = logging.getLogger(__name__)
AT_ONCE = 200
BOT = "bot:"
LEASE = timedelta(seconds=20)
"""Longer than a computer player thinks; then another worker may think about the turn."""


def play_next(game_id: UUID | str) -> bool:
    """Whether a computer player was to move, and nobody else was at it or played meanwhile."""
    game = Game.objects.filter(id=game_id, computer_to_move=True).first()
    if game is None or not cache.add(f"thinks:{game.id}:{game.version}", "", LEASE.seconds):
        return False
    state = snapshot_of(game)
    name = state.setup.seats[state.mover].bot or ""
    order = think(bot_order, state, name)
    try:
        act(game.id, order, actor=f"{BOT}{name}", expected=game.version)
    except StaleVersion:
        log.info("a turn was played meanwhile", extra={"game": str(game_id)})
        return False
    return True


@shared_task
def play_computer_player(game_id: str) -> None:
    """Plays one turn; its events wake the next computer player. Harmless when it runs twice."""
    play_next(game_id)


@shared_task
def sweep_computer_players() -> None:
    """Wakes those who should have played by now: each is a task of its own, as thinking takes time."""
    since = now() - LEASE - timedelta(seconds=settings.COMPUTER_DELAY)
    waiting = Game.objects.filter(computer_to_move=True, changed__lte=since).order_by("changed")
    for game_id in waiting.values_list("id", flat=True)[:AT_ONCE]:
        wake(play_computer_player, str(game_id))


@shared_task
def sweep_deadlines() -> None:
    """Harmless when two run at once: only one moves each game on."""
    move_on_due(now())


@shared_task
def sweep_guests() -> None:
    forget_guests(now())


def wake_computer_player(sender: object, *, change: Change, **_: object) -> None:
    """After a while, as a person would take it."""
    after = change.after
    if after.to_move is None or after.setup.seats[after.to_move].bot is None:
        return
    game, delay = str(change.game_id), settings.COMPUTER_DELAY
    transaction.on_commit(lambda: wake(play_computer_player, game, after=delay))


events_appended.connect(wake_computer_player, dispatch_uid="computer players")
