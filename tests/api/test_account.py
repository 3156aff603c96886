"""Holidays and wishes of mail over the API."""

from datetime import date, timedelta
from typing import get_args
from uuid import uuid4

import pytest
from django.conf import settings

from games.api.account import Tongue
from games.clocks import today
from games.edge import now
from games.holidays import DAYS_A_YEAR
from games.models import Game, Holiday, Person
from notifications.models import Digest, Preference
from notifications.preferences import Wish, wishes_of
from tests.api.calls import caller
from tests.doing import open_game, start_game
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
A_DAY = timedelta(days=1)


def day_from_today(days: int) -> date:
    return today("UTC", now()) + days * A_DAY


def test_a_holiday_is_taken_once_and_moves_what_waits(people: Cast) -> None:
    game, ada = start_game(people), caller(people.ada)
    before = Game.objects.get(pk=game).deadline
    days = {"first": day_from_today(0).isoformat(), "last": day_from_today(2).isoformat()}
    taken = ada.post("me/holidays/", days, idempotency_key="summer")
    assert (taken.status, taken.body) == (201, days)
    assert ada.post("me/holidays/", days, idempotency_key="summer").body == days
    assert Holiday.objects.count() == 1
    assert ada.get("me/holidays/").body == {"days_a_year": DAYS_A_YEAR, "results": [days]}
    assert caller(people.bob).get("me/holidays/").body["results"] == []
    after = Game.objects.get(pk=game).deadline
    assert before is not None
    assert after is not None
    assert after > before + A_DAY


@pytest.mark.parametrize(("first", "last"), [(-1, 3), (3, 1), (900, 901), (1, 60)])
def test_a_holiday_that_cannot_be_is_refused(people: Cast, first: int, last: int) -> None:
    days = {"first": day_from_today(first).isoformat(), "last": day_from_today(last).isoformat()}
    refused = caller(people.ada).post("me/holidays/", days)
    assert (refused.status, refused.code) == (
        422,
        "too-many-holidays" if last == 60 else "bad-holiday",
    )
    assert not Holiday.objects.exists()


@pytest.mark.parametrize("wrong", [{}, {"first": "2027-02-30", "last": "2027-03-01"}, {"first": 3}])
def test_what_is_no_day_is_not_read(people: Cast, wrong: object) -> None:
    assert caller(people.ada).post("me/holidays/", wrong).code == "unreadable"


def test_what_nobody_has_said_is_told_as_it_holds(people: Cast) -> None:
    assert caller(people.ada).get("me/preferences/").body == {
        "mail": "each",
        "puzzle": False,
        "reminders": True,
        "language": "en",
        "time_zone": "UTC",
        "quiet_from": None,
        "quiet_to": None,
        "games": [],
    }


def test_what_is_changed_is_kept_and_the_rest_stays(people: Cast) -> None:
    ada = caller(people.ada)
    ada.patch("me/preferences/", {"mail": "daily", "time_zone": "Europe/Berlin"})
    hours = {"quiet_from": 22, "quiet_to": 7, "language": "fr"}
    changed = ada.patch("me/preferences/", hours)
    assert changed.status == 200
    assert changed.body == ada.get("me/preferences/").body
    assert changed.body == {
        **hours,
        "mail": "daily",
        "puzzle": False,
        "reminders": True,
        "time_zone": "Europe/Berlin",
        "games": [],
    }
    ada.patch("me/preferences/", {"reminders": False})
    assert wishes_of([people.ada.pk])[people.ada.pk].general == Wish("daily", reminders=False)
    person = Person.objects.get(pk=people.ada.pk)
    assert (person.language, person.quiet_from, person.quiet_to) == ("fr", 22, 7)
    without = ada.patch("me/preferences/", {"quiet_from": None, "quiet_to": None}).body
    assert (without["quiet_from"], without["quiet_to"]) == (None, None)
    assert not Preference.objects.exclude(person=people.ada).exists()


def test_the_daily_mail_moves_with_the_hours(people: Cast) -> None:
    day = day_from_today(2)
    digest = Digest.objects.create(person=people.ada, day=day, due=now(), since=now())
    caller(people.ada).patch("me/preferences/", {"time_zone": "Asia/Tokyo"})
    moved = Digest.objects.get()
    assert moved.due != digest.due
    caller(people.ada).patch("me/preferences/", {"language": "de"})
    assert Digest.objects.get().due == moved.due


@pytest.mark.parametrize(
    "wrong",
    [
        {"quiet_from": 22},
        {"quiet_from": 24, "quiet_to": 6},
        {"time_zone": "Mars/Phobos"},
        {"language": "nl"},
        {"mail": "weekly"},
        {"mail": None},
        {"email": "bob@example.org"},
    ],
)
def test_what_cannot_be_wanted_changes_nothing(people: Cast, wrong: object) -> None:
    ada = caller(people.ada)
    before = ada.get("me/preferences/").body
    assert ada.patch("me/preferences/", wrong).code == "unreadable"
    assert ada.get("me/preferences/").body == before


def test_a_game_may_have_a_wish_of_its_own(people: Cast) -> None:
    game, ada = start_game(people), caller(people.ada)
    path = f"me/preferences/{game}/"
    said = ada.patch(path, {"mail": "none"})
    assert said.body == {"game": str(game), "mail": "none", "reminders": None}
    assert ada.patch(path, {"reminders": False}).body["mail"] == "none"
    assert ada.get("me/preferences/").body["games"] == [{**said.body, "reminders": False}]
    as_in_general = {"game": str(game), "mail": None, "reminders": None}
    assert ada.patch(path, {"mail": None, "reminders": None}).body == as_in_general
    assert wishes_of([people.ada.pk])[people.ada.pk].for_game(game) == Wish()


def test_only_who_sits_at_a_table_has_a_wish_of_it(people: Cast) -> None:
    game = start_game(people)
    for wrong in (game, open_game(people), uuid4()):
        refused = caller(people.mallory).patch(f"me/preferences/{wrong}/", {"mail": "none"})
        assert refused.code == "not-found"
    assert not Preference.objects.exists()


def test_the_languages_are_those_of_the_site() -> None:
    assert set(get_args(Tongue)) == {tag for tag, _ in settings.LANGUAGES}
