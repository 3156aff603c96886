"""Beat says that it lives by sending a task, a worker by doing it; and what goes at night."""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from celery.signals import after_task_publish
from django.db import close_old_connections

from franchise_site.models import Heartbeat
from franchise_site.pruning import prune_rows
from games.edge import now

log = logging.getLogger(__name__)
WORRY_AFTER = timedelta(minutes=2)


@shared_task
def beat_heart(part: str = Heartbeat.Part.WORKER) -> None:
    note_heartbeat(part, now())


@after_task_publish.connect(sender=beat_heart.name, dispatch_uid="heartbeat")
def note_beat(**_: object) -> None:
    close_old_connections()
    note_heartbeat(Heartbeat.Part.BEAT, now())


@shared_task
def prune() -> None:
    gone = prune_rows(now())
    log.info("pruned: %s", ", ".join(f"{count} {name}" for name, count in gone.items()))


def note_heartbeat(part: str, at: datetime) -> None:
    Heartbeat.objects.bulk_create(
        [Heartbeat(part=part, at=at)],
        update_conflicts=True,
        unique_fields=["part"],
        update_fields=["at"],
    )


def silence_of(part: str, at: datetime) -> timedelta | None:
    """Since when it was not seen; None where it never was."""
    seen = Heartbeat.objects.filter(part=part).values_list("at", flat=True).first()
    return None if seen is None else max(at - seen, timedelta())
