"""The calendar of a person's deadlines, iCalendar, RFC 5545."""

from collections.abc import Iterable
from datetime import datetime, timedelta

from django.conf import settings
from icalendar import TRANSP, Calendar, Event, Timezone, TimezoneStandard

from notifications.feeds.turns import Turn

HOURLY = timedelta(hours=1)


def calendar(turns: Iterable[Turn], *, name: str, person: int) -> bytes:
    deadlines = Calendar.new(
        prodid="-//Franchise by Mail//Deadlines//EN",
        calscale="GREGORIAN",
        name=name,
        uid=f"deadlines.{person}@{settings.MAIL_DOMAIN}",
    )
    deadlines.add("refresh-interval", HOURLY, parameters={"VALUE": "DURATION"})
    deadlines.add_component(_utc())
    for turn in turns:
        if turn.deadline is not None:
            deadlines.add_component(_event(turn, turn.deadline))
    written: bytes = deadlines.to_ical()
    return written


def _utc() -> Timezone:
    """A calendar needs a component, and there is not always a deadline."""
    always = TimezoneStandard()
    always.add("dtstart", datetime(1970, 1, 1))  # noqa: DTZ001 - the format wants a local time
    always.add("tzoffsetfrom", timedelta())
    always.add("tzoffsetto", timedelta())
    zone = Timezone()
    zone.add("tzid", "Etc/UTC")
    zone.add_component(always)
    return zone


def _event(turn: Turn, deadline: datetime) -> Event:
    changed = turn.changed.replace(microsecond=0)
    return Event.new(
        uid=f"{turn.key}@{settings.MAIL_DOMAIN}",
        stamp=changed,
        last_modified=changed,
        sequence=turn.version,
        start=deadline,
        summary=_printable(turn.title),
        description=_printable(turn.text),
        url=turn.url,
        transparency=TRANSP.TRANSPARENT,
    )


def _printable(text: str) -> str:
    return "".join(each for each in text if each.isprintable() or each == "\n")
