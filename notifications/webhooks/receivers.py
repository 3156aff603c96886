"""Writes the deliveries of new events, in the transaction of the events, and wakes a worker."""

from django.db import transaction

from games.edge import now
from games.events import sql
from games.signals import Change, events_appended
from games.waking import wake
from notifications.recipients import recipients
from notifications.webhooks.tasks import deliver_webhooks

COLUMNS = ("person_id", "what", "active")


def write_deliveries(sender: object, *, change: Change, **_: object) -> None:
    wanted: list[sql.Row] = [(player, "all", True) for player in _players_at_table(change)]
    wanted += [(player, "turn", True) for player in _players_to_move(change)]
    if not wanted:
        return
    shared = {
        "game_id": change.game_id,
        "version": change.after.version,
        "first": change.before.version + 1,
        "made": change.at,
        "due": now(),
        "attempts": 0,
    }
    webhook = ("webhook_id", "notifications_webhook")
    written = sql.insert_matching("notifications_delivery", shared, webhook, COLUMNS, wanted)
    transaction.on_commit(lambda: wake(deliver_webhooks) if written() else None)


def _players_at_table(change: Change) -> list[int]:
    """Who sits at the table or did before: whoever leaves is told of that as well."""
    seats = (*change.before.setup.seats, *change.after.setup.seats)
    return sorted({seat.player for seat in seats if seat.player is not None})


def _players_to_move(change: Change) -> list[int]:
    """Who is to move, where the turn or the player is new."""
    before, after = change.before, change.after
    mover = None if after.to_move is None else after.setup.seats[after.to_move].player
    everybody = recipients(before, after, change.events)
    players = {each.player for each in everybody if each.kind in ("turn", "replaced", "back")}
    return [player for player in players if player == mover]


events_appended.connect(write_deliveries, dispatch_uid="webhooks")
