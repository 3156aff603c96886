"""One turn a task, so that no turn, clock or mail waits for an analysis; and the puzzle of the day."""

from uuid import UUID

from celery import shared_task
from django.db import transaction

from games.analyses.keeping import begin_analysis, due_analyses, think_on
from games.analyses.puzzles import choose_daily
from games.edge import now
from games.signals import Change, events_appended
from games.waking import wake


@shared_task
def analyse_game(game_id: str, done: int) -> None:
    """Reviews the turn after so many. Harmless when it runs twice, or late."""
    following = think_on(UUID(game_id), done, now())
    if following is not None:
        wake(analyse_game, game_id, following)
    else:
        # A site that had no puzzle yet does not wait until midnight for its first.
        choose_daily(now().date())


@shared_task
def sweep_analyses() -> None:
    for game_id, done in due_analyses(now()):
        wake(analyse_game, str(game_id), done)


@shared_task
def choose_daily_puzzle() -> None:
    choose_daily(now().date())


def analyse_what_ended(sender: object, *, change: Change, **_: object) -> None:
    if change.after.status == "ended" != change.before.status:
        begin_analysis(change.game_id, change.after.version, change.at)
        transaction.on_commit(lambda: wake(sweep_analyses))


events_appended.connect(analyse_what_ended, dispatch_uid="analyses")
