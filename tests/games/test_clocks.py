"""Which hours count: zones, both changes of the clocks, weekends, holidays, quiet hours."""

from datetime import date, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.clocks import Calendar
from games.domain import NEW_GAME, Options, State
from games.domain.chance import Draws
from games.domain.clock import AN_HOUR, TableHours, clock_events
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.lobby import CreateGame, StartGame, TakeSeat
from games.domain.playout import random_command
from games.domain.state import Terms

NEW_YORK, BERLIN = "America/New_York", "Europe/Berlin"
KOLKATA, AUCKLAND = "Asia/Kolkata", "Pacific/Auckland"
ZONES = (NEW_YORK, BERLIN, KOLKATA, AUCKLAND, "UTC", "America/Havana", "Australia/Lord_Howe")
A_DAY = 24 * AN_HOUR


def moment(zone: str, text: str, fold: int = 0) -> int:
    return int(datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone), fold=fold).timestamp())


def wall_clock(zone: str, instant: int) -> str:
    return datetime.fromtimestamp(instant, ZoneInfo(zone)).isoformat(" ", "minutes")


@pytest.mark.parametrize(
    ("zone", "start", "due"),
    [
        (NEW_YORK, "2026-03-07 12:00", "2026-03-08 13:00-04:00"),
        (NEW_YORK, "2026-10-31 12:00", "2026-11-01 11:00-05:00"),
        (BERLIN, "2026-03-28 12:00", "2026-03-29 13:00+02:00"),
        (BERLIN, "2026-10-24 12:00", "2026-10-25 11:00+01:00"),
        (KOLKATA, "2026-03-28 12:00", "2026-03-29 12:00+05:30"),
        (AUCKLAND, "2026-04-04 12:00", "2026-04-05 11:00+12:00"),
        (AUCKLAND, "2026-09-26 12:00", "2026-09-27 13:00+13:00"),
    ],
)
def test_a_pace_of_24_hours_is_24_hours_also_where_the_clocks_change(
    zone: str, start: str, due: str
) -> None:
    assert wall_clock(zone, Calendar(zone).after(moment(zone, start), A_DAY)) == due


@pytest.mark.parametrize(
    ("zone", "start", "hours", "due"),
    [
        (NEW_YORK, "2026-03-06 12:00", 24, "2026-03-09 12:00-04:00"),
        (NEW_YORK, "2026-10-30 12:00", 24, "2026-11-02 12:00-05:00"),
        (BERLIN, "2026-03-27 20:00", 12, "2026-03-30 08:00+02:00"),
        (BERLIN, "2026-10-24 15:00", 12, "2026-10-26 12:00+01:00"),
        (KOLKATA, "2026-03-27 23:30", 24, "2026-03-30 23:30+05:30"),
        (AUCKLAND, "2026-04-03 18:00", 48, "2026-04-07 18:00+12:00"),
        (AUCKLAND, "2026-09-25 18:00", 168, "2026-10-06 18:00+13:00"),
    ],
)
def test_weekends_are_those_of_the_players_wall_clock(
    zone: str, start: str, hours: int, due: str
) -> None:
    calendar = Calendar(zone, weekends_off=True)
    assert wall_clock(zone, calendar.after(moment(zone, start), hours * AN_HOUR)) == due


def test_the_same_moment_is_a_weekend_for_one_and_a_workday_for_another() -> None:
    start = moment(KOLKATA, "2026-03-06 22:00")
    here, there = (Calendar(zone, weekends_off=True) for zone in (KOLKATA, NEW_YORK))
    assert wall_clock(KOLKATA, here.after(start, 6 * AN_HOUR)) == "2026-03-09 04:00+05:30"
    assert there.after(start, 6 * AN_HOUR) == start + 6 * AN_HOUR


@pytest.mark.parametrize(
    ("zone", "quiet", "falls", "moved"),
    [
        (NEW_YORK, (22, 8), "2026-05-05 23:10", "2026-05-06 08:00-04:00"),
        (NEW_YORK, (22, 8), "2026-05-06 07:59", "2026-05-06 08:00-04:00"),
        (NEW_YORK, (22, 8), "2026-05-06 08:00", "2026-05-06 08:00-04:00"),
        (NEW_YORK, (22, 8), "2026-03-07 23:00", "2026-03-08 08:00-04:00"),
        (NEW_YORK, (0, 2), "2026-03-08 01:30", "2026-03-08 03:00-04:00"),
        (BERLIN, (22, 8), "2026-10-24 23:00", "2026-10-25 08:00+01:00"),
        (BERLIN, (1, 3), "2026-10-25 02:30", "2026-10-25 03:00+01:00"),
        (KOLKATA, (13, 15), "2026-05-05 14:00", "2026-05-05 15:00+05:30"),
        (AUCKLAND, (23, 7), "2026-09-26 23:30", "2026-09-27 07:00+13:00"),
        (AUCKLAND, (5, 5), "2026-09-26 05:30", "2026-09-26 05:30+12:00"),
    ],
)
def test_a_deadline_in_quiet_hours_moves_to_their_end(
    zone: str, quiet: tuple[int, int], falls: str, moved: str
) -> None:
    due = moment(zone, falls)
    assert wall_clock(zone, Calendar(zone, *quiet).after(due - A_DAY, A_DAY)) == moved


