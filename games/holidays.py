"""Holidays: the limit of days a year, and the deadlines that they move."""

from collections.abc import Iterator
from datetime import date, datetime, timedelta

from django.db import transaction

from games.clocks import hours_of, today
from games.domain import Refusal
from games.domain.clock import TableHours
from games.domain.errors import Faulty
from games.domain.lobby import SetDeadline
from games.events.store import StaleVersion
from games.models import Game, Holiday, Person
from games.rows import snapshot_of
from games.services import act, actor_of

DAYS_A_YEAR = 30
LONGEST_AHEAD = timedelta(days=730)
A_DAY = timedelta(days=1)


class BadHoliday(Faulty):
    says = "{problem}."


class TooManyHolidays(Refusal):
    says = "That would be {days} days of holiday in {value}; a year has at most {most} of them."


def take_holiday(person: Person, first: date, last: date, *, at: datetime) -> Holiday:
    """Also moves the deadlines of the turns that wait for the person now."""
    present = today(person.time_zone, at)
    if last < first:
        raise BadHoliday(str(last), fault="a holiday ends before it begins")
    if first < present:
        raise BadHoliday(str(first), fault="a holiday begins today or later")
    if last > present + LONGEST_AHEAD:
        raise BadHoliday(str(last), fault="a holiday lies within the next two years")
    with transaction.atomic():
        # Without the lock two requests at once could both pass the check.
        Person.objects.select_for_update().get(pk=person.pk)
        _check_days(person, first, last)
        waiting = list(Game.objects.filter(mover=person, deadline__isnull=False))
        before = {game.pk: hours_of(snapshot_of(game)) for game in waiting}
        holiday = Holiday.objects.create(person=person, first=first, last=last)
    for game in waiting:
        _move_deadline(game, person, before[game.pk], at)
    return holiday


def _check_days(person: Person, first: date, last: date) -> None:
    days = set(_days(first, last))
    for holiday in Holiday.objects.filter(person=person):
        days |= set(_days(holiday.first, holiday.last))
    for year in {day.year for day in _days(first, last)}:
        count = len([day for day in days if day.year == year])
        if count > DAYS_A_YEAR:
            raise TooManyHolidays(year, days=count, most=DAYS_A_YEAR)


def _days(first: date, last: date) -> Iterator[date]:
    for number in range((last - first).days + 1):
        yield first + number * A_DAY


def _move_deadline(game: Game, person: Person, before: TableHours, at: datetime) -> None:
    state, moment = snapshot_of(game), int(at.timestamp())
    if state.deadline is None:
        return
    left = before[state.mover].between(moment, state.deadline)
    later = hours_of(state)[state.mover].after(moment, left)
    if later <= state.deadline:
        return
    order, actor = SetDeadline(later, "holiday"), actor_of(person.pk)
    try:
        act(game.pk, order, actor=actor, expected=game.version, at=at)
    except StaleVersion:
        again = Game.objects.get(pk=game.pk)
        if again.mover_id == person.pk:
            _move_deadline(again, person, before, at)
