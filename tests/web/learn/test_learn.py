"""The first game on its page, without a script."""

import re
from html import unescape

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.notation import WORDS, Language
from games.rules import lesson_words
from games.rules.lessons import STEPS

pytestmark = pytest.mark.django_db


def test_the_first_game_is_finished_by_the_right_choices_alone() -> None:
    browser, path = Client(), reverse("tutorial")
    for step in STEPS:
        for choice in step.wanted:
            page = browser.get(path).content.decode()
            assert f"choice={choice}" in page
            steps = next(
                unescape(link)
                for link in re.findall(r'href="([^"]*choice=[^"]*)"', page)
                if link.endswith(f"choice={choice}#step")
            )
            answered = browser.get(steps)
            assert answered.status_code == 302
            path = answered.headers["Location"]
    page = browser.get(path).content.decode()
    assert "You have won your first game" in page
    assert "37" in page


def test_a_wrong_choice_is_told_the_rule_and_stays_where_it_was() -> None:
    browser, path = Client(), reverse("tutorial")
    wrong = browser.get(path, {"did": "1", "choice": "chicago"})
    assert wrong.status_code == 422
    assert b"No link leads to Chicago" in wrong.content
    assert f"{reverse('rules')}#T2".encode() in wrong.content
    allowed = browser.get(path, {"did": "1", "choice": "pittsburgh"})
    assert b"The rules allow that too" in allowed.content
    number = browser.get(path, {"choice": "2"})
    assert f"{reverse('rules')}#T1".encode() in number.content
    again = browser.get(
        path, {"did": "1.detroit.3.pittsburgh.detroit.detroit", "choice": "detroit"}
    )
    assert b"That is done already" in again.content


@pytest.mark.parametrize(
    "did", ["2", "1.chicago", "1.detroit.3.pittsburgh.detroit.detroit.x", "1." * 999]
)
def test_an_address_of_wrong_choices_leads_to_the_beginning(did: str) -> None:
    answered = Client().get(reverse("tutorial"), {"did": did})
    assert answered.status_code == 302
    assert answered.headers["Location"] == reverse("tutorial")


@pytest.mark.parametrize("language", WORDS)
def test_every_step_has_its_words(language: Language) -> None:
    assert list(lesson_words(language)) == [step.id for step in STEPS]
