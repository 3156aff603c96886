"""The rules, the examples and the first game on pages, without a script."""

from functools import cache

import pytest
from django.template import Context, Template
from django.test import Client
from django.urls import reverse
from django.utils import translation
from django.utils.html import escape
from django.utils.translation import gettext

from games.domain import Refusal
from games.domain.board import NEW_REGION_TILES
from games.domain.errors import Illegal, TownOccupied, WrongMoment
from games.domain.notation import WORDS, Language, format
from games.domain.state import State
from games.rules import rulebook
from games.rules.examples import EXAMPLES
from games.rules.guide import ORDER_SAMPLES
from games.web.rules.examples import answer, changes
from tests.pages import Element, page_of, parse_page

pytestmark = [pytest.mark.django_db, pytest.mark.sqlite]
WRONG_CHOICE = {"did": "1", "choice": "chicago"}


@cache
def open_rules(name: str, language: str = "en", **query: str) -> Element:
    return page_of(Client(headers={"accept-language": language}).get(reverse(name), query))


def anchors(page: Element) -> list[str]:
    return [each["id"] for each in page if "id" in each.attributes]


def places_led_to(page: Element, path: str = "") -> set[str]:
    """The anchors on the page of that path, or on this one, that links lead to."""
    ways = [each.attributes.get("href", "").partition("#") for each in page.all("link")]
    return {anchor for where, sign, anchor in ways if sign and where == path}


@pytest.mark.parametrize("language", WORDS)
def test_every_rule_has_its_anchor_in_every_language(language: Language) -> None:
    ids = anchors(open_rules("rules", language))
    assert set(ids) >= set(rulebook("en").rules)
    assert len(ids) == len(set(ids))


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("name", ["rules", "rulings", "examples", "tutorial"])
def test_every_link_to_a_place_on_a_page_leads_somewhere(name: str, language: Language) -> None:
    ids = {
        page: set(anchors(open_rules(page, language))) for page in ("rules", "rulings", "examples")
    }
    asked = WRONG_CHOICE if name == "tutorial" else {}
    page = open_rules(name, language, **asked)
    own = set(anchors(page))
    assert places_led_to(page) <= own
    led_to = {other: places_led_to(page, reverse(other)) for other in ids}
    assert any(led_to.values())
    for other, known in ids.items():
        assert led_to[other] <= known


def test_the_pages_ask_the_database_nothing(django_assert_num_queries: object) -> None:
    with django_assert_num_queries(0):  # type: ignore[operator]  # a fixture without a type
        for name in ("rules", "rulings", "examples", "tutorial"):
            Client().get(reverse(name))


def test_every_order_of_the_guide_is_explained() -> None:
    assert all(sample.meaning for sample in ORDER_SAMPLES)
    page = open_rules("rules", "fr").text
    with translation.override("fr"):
        meanings = [gettext(sample.meaning) for sample in ORDER_SAMPLES]
    assert not set(meanings) & {sample.meaning for sample in ORDER_SAMPLES}
    assert all(" ".join(meaning.split()) in page for meaning in meanings)
    assert "développer vers Chicago depuis Detroit" in page


@pytest.mark.parametrize("kind", Illegal.__subclasses__())
def test_every_refusal_leads_to_its_rule(kind: type[Illegal]) -> None:
    problem: Refusal = (
        WrongMoment("S5", "a turn", "a starting town")
        if kind is WrongMoment
        else kind("chicago", ("detroit",), origin="omaha", cost=3, money=1, tile=5)
    )
    html = Template("{% load rules %}{% refusal problem %}").render(Context({"problem": problem}))
    assert places_led_to(parse_page(html), reverse("rules")) == {problem.rule}
    assert problem.rule in rulebook("en").rules


def test_a_refusal_names_places_and_what_is_possible_and_is_escaped() -> None:
    problem = TownOccupied("<b>", ("new-york",))
    html = Template("{% load rules %}{% refusal problem %}").render(Context({"problem": problem}))
    assert "&lt;b&gt; is a town" in html
    assert "New York" in html


def test_the_examples_show_what_the_rules_make_of_them() -> None:
    page = open_rules("examples")
    assert "Red: + Chicago; Chicago scored: Red 3; Red marks Great Lakes" in page.text
    assert "5 + 3 + 4 = 12 points" in page.text
    assert [anchor for anchor in anchors(page) if anchor in EXAMPLES] == list(EXAMPLES)


@pytest.mark.parametrize("example", [name for name in EXAMPLES if EXAMPLES[name].others])
def test_every_choice_of_an_example_is_judged_or_refused_with_a_rule(example: str) -> None:
    for orders in EXAMPLES[example].others:
        answered = answer(EXAMPLES[example], format(EXAMPLES[example].order_from(orders)))
        assert (answered.table is None) == (answered.problem is not None)
        assert answered.problem is None or answered.problem.rule in rulebook("en").rules


def answer_to(orders: str) -> Element:
    """What stands beside the second example once somebody tried these orders."""
    (answered,) = open_rules("examples", example="P2", orders=orders).all("status")
    return answered


def test_orders_of_ones_own_are_judged_as_in_a_game() -> None:
    assert "Blue: Detroit > Indianapolis $1" in answer_to("expand to Indianapolis").text
    refused = answer_to("expand to New York")
    assert "New York costs $5, and you have $4." in refused.text
    assert "T4" in places_led_to(refused, reverse("rules"))
    assert "“<” is not understood" in answer_to("<i>").text


def test_what_was_typed_is_escaped() -> None:
    page = Client().get(reverse("examples"), {"example": "P2", "orders": "<script>alert(1)"})
    assert b"<script>alert" not in page.content


def test_what_players_have_more_or_less_of_is_told() -> None:
    tried = answer(EXAMPLES["P8"], "expand to Salt Lake City")
    assert isinstance(tried.table, State)
    influence = {each.colour: each.influence for each in changes(EXAMPLES["P8"].table, tried.table)}
    assert influence["beige"] == (0, 10)


@pytest.mark.parametrize("language", WORDS)
def test_the_new_region_tiles_are_drawn_and_the_milestones_listed(language: Language) -> None:
    page = open_rules("rules", language)
    text = Client(headers={"accept-language": language}).get(reverse("rules")).content.decode()
    assert all(f"<title>{tile.id}: " in text for tile in NEW_REGION_TILES)
    assert "table-milestones" in anchors(page)
    assert all(escape(name) in text for name in WORDS[language].milestones.values())


def test_the_rules_say_of_which_ruleset_they_are_and_what_older_games_play() -> None:
    assert "rulesets" in places_led_to(open_rules("rules"), reverse("rulings"))
    assert "rulesets" in anchors(open_rules("rulings"))
