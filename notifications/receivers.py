"""Writes the notices of new events, in the transaction of the events."""

from django.db import transaction

from games.events import sql
from games.signals import Change, events_appended
from notifications.recipients import recipients
from notifications.reminders import reminders
from notifications.tasks import wake_sender

COLUMNS = ("kind", "recipient_id", "due")


def write_notices(sender: object, *, change: Change, **_: object) -> None:
    addressees = recipients(change.before, change.after, change.events)
    rows: list[sql.Row] = [(each.kind, each.player, change.at) for each in addressees]
    rows += [(each.kind, each.player, each.due) for each in reminders(change)]
    if rows:
        shared = {"game_id": change.game_id, "version": change.after.version}
        sql.insert("notifications_notice", shared, COLUMNS, rows)
    if addressees:
        transaction.on_commit(wake_sender)


events_appended.connect(write_notices, dispatch_uid="notices")
