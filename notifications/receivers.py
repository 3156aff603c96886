"""Writes the outbox rows of what happened, in the same transaction."""

from games.edge import now
from games.signals import Happened, events_appended
from notifications.models import Notice
from notifications.recipients import recipients


def write_notices(sender: object, *, happened: Happened, **_: object) -> None:
    told = recipients(happened.before, happened.after, happened.events)
    if told:
        due = now()
        Notice.objects.bulk_create(
            Notice(
                game_id=happened.game_id,
                version=happened.after.version,
                kind=each.kind,
                recipient_id=each.player,
                due=due,
            )
            for each in told
        )


events_appended.connect(write_notices, dispatch_uid="notices")
