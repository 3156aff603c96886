"""The page on which somebody says what mail they want."""

import re
from datetime import UTC, date, datetime, timedelta

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.lobby import AbandonGame
from games.models import Holiday, Person
from games.services import act
from notifications.models import Digest, Preference
from notifications.outbox.tasks import send_digests
from notifications.preferences import Wish, wishes_of
from tests.doing import browser, open_game, read_page, start_game, table_of
from tests.notifications.daily import AT
from tests.people import HOST, Cast, cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock")]
PAGE = "/account/mail/"
SAID = {
    "mail": "daily",
    "language": "de",
    "time_zone": "Europe/Berlin",
    "quiet_from": "22",
    "quiet_to": "6",
}


@pytest.fixture
def people() -> Cast:
    return cast()


def test_nobody_but_who_is_signed_in_sees_the_page(people: Cast) -> None:
    for path in (PAGE, f"{PAGE}holidays/", f"{PAGE}feeds/"):
        assert Client().post(path, SAID).status_code == 302
    assert Client().get(PAGE).status_code == 302
    assert not Preference.objects.exists()


def test_what_is_said_in_general_is_kept(people: Cast) -> None:
    ada = browser(people.ada)
    assert ada.post(PAGE, SAID).status_code == 302
    person = Person.objects.get(pk=people.ada.pk)
    assert (person.language, person.time_zone) == ("de", "Europe/Berlin")
    assert (person.quiet_from, person.quiet_to) == (22, 6)
    assert wishes_of([person.pk])[person.pk].general == Wish("daily", reminders=False)
    html = ada.get(PAGE).content.decode()
    assert re.search('value="daily"[^>]* checked', html)
    assert '<option value="Europe/Berlin" selected>' in html
    assert '<option value="22" selected>22:00</option>' in html
    assert "Gespeichert." in html
    assert not Preference.objects.exclude(person=people.ada).exists()


def test_a_games_own_wish_goes_before_the_general_one_and_what_it_leaves_open_does_not(
    people: Cast,
) -> None:
    one, other = start_game(people), open_game(people)
    other = start_game(people)
    form = {**SAID, "reminders": "on"}
    form |= {f"game-{one}-mail": "none", f"game-{other}-reminders": "off"}
    assert browser(people.ada).post(PAGE, form).status_code == 302
    wishes = wishes_of([people.ada.pk])[people.ada.pk]
    assert wishes.for_game(one) == Wish("none", reminders=True)
    assert wishes.for_game(other) == Wish("daily", reminders=False)
    assert wishes_of([people.bob.pk])[people.bob.pk].for_game(one) == Wish()
    back = {**SAID, "reminders": "on", f"game-{one}-mail": "", f"game-{other}-reminders": ""}
    browser(people.ada).post(PAGE, back)
    assert wishes_of([people.ada.pk])[people.ada.pk].for_game(one) == Wish("daily", reminders=True)


def test_the_page_lists_ones_own_games_that_are_not_over(people: Cast) -> None:
    game = start_game(people)
    over = start_game(people)
    act(over, AbandonGame(), actor=HOST)
    html = browser(people.bob).get(PAGE).content.decode()
    assert f'name="game-{game}-mail"' in html
    assert f'name="game-{over}-mail"' not in html
    assert "Route 66" not in browser(people.mallory).get(PAGE).content.decode()
    form = {**SAID, f"game-{game}-mail": "none"}
    browser(people.mallory).post(PAGE, form)
    assert not Preference.objects.filter(game_id=game).exists()


