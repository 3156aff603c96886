"""Writes the outbox rows of what happened, in the same transaction."""

from django.db import transaction

from games import sql
from games.signals import Happened, events_appended
from notifications.recipients import recipients
from notifications.reminders import reminders
from notifications.tasks import wake_sender

COLUMNS = ("kind", "recipient_id", "due")


def write_notices(sender: object, *, happened: Happened, **_: object) -> None:
    told = recipients(happened.before, happened.after, happened.events)
    rows: list[sql.Row] = [(each.kind, each.player, happened.at) for each in told]
    rows += [(each.kind, each.player, each.due) for each in reminders(happened)]
    if rows:
        shared = {"game_id": happened.game_id, "version": happened.after.version}
        sql.insert("notifications_notice", shared, COLUMNS, rows)
    if told:
        transaction.on_commit(wake_sender)


events_appended.connect(write_notices, dispatch_uid="notices")
