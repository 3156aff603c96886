"""The page on which somebody says what mail they want."""

from datetime import UTC, date, datetime, timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.lobby import AbandonGame
from games.models import Holiday, Person
from games.services import act
from notifications.models import Digest, Preference
from notifications.outbox.tasks import send_digests
from notifications.preferences import Wish, wishes_of
from tests.doing import browser, open_game, start_game, table_of
from tests.notifications.daily import AT
from tests.pages import open_page, page_of
from tests.people import HOST, Cast

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("clock")]
PAGE = "/account/mail/"
SAID = {
    "mail": "daily",
    "language": "de",
    "time_zone": "Europe/Berlin",
    "quiet_from": "22",
    "quiet_to": "6",
}


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
    page = open_page(ada, PAGE)
    assert page.by_id("main").values.items() >= SAID.items()
    assert "22:00" in [each.text for each in page.all("option") if each.is_chosen]
    assert "Gespeichert." in page.text
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
    values = open_page(browser(people.bob), PAGE).values
    assert f"game-{game}-mail" in values
    assert f"game-{over}-mail" not in values
    assert "Route 66" not in open_page(browser(people.mallory), PAGE).text
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
    assert problem in page_of(response).text
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
    assert "March 3, 2026 to March 4, 2026" in open_page(ada, PAGE).text


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
    page = page_of(response)
    assert problem in page.text
    assert page.values["first"] == days["first"]
    assert not Holiday.objects.exists()


def test_the_feeds_addresses_are_shown_to_their_owner_and_made_anew(people: Cast) -> None:
    ada = browser(people.ada)

    def address() -> str:
        response = ada.get(PAGE)
        assert "no-store" in response["Cache-Control"]
        atom = page_of(response).field("Turns, as a feed (Atom)").value
        return urlsplit(atom).path.split("/")[2]

    first = address()
    assert Client().get(reverse("turns-atom", args=[first])).status_code == 200
    assert ada.post(f"{PAGE}feeds/").status_code == 302
    assert Client().get(reverse("turns-atom", args=[first])).status_code == 404
    assert Client().get(reverse("turns-atom", args=[address()])).status_code == 200


def test_the_page_says_where_mail_goes_or_why_none_does(people: Cast) -> None:
    assert "no mail reaches you" in open_page(browser(people.ada), PAGE).text
    Person.objects.filter(pk=people.ada.pk).update(email="ada@example.org")
    assert "ada@example.org" in open_page(browser(people.ada), PAGE).text
    Person.objects.filter(pk=people.ada.pk).update(mail_refused=AT)
    assert "was turned away" in open_page(browser(people.ada), PAGE).text


def test_zones_to_choose_from_are_those_of_places_and_ones_own(people: Cast) -> None:
    zones = {each.value for each in open_page(browser(people.ada), PAGE).all("option")}
    assert zones >= {"UTC", "Europe/Amsterdam", "Asia/Kolkata"}
    assert not zones & {"Asia/Calcutta", "US/Pacific", "Etc/GMT+3"}
    Person.objects.filter(pk=people.ada.pk).update(time_zone="Asia/Calcutta")
    assert open_page(browser(people.ada), PAGE).values["time_zone"] == "Asia/Calcutta"
