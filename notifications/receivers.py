"""Writes the outbox rows of what happened, in the same transaction."""

from django.db import transaction

from games import sql
from games.signals import Change, events_appended
from notifications.recipients import recipients
from notifications.reminders import reminders
from notifications.tasks import wake_sender

COLUMNS = ("kind", "recipient_id", "due")


def write_notices(sender: object, *, change: Change, **_: object) -> None:
    told = recipients(change.before, change.after, change.events)
    rows: list[sql.Row] = [(each.kind, each.player, change.at) for each in told]
    rows += [(each.kind, each.player, each.due) for each in reminders(change)]
    if rows:
        shared = {"game_id": change.game_id, "version": change.after.version}
        sql.insert("notifications_notice", shared, COLUMNS, rows)
    if told:
        transaction.on_commit(wake_sender)


events_appended.connect(write_notices, dispatch_uid="notices")
