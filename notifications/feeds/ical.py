"""iCalendar, RFC 5545."""

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime

from django.conf import settings

from notifications.feeds.turns import Turn

LONGEST = 75
BREAK = "\r\n"
# A calendar needs a component, and there is not always a deadline.
UTC_ZONE = (
    "BEGIN:VTIMEZONE",
    "TZID:Etc/UTC",
    "BEGIN:STANDARD",
    "DTSTART:19700101T000000",
    "TZOFFSETFROM:+0000",
    "TZOFFSETTO:+0000",
    "END:STANDARD",
    "END:VTIMEZONE",
)
ESCAPES = str.maketrans({"\\": "\\\\", ";": "\\;", ",": "\\,", "\n": "\\n", "\r": None})


def calendar(turns: Iterable[Turn], *, name: str) -> bytes:
    lines = [
        "BEGIN:VCALENDAR",
        "VERSION:2.0",
        "PRODID:-//Franchise by Mail//Deadlines//EN",
        "CALSCALE:GREGORIAN",
        f"NAME:{_text(name)}",
        f"X-WR-CALNAME:{_text(name)}",
        "REFRESH-INTERVAL;VALUE=DURATION:PT1H",
        *UTC_ZONE,
    ]
    for turn in turns:
        if turn.deadline is not None:
            lines.extend(_event(turn, turn.deadline))
    lines.append("END:VCALENDAR")
    return "".join(f"{part}{BREAK}" for line in lines for part in _fold(line)).encode()


def _event(turn: Turn, deadline: datetime) -> Iterator[str]:
    changed = _moment(turn.changed)
    yield "BEGIN:VEVENT"
    yield f"UID:{turn.key}@{settings.MAIL_DOMAIN}"
    yield f"DTSTAMP:{changed}"
    yield f"LAST-MODIFIED:{changed}"
    yield f"SEQUENCE:{turn.version}"
    yield f"DTSTART:{_moment(deadline)}"
    yield f"SUMMARY:{_text(turn.title)}"
    yield f"DESCRIPTION:{_text(turn.text)}"
    yield f"URL:{turn.url}"
    yield "TRANSP:TRANSPARENT"
    yield "END:VEVENT"


def _text(value: str) -> str:
    return "".join(each for each in value.translate(ESCAPES) if each.isprintable())


def _moment(at: datetime) -> str:
    return f"{at.astimezone(UTC):%Y%m%dT%H%M%SZ}"


def _fold(line: str) -> Iterator[str]:
    """Parts of at most 75 octets, with the space before each but the first."""
    part = ""
    for letter in line:
        if len((part + letter).encode()) > LONGEST:
            yield part
            part = " "
        part += letter
    yield part
