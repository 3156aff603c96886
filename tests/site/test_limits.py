"""The table of limits, as the docs show it."""

from pathlib import Path

from games.domain import Refusal
from games.limits import DAY, HALF_A_DAY, HOUR, LIMITS, MINUTE, Limit

TABLE = Path(__file__).parents[2] / "docs" / "limits.md"
WINDOWS = {MINUTE: "a minute", HOUR: "an hour", HALF_A_DAY: "half a day", DAY: "a day"}


def row(limit: Limit) -> str:
    window = "at once" if limit.seconds is None else WINDOWS[limit.seconds]
    refusal = f"`{code_of(limit.refusal)}`" if limit.refusal else ""
    return f"| {limit.what} | {limit.per} | {limit.most:,} | {window} | {refusal} |"


def code_of(refusal: type[Refusal]) -> str:
    return refusal.__new__(refusal).code


def test_the_docs_show_every_limit() -> None:
    rows = [line for line in TABLE.read_text().splitlines() if line.startswith("| ")]
    assert rows[1:] == [row(each) for each in LIMITS]
