"""The puzzle of the day comes by the daily mail to who wants it, with its picture."""

from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from django.core import mail

from games.models import Person
from notifications.links import Stop, stop_url
from notifications.models import Preference
from notifications.outbox.tasks import send_digests
from tests.analyses.finished import end_game, keep_clearest
from tests.doing import browser
from tests.mail_in.mails import cast_with_mail
from tests.notifications.daily import AT, choose_daily_mail, mails_by, seven, start_another_game
from tests.pages import open_page, page_of_mail
from tests.people import Cast

pytestmark = pytest.mark.django_db(transaction=True)
DAY = seven().date()


@pytest.fixture
def people() -> Cast:
    return cast_with_mail()


@pytest.fixture
def ended(people: Cast, clock: time_machine.Traveller) -> UUID:
    clock.move_to(AT - timedelta(days=2))
    game = end_game(people)
    mail.outbox.clear()
    clock.move_to(AT)
    return game


def wish_for_puzzle(person: Person, **more: str) -> None:
    Preference.objects.create(person=person, puzzle=True, **more)
    send_digests()


def test_who_wants_the_puzzle_gets_it_as_a_picture_also_without_news(
    people: Cast, ended: UUID, clock: time_machine.Traveller
) -> None:
    wish_for_puzzle(people.mallory)
    keep_clearest(ended, DAY)
    (letter,) = mails_by(clock, seven())
    assert (letter.to, letter.subject) == (["mallory@example.org"], "Puzzle of the day")
    page = page_of_mail(letter)
    path = f"/puzzles/{DAY.isoformat()}/"
    assert path in letter.body
    assert page.link("Find it")["href"].endswith(path)
    assert page.one("image", "The board of the puzzle")
    assert "one turn is clearly best" in letter.body
    assert "Route 66" not in letter.body


def test_it_comes_once(people: Cast, ended: UUID, clock: time_machine.Traveller) -> None:
    wish_for_puzzle(people.mallory)
    keep_clearest(ended, DAY)
    assert len(mails_by(clock, seven())) == 1
    assert mails_by(clock, seven(days=2)) == []


def test_the_daily_mail_of_who_did_not_ask_has_none(
    people: Cast, ended: UUID, clock: time_machine.Traveller
) -> None:
    start_another_game(people, "Coast to Coast")
    choose_daily_mail(people.ada)
    keep_clearest(ended, DAY)
    (letter,) = [each for each in mails_by(clock, seven()) if each.to == ["ada@example.org"]]
    assert "Puzzle" not in letter.body


def test_it_stands_below_the_news_of_the_games(
    people: Cast, ended: UUID, clock: time_machine.Traveller
) -> None:
    start_another_game(people, "Coast to Coast")
    wish_for_puzzle(people.ada, mail="daily")
    keep_clearest(ended, DAY)
    (letter,) = [each for each in mails_by(clock, seven()) if each.to == ["ada@example.org"]]
    assert letter.subject == "Your turn in Coast to Coast"
    assert 0 < letter.body.index("Coast to Coast") < letter.body.index("Puzzle: find")


def test_no_mail_at_all_is_no_puzzle_either_and_the_link_of_the_mail_ends_it(
    people: Cast, ended: UUID, clock: time_machine.Traveller
) -> None:
    wish_for_puzzle(people.mallory, mail="none")
    wish_for_puzzle(people.bob)
    path = f"/{stop_url(Stop(None, people.bob.pk)).split('/', 3)[3]}"
    browser(None).post(path)
    keep_clearest(ended, DAY)
    assert mails_by(clock, seven()) == []


def test_the_wish_is_on_the_page_of_mail(people: Cast) -> None:
    ada = browser(people.ada)
    page = open_page(ada, "/account/mail/")
    label = "The puzzle of the day by the daily mail"
    assert not page.field(label).is_chosen
    (form,) = [each for each in page.forms if each.all("field", label)]
    ada.post("/account/mail/", {**form.values, "mail": "each", "puzzle": "on"})
    assert open_page(ada, "/account/mail/").field(label).is_chosen
    assert Preference.objects.get(person=people.ada, game=None).puzzle