def test_where_quiet_hours_end_on_a_day_off_the_deadline_moves_on_to_the_next_that_counts() -> None:
    calendar = Calendar(BERLIN, 22, 8, weekends_off=True)
    start = moment(BERLIN, "2026-05-07 23:00")
    assert wall_clock(BERLIN, calendar.after(start, A_DAY)) == "2026-05-11 08:00+02:00"


def test_holidays_do_not_count_and_nothing_falls_due_in_them() -> None:
    calendar = Calendar(AUCKLAND, holidays=((date(2026, 4, 4), date(2026, 4, 6)),))
    start = moment(AUCKLAND, "2026-04-03 18:00")
    assert wall_clock(AUCKLAND, calendar.after(start, 12 * AN_HOUR)) == "2026-04-07 06:00+12:00"
    inside = moment(AUCKLAND, "2026-04-05 18:00")
    assert wall_clock(AUCKLAND, calendar.after(inside, 12 * AN_HOUR)) == "2026-04-07 12:00+12:00"
    assert calendar.between(start, inside) == 6 * AN_HOUR


def test_a_zone_that_nobody_knows_is_utc() -> None:
    # 1 January 1970 was a Thursday; Friday ends with the weekend.
    assert Calendar("Mars/Olympus", weekends_off=True).after(0, 2 * A_DAY) == 4 * A_DAY


calendars = st.builds(
    Calendar,
    zone=st.sampled_from(ZONES),
    quiet_from=st.none() | st.integers(0, 23),
    quiet_to=st.none() | st.integers(0, 23),
    holidays=st.lists(
        st.tuples(st.dates(date(2026, 1, 1), date(2027, 1, 1)), st.integers(0, 29)).map(
            lambda each: (each[0], date.fromordinal(each[0].toordinal() + each[1]))
        ),
        max_size=2,
    ).map(tuple),
    weekends_off=st.booleans(),
)
moments = st.integers(moment("UTC", "2026-01-01 00:00"), moment("UTC", "2026-12-31 00:00"))
seconds = st.integers(0, 168 * AN_HOUR)


@given(calendars, moments, seconds, seconds)
def test_no_deadline_is_sooner_than_agreed_or_at_a_forbidden_hour(
    calendar: Calendar, start: int, length: int, later: int
) -> None:
    due = calendar.after(start, length)
    assert due >= start + length
    assert calendar.between(start, due) >= length
    assert not calendar.is_quiet(due)
    assert calendar.after(due, 0) == due
    # Who begins later, or has more time, is never due sooner.
    assert calendar.after(start + later, length) >= due
    assert calendar.after(start, length + later) >= due


@given(calendars, moments, seconds, seconds)
def test_counted_seconds_add_up(calendar: Calendar, start: int, length: int, more: int) -> None:
    middle, end = start + length, start + length + more
    whole = calendar.between(start, end)
    assert whole == calendar.between(start, middle) + calendar.between(middle, end)
    assert 0 <= whole <= end - start
    assert calendar.between(end, start) == 0


@given(calendars, st.integers(0, 2**32), st.lists(seconds, min_size=1, max_size=12))
def test_a_deadline_is_never_before_now_and_never_decreases_by_playing(
    calendar: Calendar, seed: int, waits: list[int]
) -> None:
    hours = (calendar, calendar)
    now = moment("UTC", "2026-02-20 12:00")
    terms = Terms("Route 66", pace_hours=24, weekends_off=calendar.weekends_off)
    state = NEW_GAME
    made = CreateGame(terms, 2, Options(introductory=True))
    for begin in (made, TakeSeat(player=7), TakeSeat(player=8), StartGame(seed, first=0)):
        state = run_clock(state, replay(decide(state, begin), state), now, hours)
    draws = Draws(seed, "clock")
    for wait in waits:
        deadline = state.deadline
        assert deadline is not None
        now = min(now + wait, deadline)
        order = random_command(state, draws.below)
        state = run_clock(state, replay(decide(state, order), state), now, hours)
        if state.status == "ended":
            assert state.deadline is None
            return
        assert state.deadline is not None
        assert state.deadline >= max(now + AN_HOUR, deadline)


def run_clock(before: State, after: State, now: int, hours: TableHours) -> State:
    return replay(clock_events(before, after, now, hours), after)
