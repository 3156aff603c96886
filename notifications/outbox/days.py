"""Which day's digest is next, and when it is due. A day has at most one."""

from datetime import date, datetime, timedelta

from games.clocks import Calendar, today
from games.models import Person
from notifications.models import Digest

HOUR = 7
A_DAY = timedelta(days=1)


def first_digest(person: Person, at: datetime) -> Digest:
    """The first one to come; it tells what happens from now on."""
    calendar = _calendar(person)
    day = today(calendar.zone, at)
    if calendar.at(day, HOUR) <= at:
        day += A_DAY
    return Digest(person=person, day=day, due=calendar.at(day, HOUR), since=at)


def plan(digest: Digest, person: Person, *, after: date, at: datetime) -> None:
    """For a day after `after`, due on a date after that of `at` in the person's zone.

    So a day has one at most, also where the zone changes, where one came late, and where
    quiet hours lead into the next day.
    """
    calendar = _calendar(person)
    present = today(calendar.zone, at)
    day = max(after + A_DAY, present - A_DAY)
    while today(calendar.zone, calendar.at(day, HOUR)) <= present:
        day += A_DAY
    digest.day, digest.due = day, calendar.at(day, HOUR)


def replan(person: Person) -> None:
    """Moves the next one after a change of the person's zone or quiet hours."""
    for digest in Digest.objects.filter(person=person):
        plan(digest, person, after=digest.day - A_DAY, at=digest.since)
        digest.save(update_fields=["day", "due"])


def _calendar(person: Person) -> Calendar:
    return Calendar(person.time_zone, person.quiet_from, person.quiet_to)
