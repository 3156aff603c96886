"""The turns of computer players, deadlines, and guests who are to be forgotten."""

import logging

from celery import shared_task
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
from games.waking import wake

log = logging.getLogger(__name__)
AT_ONCE = 200
BOT = "bot:"


@shared_task
def play_computer_player(game_id: str) -> None:
    """Plays until a person is to move. Harmless when it runs twice, or late."""
    while True:
        game = Game.objects.filter(id=game_id, computer_to_move=True).first()
        if game is None:
            return
        state = snapshot_of(game)
        name = state.setup.seats[state.mover].bot or ""
        order = bot_order(state, name)
        try:
            act(game.id, order, actor=f"{BOT}{name}", expected=game.version)
        except StaleVersion:
            log.info("a turn was played meanwhile", extra={"game": game_id})
            return


@shared_task
def sweep_computer_players() -> None:
    waiting = Game.objects.filter(computer_to_move=True).order_by("changed")
    for game_id in waiting.values_list("id", flat=True)[:AT_ONCE]:
        play_computer_player(str(game_id))


@shared_task
def sweep_deadlines() -> None:
    """Harmless when two run at once: only one moves each game on."""
    move_on_due(now())


@shared_task
def sweep_guests() -> None:
    forget_guests(now())


def wake_computer_player(sender: object, *, change: Change, **_: object) -> None:
    """Not after a computer player's turn: its task goes on by itself."""
    after = change.after
    if after.to_move is None or change.actor.startswith(BOT):
        return
    if after.setup.seats[after.to_move].bot is not None:
        transaction.on_commit(lambda: wake(play_computer_player, str(change.game_id)))


events_appended.connect(wake_computer_player, dispatch_uid="computer players")
