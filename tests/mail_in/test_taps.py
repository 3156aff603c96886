"""Links of suggestions in turn mails: they show what they would do, and play it by a button."""

from urllib.parse import urlsplit

import pytest
from django.core.mail import EmailMultiAlternatives
from django.test import Client

from games.domain.lobby import AgreePause
from games.domain.take_backs import TakeBack
from games.models import Person
from games.services import act
from tests.doing import alter_last_letter, read_mails, table_of
from tests.mail_in.mails import start_mailed_game
from tests.pages import open_page, page_of, page_of_mail
from tests.people import HOST

MAP = "graphics-document document"
pytestmark = pytest.mark.django_db(transaction=True)


def taps(letter: EmailMultiAlternatives) -> list[str]:
    links = [urlsplit(link["href"]).path for link in page_of_mail(letter).all("link")]
    return [path for path in links if path.startswith("/mail/play/")]


def test_a_link_shows_and_only_its_button_plays() -> None:
    game, _ = start_mailed_game()
    letter = read_mails()["ada", "turn"]
    before = table_of(game)
    paths = taps(letter)
    assert len(paths) == 3
    browser = Client()
    page = open_page(browser, paths[0])
    assert page.button("Play this turn")
    assert page.all(MAP)
    assert browser.head(paths[0]).status_code == 405
    assert table_of(game) == before
    played = page_of(browser.post(paths[0]))
    assert "Played" in played.text
    assert played.all(MAP)
    after = table_of(game)
    assert after.to_move == 1
    assert "Played" in page_of(browser.post(paths[0])).text
    assert browser.get(paths[1]).status_code == 409
    assert browser.post(paths[1]).status_code == 409
    assert table_of(game) == after
    assert browser.get(alter_last_letter(paths[0])).status_code == 410


def test_a_link_stays_good_while_the_position_is_the_one_it_showed() -> None:
    game, _ = start_mailed_game()
    path = taps(read_mails()["ada", "turn"])[0]
    act(game, AgreePause(1), actor=HOST)
    browser = Client()
    assert open_page(browser, path).button("Play this turn")
    assert "Played" in page_of(browser.post(path)).text
    assert table_of(game).to_move == 1


def test_a_turn_that_was_taken_back_is_not_told_to_be_played() -> None:
    game, _ = start_mailed_game()
    path = taps(read_mails()["ada", "turn"])[0]
    begun = table_of(game).version
    browser = Client()
    browser.post(path)
    act(game, TakeBack(begun), actor=HOST)
    before = table_of(game)
    again = browser.post(path)
    assert again.status_code == 409
    assert "taken back since" in page_of(again).text
    assert table_of(game) == before


@pytest.mark.parametrize(
    ("language", "button", "played", "gone_on", "stop"),
    [
        ("fr", "Jouer ce tour", "est joué", "La partie a continué", "Arrêter les courriels"),
        ("de", "Diesen Zug spielen", "Gespielt", "Die Partie ist weiter", "Mails abstellen"),
    ],
)
def test_the_pages_that_links_lead_to_speak_the_language_of_the_mail(
    language: str, button: str, played: str, gone_on: str, stop: str
) -> None:
    Person.objects.create(username="ada", language=language)
    start_mailed_game()
    letter = read_mails()["ada", "turn"]
    first, second, _ = taps(letter)
    unsubscribe = letter.extra_headers["List-Unsubscribe"].strip("<>").split("/", 3)[3]
    browser = Client()
    assert open_page(browser, first).button(button)
    assert played in page_of(browser.post(first)).text
    assert gone_on in page_of(browser.get(second)).text
    assert stop in open_page(browser, f"/{unsubscribe}").text
