"""Beat's schedule, kept in rows: however many beats there are, one of them sends each task.

Who sets the row's time on sends it. A beat that dies is not waited for, as none holds anything.
"""

from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, cast

from celery.beat import ScheduleEntry, Scheduler
from celery.schedules import BaseSchedule
from django.db import Error as DatabaseError
from django.db import close_old_connections

from franchise_site.models import Tick
from games.edge import now
from games.outages import SECONDS_BETWEEN_TRIES, Dispensable

LONG_AGO = datetime(1970, 1, 1, tzinfo=UTC)
NEXT_TRY = (False, SECONDS_BETWEEN_TRIES)
AHEAD = timedelta(minutes=1)
"""A time so far ahead was set by a machine whose clock is wrong; it would silence all others."""


class SharedSchedule(Scheduler):
    sync_every = 60

    def __init__(self, app: Any, schedule_filename: str, **more: Any) -> None:
        self.sign_of_life = Path(schedule_filename)
        self.database = Dispensable("the database", "nothing is sent", (DatabaseError,))
        super().__init__(app, **more)

    def setup_schedule(self) -> None:
        super().setup_schedule()
        for entry in self.schedule.values():
            # So that it asks the row at once.
            entry.last_run_at = LONG_AGO

    def tick(self, *args: Any, **more: Any) -> float:
        close_old_connections()
        return float(super().tick(*args, **more))

    def is_due(self, entry: ScheduleEntry) -> tuple[bool, float]:
        """Whether it is due, and this beat is to send it; and in how many seconds to ask again."""
        return self.database.ask(lambda: claim(entry), lambda: NEXT_TRY)

    def sync(self) -> None:
        """The file's age tells whether this beat is alive."""
        self.sign_of_life.touch()


def claim(entry: ScheduleEntry) -> tuple[bool, float]:
    at = now()
    tick, _ = Tick.objects.get_or_create(name=entry.name, defaults={"at": at})
    since = LONG_AGO if tick.at > at + AHEAD else tick.at
    is_due, seconds = cast("BaseSchedule", entry.schedule).is_due(since)
    if is_due:
        is_due = Tick.objects.filter(name=entry.name, at=tick.at).update(at=at) == 1
    return is_due, seconds
