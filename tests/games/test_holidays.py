"""Holidays: at most thirty days a year, and the turns that wait meanwhile."""

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from django.core.exceptions import ValidationError
from django.db import connection
from django.db.models.signals import post_save
from django.test.utils import CaptureQueriesContext

from games.domain.commands import command
from games.domain.events import DeadlineSet
from games.domain.lobby import SetDeadline
from games.events import store
from games.holidays import BadHoliday, TooManyHolidays, take_holiday
from games.models import Holiday, Person
from games.services import act
from tests.doing import start_game, table_of
from tests.people import cast

pytestmark = pytest.mark.django_db(transaction=True)
AT = datetime(2026, 3, 2, 12, tzinfo=UTC)
PASS = command("turn", 0, {})


def deadline(game: object) -> datetime:
    moment = table_of(game).deadline  # type: ignore[arg-type]
    assert moment is not None
    return datetime.fromtimestamp(moment, UTC)


def test_a_holiday_that_begins_while_a_turn_waits_moves_its_deadline() -> None:
    people = cast()
    game = start_game(people)
    act(game, PASS, actor="user:1", at=AT)
    assert deadline(game) == AT + timedelta(days=1)
    take_holiday(people.bob, date(2026, 3, 3), date(2026, 3, 5), at=AT)
    assert deadline(game) == AT + timedelta(days=4)
    last = store.read(game)[-1]
    assert isinstance(last, DeadlineSet)
    assert last.reason == "holiday"


@pytest.mark.parametrize("meanwhile", ["more time", "the turn", "a pause"])
def test_what_happens_to_the_game_while_a_holiday_is_written_down_is_kept(meanwhile: str) -> None:
    people = cast()
    game = start_game(people)
    act(game, PASS, actor="user:1", at=AT)
    later = AT + timedelta(days=2)
    orders = {
        "more time": SetDeadline(int(later.timestamp()), "extended"),
        "the turn": command("turn", 1, {"expand": [{"to": "atlanta"}]}),
        "a pause": SetDeadline(None, "paused", 3600),
    }

    def happens(sender: object, **_: object) -> None:
        act(game, orders[meanwhile], actor="user:2", at=AT)

    post_save.connect(happens, sender=Holiday)
    try:
        take_holiday(people.bob, date(2026, 3, 3), date(2026, 3, 5), at=AT)
    finally:
        post_save.disconnect(happens, sender=Holiday)
    state = table_of(game)
    if meanwhile == "more time":
        assert deadline(game) == later + timedelta(days=3)
    elif meanwhile == "the turn":
        assert (state.mover, deadline(game)) == (0, AT + timedelta(days=1))
    else:
        assert (state.paused, state.clock.left) == (True, 3600)


def test_a_holiday_of_somebody_else_or_of_later_moves_nothing() -> None:
    people = cast()
    game = start_game(people)
    act(game, PASS, actor="user:1", at=AT)
    before = table_of(game).version
    take_holiday(people.ada, date(2026, 3, 3), date(2026, 3, 5), at=AT)
    take_holiday(people.bob, date(2026, 4, 3), date(2026, 4, 5), at=AT)
    assert table_of(game).version == before


def test_the_deadline_of_a_turn_leaves_the_holidays_out() -> None:
    people = cast()
    Person.objects.filter(pk=people.bob.pk).update(
        time_zone="Pacific/Auckland", quiet_from=22, quiet_to=9
    )
    game = start_game(people)
    for first, last in ((3, 4), (5, 5)):
        take_holiday(
            people.bob, date(2026, 3, first), date(2026, 3, last), at=AT - timedelta(days=1)
        )
    # In Auckland it is one in the morning of the 3rd already.
    act(game, PASS, actor="user:1", at=AT)
    wall = deadline(game).astimezone(ZoneInfo("Pacific/Auckland"))
    assert wall.isoformat() == "2026-03-07T09:00:00+13:00"


def test_a_person_without_a_known_zone_or_no_longer_here_does_not_stop_a_game() -> None:
    people = cast()
    game = start_game(people)
    Person.objects.filter(pk=people.bob.pk).update(time_zone="Mars/Olympus")
    act(game, PASS, actor="user:1", at=AT)
    people.ada.delete()
    act(game, command("turn", 1, {"expand": [{"to": "atlanta"}]}), actor="user:2", at=AT)
    assert deadline(game) == AT + timedelta(days=1)
    with pytest.raises(ValidationError):
        Person(username="x", time_zone="Mars/Olympus").clean_fields(exclude={"password"})


@pytest.mark.parametrize(
    ("first", "last"),
    [
        (date(2026, 3, 5), date(2026, 3, 4)),
        (date(2026, 3, 1), date(2026, 3, 4)),
        (date(2029, 3, 1), date(2029, 3, 4)),
    ],
)
def test_a_holiday_begins_today_at_the_soonest_and_ends_later(first: date, last: date) -> None:
    with pytest.raises(BadHoliday):
        take_holiday(cast().ada, first, last, at=AT)


def test_a_year_has_thirty_days_of_holiday() -> None:
    ada = cast().ada
    take_holiday(ada, date(2026, 6, 1), date(2026, 6, 20), at=AT)
    take_holiday(ada, date(2026, 6, 15), date(2026, 6, 25), at=AT)
    with pytest.raises(TooManyHolidays) as no:
        take_holiday(ada, date(2026, 12, 26), date(2027, 1, 20), at=AT)
    assert (no.value.value, no.value.facts["days"]) == (2026, 31)
    take_holiday(ada, date(2026, 12, 27), date(2027, 1, 25), at=AT)
    assert Holiday.objects.filter(person=ada).count() == 3
    with pytest.raises(TooManyHolidays):
        take_holiday(ada, date(2026, 4, 1), date(2028, 1, 1), at=AT)


def test_what_is_asked_of_calendars_is_one_query_a_turn() -> None:
    people = cast()
    game = start_game(people)
    for day in range(1, 6):
        take_holiday(people.bob, date(2026, 5, day), date(2026, 5, day), at=AT)
    with CaptureQueriesContext(connection) as queries:
        act(game, PASS, actor="user:1", at=AT)
    assert len([each for each in queries if "games_holiday" in each["sql"]]) == 1
