"""Several beats: one of them sends each task, and none is needed for the others to go on."""

from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from celery.schedules import crontab, schedule
from django.db import OperationalError, connection

from franchise_site.beat import NEXT_TRY, SharedSchedule
from franchise_site.celery import app
from franchise_site.models import Tick
from games.edge import now

pytestmark = pytest.mark.django_db
EVERY_TEN_SECONDS, NIGHTLY = "mails", "prune"


@pytest.fixture
def beats(tmp_path: Path) -> tuple[SharedSchedule, SharedSchedule]:
    """On two machines, each of which has just begun."""
    first, second = (SharedSchedule(app, str(tmp_path / name)) for name in ("one", "two"))
    return first, second


def is_due(beat: SharedSchedule, name: str) -> bool:
    return beat.is_due(beat.schedule[name])[0]


def last_sent(name: str, ago: timedelta) -> None:
    Tick.objects.update_or_create(name=name, defaults={"at": now() - ago})


def test_one_of_two_beats_sends_what_is_due(beats: tuple[SharedSchedule, SharedSchedule]) -> None:
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=11))
    assert [is_due(beat, EVERY_TEN_SECONDS) for beat in beats] == [True, False]


def test_of_two_beats_that_saw_the_same_row_one_sends(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    """The second sets the row's time on while the first reckons."""
    first, second = beats
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=11))
    entry = first.schedule[EVERY_TEN_SECONDS]
    claims: list[bool] = []

    class Slow(schedule):
        def is_due(self, last_run_at: datetime) -> Any:
            claims.append(is_due(second, EVERY_TEN_SECONDS))
            return super().is_due(last_run_at)

    entry.schedule = Slow(10.0)
    assert (first.is_due(entry)[0], claims) == (False, [True])


def test_the_other_beat_sends_what_is_due_next(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    first, second = beats
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=11))
    assert is_due(first, EVERY_TEN_SECONDS)
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=10))
    assert is_due(second, EVERY_TEN_SECONDS)


def test_what_is_not_due_is_asked_for_again_when_it_is(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=4))
    due, seconds = beats[0].is_due(beats[0].schedule[EVERY_TEN_SECONDS])
    assert not due
    assert 0 < seconds <= 6


def test_a_night_without_any_beat_is_made_up_for_once(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    assert isinstance(beats[0].schedule[NIGHTLY].schedule, crontab)
    last_sent(NIGHTLY, timedelta(days=2))
    assert [is_due(beat, NIGHTLY) for beat in (*beats, *beats)] == [True, False, False, False]


def test_a_new_site_prunes_when_night_comes(beats: tuple[SharedSchedule, SharedSchedule]) -> None:
    assert not is_due(beats[0], NIGHTLY)


def test_a_time_from_a_clock_that_was_ahead_silences_nobody(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    last_sent(EVERY_TEN_SECONDS, -timedelta(days=1))
    assert [is_due(beat, EVERY_TEN_SECONDS) for beat in beats] == [True, False]


def test_a_beat_sends_nothing_while_the_database_is_gone_and_asks_again(
    beats: tuple[SharedSchedule, SharedSchedule],
) -> None:
    entry = beats[0].schedule[EVERY_TEN_SECONDS]
    last_sent(EVERY_TEN_SECONDS, timedelta(seconds=11))
    with connection.execute_wrapper(refuse):
        assert beats[0].is_due(entry) == NEXT_TRY
    beats[0].database.next_try = 0.0
    assert beats[0].is_due(entry)[0]


def refuse(*_: object) -> None:
    raise OperationalError("the connection is lost")


def test_each_beat_shows_that_it_is_alive(
    beats: tuple[SharedSchedule, SharedSchedule], tmp_path: Path
) -> None:
    beats[0].sync()
    assert [path.name for path in tmp_path.iterdir()] == ["one"]


def test_the_names_of_the_schedule_fit_their_rows() -> None:
    for name in app.conf.beat_schedule:
        Tick(name=name, at=now()).full_clean()
