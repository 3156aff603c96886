"""The book of rules, the code and the tests name the same rules, in every language."""

import re
from pathlib import Path

import pytest

from games.domain import errors
from games.domain.errors import Illegal
from games.domain.notation import WORDS, Language
from games.rules import Rule, Table, rulebook, rulings
from games.rules.examples import EXAMPLES

ROOT = Path(__file__).parents[2]
RULES = set(rulebook("en").rules)
TESTS = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))


def test_the_book_has_every_rule() -> None:
    numbers = {"S": 7, "T": 21, "B": 4, "P": 2, "E": 2, "X": 3, "M": 4, "O": 4, "G": 5}
    assert {f"{group}{n}" for group, last in numbers.items() for n in range(1, last + 1)} == RULES


@pytest.mark.parametrize("language", WORDS)
def test_the_book_tells_the_same_in_every_language(language: Language) -> None:
    for section, english in zip(rulebook(language).sections, rulebook("en").sections, strict=True):
        for block, its_english in zip(section.blocks, english.blocks, strict=True):
            assert type(block) is type(its_english)
            if isinstance(block, Rule) and isinstance(its_english, Rule):
                assert block.id == its_english.id
                assert marks(block) == marks(its_english)


def marks(rule: Rule) -> tuple[int, int, int, set[str]]:
    """Counts of points, bold words and rulings, and the rules that are named."""
    text = " ".join((rule.text, *rule.points))
    rulings = len(re.findall(r"\bR(?=[\u202f ]?:)", text))
    return len(rule.points), text.count("**"), rulings, set(re.findall(r"\b[A-Z]\d+\b", text))


@pytest.mark.parametrize("language", WORDS)
def test_the_rulings_are_the_same_in_every_language(language: Language) -> None:
    assert questions_of(language) == questions_of("en")


def questions_of(language: Language) -> list[str]:
    (table,) = (each for each in rulings(language).introduction if isinstance(each, Table))
    assert all(len(row) == 4 and all(row) for row in table.rows)
    return [row[0] for row in table.rows]


@pytest.mark.parametrize("language", WORDS)
def test_what_differs_between_rulesets_is_told_in_every_language(language: Language) -> None:
    assert differences(language) == differences("en")
    assert set(", ".join(differences(language)).split(", ")) == {
        "T12",
        "M4",
        "O1",
        "O2",
        "G1",
        "G2",
    }


def differences(language: Language) -> list[str]:
    blocks = rulings(language).section("rulesets").blocks
    (table,) = (each for each in blocks if isinstance(each, Table))
    assert all(len(row) == 3 and all(row) for row in table.rows)
    return [row[0] for row in table.rows]


def test_every_rule_has_a_test_of_its_name() -> None:
    tested = set(re.findall(r"def test_([A-Z]\d+)_", TESTS))
    assert tested >= RULES


def test_every_refusal_of_a_command_names_a_rule_of_the_book() -> None:
    for refusal in Illegal.__subclasses__():
        if refusal is not errors.WrongMoment:
            assert refusal.rule in RULES, refusal


def test_every_rule_that_the_domain_names_is_in_the_book() -> None:
    code = "".join(path.read_text() for path in (ROOT / "games/domain").rglob("*.py"))
    named = set(re.findall(r'"([A-Z]\d{1,2})"', code))
    assert len(named) > 20
    assert named <= RULES


def test_every_refusal_is_tested() -> None:
    untested = [kind.__name__ for kind in Illegal.__subclasses__() if kind.__name__ not in TESTS]
    assert not untested


def test_every_ruling_belongs_to_a_rule() -> None:
    named = {rule for cell in questions_of("en") for rule in cell.split(", ")}
    assert len(named) > 20
    assert named <= RULES


def test_every_example_is_told_and_shows_rules_of_the_book() -> None:
    ids = [rule.id for rule in rulebook("en").section("examples").rules]
    assert ids == list(EXAMPLES)
    for example in EXAMPLES.values():
        assert set(example.shows) <= RULES
