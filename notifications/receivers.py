"""Writes the outbox rows of what happened, in the same transaction."""

from games import sql
from games.edge import now
from games.signals import Happened, events_appended
from notifications.recipients import recipients

COLUMNS = ("game_id", "version", "kind", "recipient_id", "due")


def write_notices(sender: object, *, happened: Happened, **_: object) -> None:
    told = recipients(happened.before, happened.after, happened.events)
    if told:
        due, game, version = now(), happened.game_id, happened.after.version
        rows = [(game, version, each.kind, each.player, due) for each in told]
        sql.insert("notifications_notice", COLUMNS, rows)


events_appended.connect(write_notices, dispatch_uid="notices")
