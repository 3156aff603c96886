"""Which hours count for a person: time zone, weekends, holidays and quiet hours.

Days and quiet hours begin and end by local time. Seconds are real seconds: a day on which
daylight saving begins or ends has 23 or 25 hours.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, date, datetime, timedelta
from typing import Any
from zoneinfo import ZoneInfo

from msgspec import Struct

from games.domain import State
from games.domain.clock import EVERY_HOUR, TableHours
from games.edge import zones
from games.models import Person

SATURDAY = 5
A_DAY = timedelta(days=1)


class Calendar(Struct, frozen=True):
    """A person's quiet hours in local time, and holidays by their first and last day."""

    zone: str = "UTC"
    quiet_from: int | None = None
    quiet_to: int | None = None
    holidays: tuple[tuple[date, date], ...] = ()
    weekends_off: bool = False

    def after(self, start: int, seconds: int) -> int:
        """The first moment for a deadline, outside of quiet hours and days off."""
        if not self._has_days_off:
            return self._skip_off_hours(start + seconds)
        moment = start
        for first, last in self._days_that_count(start):
            moment = max(start, first)
            if seconds <= last - moment:
                break
            seconds -= last - moment
        return self._skip_off_hours(moment + seconds)

    def between(self, start: int, end: int) -> int:
        if not self._has_days_off:
            return max(0, end - start)
        return sum(
            min(end, last) - max(start, first)
            for first, last in self._days_that_count(start, end)
            if min(end, last) > max(start, first)
        )

    def is_quiet(self, moment: int) -> bool:
        since, to = self.quiet_from, self.quiet_to
        if since is None or to is None or since == to:
            return False
        hour = self._local(moment).hour
        return since <= hour < to if since < to else hour >= since or hour < to

    def at(self, day: date, hour: int) -> datetime:
        """The hour of that day in local time, moved past quiet hours and days off."""
        return datetime.fromtimestamp(self._skip_off_hours(self._instant(day, hour)), UTC)

    @property
    def _has_days_off(self) -> bool:
        return self.weekends_off or bool(self.holidays)

    def _skip_off_hours(self, moment: int) -> int:
        """The first moment from then on outside of quiet hours and days off."""
        while True:
            local, end_of_quiet = self._local(moment), self.quiet_to or 0
            if self._is_off(local.date()):
                moment = next(first for first, _ in self._days_that_count(moment))
            elif self.is_quiet(moment):
                day = local.date() + A_DAY if local.hour >= end_of_quiet else local.date()
                moment = self._instant(day, end_of_quiet)
            else:
                return moment

    def _days_that_count(self, start: int, end: int | None = None) -> Iterator[tuple[int, int]]:
        day = self._local(start).date()
        while end is None or self._instant(day) < end:
            if not self._is_off(day):
                yield self._instant(day), self._instant(day + A_DAY)
            day += A_DAY

    def _is_off(self, day: date) -> bool:
        weekend = self.weekends_off and day.weekday() >= SATURDAY
        return weekend or any(first <= day <= last for first, last in self.holidays)

    def _local(self, moment: int) -> datetime:
        return datetime.fromtimestamp(moment, find_zone(self.zone))

    def _instant(self, day: date, hour: int = 0) -> int:
        """An hour that daylight saving skips becomes the moment of the change."""
        local = datetime(day.year, day.month, day.day, hour, tzinfo=find_zone(self.zone))
        return int(local.timestamp())


def find_zone(name: str) -> ZoneInfo:
    """UTC where this machine does not know the name."""
    return ZoneInfo(name if name in zones() else "UTC")


PLAYERS = (
    "games_seat s JOIN games_person c ON c.id = s.player_id "
    "LEFT JOIN games_holiday h ON h.person_id = c.id"
)
CALENDAR = ("c.id", "c.time_zone", "c.quiet_from", "c.quiet_to", "h.first", "h.last")


"""For `hours_of`, where they are read together with the game: none of a computer player."""
CalendarRows = Sequence[tuple[Any, ...]]


def hours_of(state: State, rows: CalendarRows | None = None) -> TableHours:
    """The hours of the players, whose calendars are read here unless that was done before."""
    if state.terms.pace_hours is None:
        return EVERY_HOUR
    if rows is None:
        people = Person.objects.filter(pk__in=[who.player for who in state.setup.seats])
        columns = ("pk", "time_zone", "quiet_from", "quiet_to", "holidays__first", "holidays__last")
        rows = list(people.values_list(*columns))
    calendars: dict[int, Calendar] = {}
    for person, zone, since, to, first, last in rows:
        before = calendars[person].holidays if person in calendars else ()
        holidays = before if first is None else (*before, (_day(first), _day(last)))
        calendars[person] = Calendar(zone, since, to, holidays, state.terms.weekends_off)
    nobody = Calendar()
    return [calendars.get(who.player or 0, nobody) for who in state.setup.seats]


def _day(value: date | str) -> date:
    """SQLite answers plain SQL with text."""
    return date.fromisoformat(value) if isinstance(value, str) else value


def today(zone: str, at: datetime) -> date:
    return at.astimezone(find_zone(zone)).date()
