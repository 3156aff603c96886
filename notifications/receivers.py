"""Writes the outbox rows of what happened, in the same transaction."""

from games import sql
from games.edge import now
from games.signals import Happened, events_appended
from notifications.recipients import recipients

COLUMNS = ("kind", "recipient_id")


def write_notices(sender: object, *, happened: Happened, **_: object) -> None:
    told = recipients(happened.before, happened.after, happened.events)
    if told:
        shared = {"game_id": happened.game_id, "version": happened.after.version, "due": now()}
        rows = [(each.kind, each.player) for each in told]
        sql.insert("notifications_notice", shared, COLUMNS, rows)


events_appended.connect(write_notices, dispatch_uid="notices")
