"""The first game on its page, without a script."""

from urllib.parse import urljoin

import pytest
from django.test import Client
from django.urls import reverse

from games.domain.notation import WORDS, Language
from games.rules import lesson_words
from games.rules.lessons import STEPS
from tests.pages import Answer, open_page, page_of

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]


def test_the_first_game_is_finished_by_the_right_choices_alone() -> None:
    browser, path = Client(), reverse("tutorial")
    for step in STEPS:
        for choice in step.wanted:
            link = next(
                link["href"]
                for link in open_page(browser, path).all("link")
                if link.attributes.get("href", "").endswith(f"choice={choice}#step")
            )
            answered = browser.get(urljoin(path, link))
            assert answered.status_code == 302
            path = answered.headers["Location"]
    page = open_page(browser, path)
    page.heading("You have won your first game")
    (final,) = page.all("table")
    assert "37" in [row[-1] for row in final.rows]


def rules_beside(answer: Answer) -> list[str]:
    """What rules the alert leads to."""
    (alert,) = page_of(answer).all("alert")
    return [link["href"].partition("#")[2] for link in alert.all("link")]


def test_a_wrong_choice_is_told_the_rule_and_stays_where_it_was() -> None:
    browser, path = Client(), reverse("tutorial")
    wrong = browser.get(path, {"did": "1", "choice": "chicago"})
    assert wrong.status_code == 422
    assert "No link leads to Chicago" in page_of(wrong).alert
    assert rules_beside(wrong) == ["T2"]
    allowed = browser.get(path, {"did": "1", "choice": "pittsburgh"})
    assert "The rules allow that too" in page_of(allowed).alert
    number = browser.get(path, {"choice": "2"})
    assert rules_beside(number) == ["T1"]
    again = browser.get(
        path, {"did": "1.detroit.3.pittsburgh.detroit.detroit", "choice": "detroit"}
    )
    assert "That is done already" in page_of(again).alert


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
