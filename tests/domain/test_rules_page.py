"""The rules page, the code and the tests name the same rules."""

import re
from pathlib import Path

from games.domain import errors
from games.domain.errors import Illegal

ROOT = Path(__file__).parents[2]
RULES = set(
    re.findall(r"^- \*\*([A-Z]\d+)\*\*", (ROOT / "docs/rules.md").read_text(), re.MULTILINE)
)
TESTS = "".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))


def test_the_page_has_every_rule() -> None:
    numbers = {"S": 7, "T": 21, "B": 4, "P": 2, "E": 2, "X": 3, "M": 4, "O": 4, "G": 5}
    assert {f"{group}{n}" for group, last in numbers.items() for n in range(1, last + 1)} == RULES


def test_every_rule_has_a_test_of_its_name() -> None:
    tested = set(re.findall(r"def test_([A-Z]\d+)_", TESTS))
    assert tested >= RULES


def test_every_refusal_of_a_command_names_a_rule_of_the_page() -> None:
    for refusal in Illegal.__subclasses__():
        if refusal is not errors.WrongMoment:
            assert refusal.rule in RULES, refusal


def test_every_refusal_is_tested() -> None:
    untested = [kind.__name__ for kind in Illegal.__subclasses__() if kind.__name__ not in TESTS]
    assert not untested


def test_every_ruling_belongs_to_a_rule() -> None:
    rows = re.findall(r"^\| ([A-Z]\d+) \|", (ROOT / "docs/rulings.md").read_text(), re.MULTILINE)
    assert len(rows) > 20
    assert set(rows) <= RULES
