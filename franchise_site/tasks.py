"""Heartbeats (of beat by sending a task, of a worker by doing it) and the nightly pruning."""

import logging
from datetime import datetime, timedelta

from celery import shared_task
from celery.signals import after_task_publish, task_received
from django.db import close_old_connections
from django.dispatch import receiver

from franchise_site.logs import broker_loss
from franchise_site.models import Heartbeat
from franchise_site.pruning import prune_rows
from games.edge import now
from mail_in.signals import door_works
from notifications.webhooks.registry import forget_old_secrets

log = logging.getLogger(__name__)
for is_there in (after_task_publish, task_received):
    is_there.connect(broker_loss.note_return, weak=False, dispatch_uid="broker")
WORRY_AFTER = timedelta(minutes=2)
GIVEN_UP_AFTER = timedelta(days=30)
PARTS = tuple(Heartbeat.Part)
DOORS = (Heartbeat.Part.MAIL_IN, Heartbeat.Part.MAIL_FETCH)


@shared_task
def beat_heart(part: str = Heartbeat.Part.WORKER) -> None:
    note_heartbeat(part, now())


@after_task_publish.connect(sender=beat_heart.name, dispatch_uid="heartbeat")
def note_beat(**_: object) -> None:
    close_old_connections()
    note_heartbeat(Heartbeat.Part.BEAT, now())


@receiver(door_works, dispatch_uid="heartbeat")
def note_door(door: str, **_: object) -> None:
    note_heartbeat(door, now())


@shared_task
def prune() -> None:
    forget_old_secrets(now())
    gone = prune_rows(now())
    log.info("pruned: %s", ", ".join(f"{count} {name}" for name, count in gone.items()))


def note_heartbeat(part: str, at: datetime) -> None:
    Heartbeat.objects.bulk_create(
        [Heartbeat(part=part, at=at)],
        update_conflicts=True,
        unique_fields=["part"],
        update_fields=["at"],
    )


def silences(at: datetime) -> dict[Heartbeat.Part, timedelta | None]:
    """For how long each part was not seen; None where it never was.

    A mail door that was never open, or not for 30 days, is left out: mail may come another way.
    """
    heartbeats = dict(Heartbeat.objects.values_list("part", "at"))
    every_silence = {
        part: max(at - heartbeats[part], timedelta()) if part in heartbeats else None
        for part in PARTS
    }
    return {
        part: silence
        for part, silence in every_silence.items()
        if part not in DOORS or (silence is not None and silence < GIVEN_UP_AFTER)
    }
