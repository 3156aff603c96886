"""Long work shows how far it is."""

import io
from collections.abc import Iterator

import pytest
import time_machine

from games.management.install import tell_steps
from games.management.progress import describe, track


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def work_on(items: range, seconds_each: float, out: io.StringIO) -> list[int]:
    done = []
    with time_machine.travel(0, tick=False) as clock:
        for item in track(items, "games", stream=out):
            clock.shift(seconds_each)
            done.append(item)
    return done


def test_where_there_is_no_terminal_a_line_comes_about_every_ten_seconds() -> None:
    out = io.StringIO()
    assert work_on(range(40), 1, out) == list(range(40))
    assert out.getvalue().splitlines() == [
        "games: 2 of 40 (5 %), 2 s so far, 38 s left",
        "games: 12 of 40 (30 %), 12 s so far, 28 s left",
        "games: 22 of 40 (55 %), 22 s so far, 18 s left",
        "games: 32 of 40 (80 %), 32 s so far, 8 s left",
        "games: 40 in 40 s",
    ]


def test_what_is_over_within_two_seconds_says_nothing() -> None:
    for out in (io.StringIO(), Terminal()):
        work_on(range(10), 0.1, out)
        assert out.getvalue() == ""


def test_a_terminal_has_a_bar() -> None:
    out = Terminal()
    work_on(range(40), 1, out)
    assert "games: 100%" in out.getvalue()
    assert "40/40" in out.getvalue()


@pytest.mark.parametrize(
    ("count", "total", "seconds", "text"),
    [
        (30, 120, 20, "games: 30 of 120 (25 %), 20 s so far, 1 min 0 s left"),
        (1, 1000, 9, "games: 1 of 1000 (0 %), 9 s so far, 2 h 29 min left"),
        (5, None, 70, "games: 5, 1 min 10 s so far"),
    ],
)
def test_a_line_says_how_long_it_will_take(
    count: int, total: int | None, seconds: float, text: str
) -> None:
    assert describe("games", count, total, seconds) == text


def test_the_set_up_tells_how_many_packages_are_there(capsys: pytest.CaptureFixture[str]) -> None:
    lines = [
        "Collecting django==5.2",
        "  Downloading it",
        "Ignoring colorama: markers",
        "Collecting x",
    ]

    def slowly(clock: time_machine.Traveller) -> Iterator[str]:
        for line in [
            *lines,
            *(f"Installing collected packages: {name}" for name in ("django", "x")),
        ]:
            clock.shift(1.5)
            yield line

    with time_machine.travel(0, tick=False) as clock:
        tell_steps(slowly(clock), total=4, pips=2)
    assert capsys.readouterr().err.splitlines() == [
        "packages: 2 of 4 (50 %), 4 s so far, 4 s left",
        "packages: all are here, and are put in place",
        "packages: 3 in 9 s",
    ]
