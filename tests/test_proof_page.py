"""Each row of the table in docs/proof.md is a test."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_every_forger_of_the_table_has_its_test_and_every_test_its_row() -> None:
    page = (ROOT / "docs/proof.md").read_text()
    named = re.findall(r"^\|.*\| `(test_\w+)` \|$", page, re.MULTILINE)
    tests = "\n".join(path.read_text() for path in (ROOT / "tests").rglob("test_*.py"))
    there = set(re.findall(r"^def (test_\w+)\(", tests, re.MULTILINE))
    assert len(named) == len(set(named)) >= 21
    assert set(named) <= there
    for forgers in ("tests/games/test_forgers.py", "tests/anchors/test_forgers.py"):
        text = (ROOT / forgers).read_text()
        assert set(re.findall(r"^def (test_\w+)\(", text, re.MULTILINE)) <= set(named)