@pytest.mark.parametrize(
    ("wrong", "problem"),
    [
        ({"mail": "hourly"}, "Select a valid choice"),
        ({"time_zone": "Mars/Olympus"}, "Select a valid choice"),
        ({"quiet_to": ""}, "Quiet hours have a beginning and an end."),
        ({"quiet_from": "24"}, "Select a valid choice"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_is_kept(
    people: Cast, wrong: dict[str, str], problem: str
) -> None:
    before = Person.objects.get(pk=people.ada.pk)
    response = browser(people.ada).post(PAGE, {**SAID, "language": "en", **wrong})
    assert response.status_code == 422
    assert problem in response.content.decode()
    after = Person.objects.get(pk=people.ada.pk)
    assert (after.time_zone, after.quiet_from) == (before.time_zone, before.quiet_from)
    assert not Preference.objects.exists()


def test_a_new_zone_moves_the_next_daily_mail(people: Cast) -> None:
    ada = browser(people.ada)
    ada.post(PAGE, SAID)
    send_digests()
    assert Digest.objects.get().due == datetime(2026, 3, 3, 6, tzinfo=UTC)
    ada.post(PAGE, {**SAID, "time_zone": "America/New_York"})
    assert Digest.objects.get().due == datetime(2026, 3, 3, 12, tzinfo=UTC)
    ada.post(PAGE, {**SAID, "time_zone": "America/New_York", "quiet_to": "9"})
    assert Digest.objects.get().due == datetime(2026, 3, 3, 14, tzinfo=UTC)


def test_a_holiday_is_taken_and_moves_the_deadline_of_a_turn_that_waits(people: Cast) -> None:
    game = start_game(people)
    ada = browser(people.ada)
    days = {"first": "2026-03-03", "last": "2026-03-04"}
    assert ada.post(f"{PAGE}holidays/", days).status_code == 302
    assert Holiday.objects.get().last == date(2026, 3, 4)
    assert table_of(game).deadline == int((AT + timedelta(days=3)).timestamp())
    assert "March 3, 2026 to March 4, 2026" in ada.get(PAGE).content.decode()


@pytest.mark.parametrize(
    ("days", "problem"),
    [
        ({"first": "2026-03-03", "last": "2026-05-04"}, "a year has at most 30 of them"),
        ({"first": "2026-03-04", "last": "2026-03-03"}, "a holiday ends before it begins"),
        ({"first": "yesterday", "last": ""}, "Enter a valid date."),
    ],
)
def test_a_holiday_that_cannot_be_is_refused_and_says_why(
    people: Cast, days: dict[str, str], problem: str
) -> None:
    response = browser(people.ada).post(f"{PAGE}holidays/", days)
    assert response.status_code == 422
    assert problem in response.content.decode()
    assert f'value="{days["first"]}"' in response.content.decode()
    assert not Holiday.objects.exists()


def test_the_feeds_addresses_are_shown_to_their_owner_and_made_anew(people: Cast) -> None:
    ada = browser(people.ada)

    def address() -> str:
        response = ada.get(PAGE)
        assert "no-store" in response["Cache-Control"]
        return response.content.decode().split("/feeds/")[1].split("/")[0]

    first = address()
    assert Client().get(reverse("turns-atom", args=[first])).status_code == 200
    assert ada.post(f"{PAGE}feeds/").status_code == 302
    assert Client().get(reverse("turns-atom", args=[first])).status_code == 404
    assert Client().get(reverse("turns-atom", args=[address()])).status_code == 200


def test_the_page_says_where_mail_goes_or_why_none_does(people: Cast) -> None:
    assert "no mail reaches you" in browser(people.ada).get(PAGE).content.decode()
    Person.objects.filter(pk=people.ada.pk).update(email="ada@example.org")
    assert "ada@example.org" in browser(people.ada).get(PAGE).content.decode()
    Person.objects.filter(pk=people.ada.pk).update(mail_refused=AT)
    assert "was turned away" in browser(people.ada).get(PAGE).content.decode()


def test_zones_to_choose_from_are_those_of_places_and_ones_own(people: Cast) -> None:
    html = read_page(browser(people.ada), PAGE)
    assert all(f'"{zone}"' in html for zone in ("UTC", "Europe/Amsterdam", "Asia/Kolkata"))
    assert not any(f'"{zone}"' in html for zone in ("Asia/Calcutta", "US/Pacific", "Etc/GMT+3"))
    Person.objects.filter(pk=people.ada.pk).update(time_zone="Asia/Calcutta")
    assert '"Asia/Calcutta" selected' in read_page(browser(people.ada), PAGE)
