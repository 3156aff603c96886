"""The rules, the examples and the first game on pages, without a script."""

import re
from functools import cache
from html import unescape

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from games.domain import Refusal
from games.domain.errors import Illegal, TownOccupied, WrongMoment
from games.domain.notation import WORDS, Language, format
from games.domain.state import State
from games.rules import rulebook
from games.rules.examples import EXAMPLES
from games.rules.guide import ORDER_SAMPLES
from games.web.rules.examples import answer, changes

pytestmark = pytest.mark.django_db


@cache
def read_rules_page(name: str, language: str = "en", **query: str) -> str:
    response = Client(headers={"accept-language": language}).get(reverse(name), query)
    return unescape(response.content.decode())


def anchors(page: str) -> list[str]:
    return re.findall(r' id="([^"]+)"', page)


@pytest.mark.parametrize("language", WORDS)
def test_every_rule_has_its_anchor_in_every_language(language: Language) -> None:
    ids = anchors(read_rules_page("rules", language))
    assert set(ids) >= set(rulebook("en").rules)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", ["rules", "rulings", "examples", "tutorial"])
def test_every_link_to_a_place_on_a_page_leads_somewhere(name: str, language: Language) -> None:
    ids = {
        page: set(anchors(read_rules_page(page, language)))
        for page in ("rules", "rulings", "examples")
    }
    page = read_rules_page(name, language)
    own = set(anchors(page))
    assert set(re.findall(r'href="#([^"]+)"', page)) <= own
    for other, known in ids.items():
        assert set(re.findall(rf'href="{reverse(other)}#([^"]+)"', page)) <= known


def test_the_pages_ask_the_database_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]  # a fixture without a type
        for name in ("rules", "rulings", "examples", "tutorial"):
            Client().get(reverse(name))


def test_every_order_of_the_guide_is_explained() -> None:
    assert all(sample.meaning for sample in ORDER_SAMPLES)
    page = read_rules_page("rules", "fr")
    with translation.override("fr"):
        meanings = [gettext(sample.meaning) for sample in ORDER_SAMPLES]
    assert not set(meanings) & {sample.meaning for sample in ORDER_SAMPLES}
    assert all(meaning in page for meaning in meanings)
    assert "développer vers Chicago depuis Detroit" in page


@pytest.mark.parametrize("kind", Illegal.__subclasses__())
def test_every_refusal_leads_to_its_rule(kind: type[Illegal]) -> None:
    problem: Refusal = (
        WrongMoment("S5", "a turn", "a starting town")
        if kind is WrongMoment
        else kind("chicago", ("detroit",), origin="omaha", cost=3, money=1, tile=5)
    )
    html = Template("{% load rules %}{% refusal problem %}").render(Context({"problem": problem}))
    assert f'href="{reverse("rules")}#{problem.rule}"' in html
    assert problem.rule in rulebook("en").rules


def test_a_refusal_names_places_and_what_is_possible_and_is_escaped() -> None:
    problem = TownOccupied("<b>", ("new-york",))
    html = Template("{% load rules %}{% refusal problem %}").render(Context({"problem": problem}))
    assert "&lt;b&gt; is a town" in html
    assert "New York" in html


def test_the_examples_show_what_the_rules_make_of_them() -> None:
    page = read_rules_page("examples")
    assert "Red: + Chicago; Chicago scored: Red 3; Red marks Great Lakes" in page
    assert "5 + 3 + 4 = 12 points" in page
    assert [anchor for anchor in anchors(page) if anchor in EXAMPLES] == list(EXAMPLES)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_choice_of_an_example_is_judged_or_refused_with_a_rule(example: str) -> None:
    for orders in EXAMPLES[example].others:
        answered = answer(EXAMPLES[example], format(EXAMPLES[example].order_from(orders)))
        assert (answered.table is None) == (answered.problem is not None)
        assert answered.problem is None or answered.problem.rule in rulebook("en").rules


def test_orders_of_ones_own_are_judged_as_in_a_game() -> None:
    assert "Blue: Detroit > Indianapolis $1" in read_rules_page(
        "examples", example="P2", orders="expand to Indianapolis"
    )
    refused = read_rules_page("examples", example="P2", orders="expand to New York")
    assert "New York costs $5, and you have $4." in refused
    assert f'href="{reverse("rules")}#T4"' in refused
    assert "“<i>” is not an order" in read_rules_page("examples", example="P2", orders="<i>")


def test_what_was_typed_is_escaped() -> None:
    page = Client().get(reverse("examples"), {"example": "P2", "orders": "<script>alert(1)"})
    assert b"<script>alert" not in page.content


def test_what_players_have_more_or_less_of_is_told() -> None:
    tried = answer(EXAMPLES["P8"], "expand to Salt Lake City")
    assert isinstance(tried.table, State)
    influence = {each.colour: each.influence for each in changes(EXAMPLES["P8"].table, tried.table)}
    assert influence["beige"] == (0, 10)
