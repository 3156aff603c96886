"""Charts of a game, with a line for each player, which differ by colour, shape and name.

Lines go in steps, and side by side where players are level.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Literal

from msgspec import Struct

from games.domain.board import Board
from games.domain.course import Sample
from games.domain.notation.words import WORDS, Language
from games.drawing.faces import PLAIN, STRONG
from games.drawing.pieces import shape
from games.drawing.svg import group, number, path, text, title
from games.drawing.theme import PAGE

Quantity = Literal["influence", "money", "income"]

WIDE, HIGH = 480.0, 272.0
LEFT, RIGHT, TOP, BOTTOM = 34.0, 352.0, 14.0, 240.0
LABEL_PITCH, SIZE = 21.0, 15.0
MARKERS = 4
BESIDE = 2.8
"""How far apart the lines of two players lie who are level."""


class Scale(Struct, frozen=True):
    """Where samples and values lie."""

    left: float
    right: float
    samples: int
    most: int
    least: int = 0

    @property
    def step(self) -> float:
        return (self.right - self.left) / max(1, self.samples - 1)

    def x(self, sample: float) -> float:
        return self.left + sample * self.step

    def y(self, value: float) -> float:
        return BOTTOM - (BOTTOM - TOP) * (value - self.least) / (self.most - self.least)


def line_chart(
    samples: Sequence[Sample], what: Quantity, board: Board, language: Language, now: int
) -> str:
    """`now` is the sample that the reader looks at."""
    words = WORDS[language]
    lines = list(zip(*(getattr(sample, what) for sample in samples), strict=True))
    # An income is collected once a round: what it would be in others' turns hides how it goes.
    every = len(lines) if what == "income" else 1
    ends = [f"{words.colours[board.colours[seat]]} {line[-1]}" for seat, line in enumerate(lines)]
    grid = _grid(max((max(line) for line in lines), default=1))
    scale = Scale(LEFT, RIGHT, len(samples), grid[-1])
    return frame(
        title(f"{getattr(words.board, what)}: {', '.join(ends)}"),
        group(*_axes(scale, grid, money=what != "influence", language=language), class_="axes"),
        *_lines(lines, scale, board, every),
        *_labels(lines, scale, board, language, str),
        cursor(scale, now, BOTTOM),
        high=HIGH,
    )


def lead_chart(
    expected: Sequence[Sequence[float]], called: str, board: Board, language: Language
) -> str:
    """By how many points each seat was expected to end ahead, or below 0 behind: `expected` has a
    row before the first turn, one after each, and the result."""
    words = WORDS[language]
    lines = [[round(value) for value in line] for line in zip(*expected, strict=True)]
    values = [value for line in lines for value in line]
    grid = _grid(max(*values, 1), min(*values, 0))
    scale = Scale(LEFT, RIGHT, len(expected), grid[-1], grid[0])
    ends = [
        f"{words.colours[board.colours[seat]]} {_with_sign(line[-1])}"
        for seat, line in enumerate(lines)
    ]
    return frame(
        title(f"{called}: {', '.join(ends)}"),
        group(*_axes(scale, grid, money=False, language=language), class_="axes"),
        *_lines(lines, scale, board, 1),
        *_labels(lines, scale, board, language, _with_sign),
        high=HIGH,
    )


def _with_sign(value: int) -> str:
    return f"+{value}" if value > 0 else f"\N{MINUS SIGN}{-value}" if value else "0"


def frame(*parts: str, high: float) -> str:
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(WIDE)} {number(high)}" '
        f'role="img" class="chart">{"".join(parts)}</svg>'
    )


def cursor(scale: Scale, now: int, bottom: float) -> str:
    """A replay's script moves it by `data-left` and `data-step`."""
    return path(
        f"M0 {number(TOP - 8)}V{number(bottom)}", class_="now", stroke=PAGE.red, stroke_width=2,
        stroke_dasharray="5 4", transform=f"translate({number(scale.x(now))} 0)",
        data_left=scale.left, data_step=f"{scale.step:.3f}",
    )  # fmt: skip


def _grid(most: int, least: int = 0) -> list[int]:
    """From at most `least`, which is 0 or below, to at least `most`, in some five even steps."""
    step = next(step for step in (1, 2, 5, 10, 20, 25, 50, 100, 1000) if step * 5 >= most - least)
    lowest = least // step * step
    return list(range(lowest, most + step, step)) if most > least else [0, 1]


def _axes(scale: Scale, grid: list[int], *, money: bool, language: Language) -> Iterator[str]:
    for value in grid:
        y = scale.y(value)
        yield path(f"M{number(LEFT)} {number(y)}H{number(RIGHT)}", stroke=PAGE.rule,
                   stroke_width=1, stroke_dasharray="2 4" if value else None)  # fmt: skip
        label = WORDS[language].dollars.format(value) if money else str(value)
        yield text(
            label.replace("-", "\N{MINUS SIGN}"),
            LEFT - 6,
            y + 4.5,
            PLAIN,
            13,
            PAGE.quiet,
            anchor="end",
        )
    yield from turn_marks(scale, BOTTOM, language)


def turn_marks(scale: Scale, y: float, language: Language) -> Iterator[str]:
    """The first sample lies before the first turn."""
    every = next(step for step in (5, 10, 20, 50, 100, 1000) if step * 6 > scale.samples)
    for turn in range(every, scale.samples, every):
        label = WORDS[language].board.turn.format(turn) if turn == every else str(turn)
        x = scale.x(turn)
        yield path(f"M{number(x)} {number(y)}v5", stroke=PAGE.rule, stroke_width=1)
        yield text(label, x, y + 20, PLAIN, 13, PAGE.quiet, anchor="middle")


def _lines(lines: Sequence[Sequence[int]], scale: Scale, board: Board, every: int) -> Iterator[str]:
    middle = (len(lines) - 1) / 2
    for seat, line in enumerate(lines):
        yield _line(line, board.colours[seat], scale, every, (seat - middle) * BESIDE)


def _line(values: Sequence[int], colour: str, scale: Scale, every: int, beside: float) -> str:
    """With a step for every so many samples, as far beside where it should be."""
    last = len(values) - 1
    steps = [*range(0, last, every), last]
    points = [(scale.x(i), scale.y(values[i]) - beside) for i in steps]
    (x, y), *others = points
    d = f"M{number(x)} {number(y)}" + "".join(f"H{number(x)}V{number(y)}" for x, y in others)
    even = {"fill": "none", "stroke_linejoin": "round"}
    apart = max(1, len(points) // MARKERS)
    first = apart * (list(PAGE.pieces).index(colour) + 1) // len(PAGE.pieces)
    return group(
        path(d, stroke=PAGE.ink, stroke_width=4.4, class_="edge", **even),
        path(d, stroke=PAGE.pieces[colour].fill, stroke_width=2.8, class_="core", **even),
        *(marker(colour, *point, 6) for point in points[first:-1:apart]),
        class_=f"line {colour}",
    )


def marker(colour: str, x: float, y: float, r: float) -> str:
    return shape(colour, x, y, r, PAGE.pieces[colour].fill, stroke=PAGE.ink, stroke_width=1.4)


def _labels(
    lines: Sequence[Sequence[int]],
    scale: Scale,
    board: Board,
    language: Language,
    write: Callable[[int], str],
) -> Iterator[str]:
    """Labels at the lines' ends, spread where these lie close together."""
    ends = sorted((scale.y(line[-1]), seat) for seat, line in enumerate(lines))
    for (_, seat), y in zip(ends, _spread([y for y, _ in ends]), strict=True):
        colour, value = board.colours[seat], lines[seat][-1]
        name = WORDS[language].colours[colour]
        yield group(
            path(f"M{number(RIGHT)} {number(scale.y(value))}L{number(RIGHT + 12)} {number(y)}",
                 stroke=PAGE.quiet, stroke_width=1),
            marker(colour, RIGHT + 20, y, 7),
            text(f"{name} {write(value)}", RIGHT + 32, y + 5, STRONG, SIZE, PAGE.ink),
            class_=f"label {colour}",
        )  # fmt: skip


def _spread(heights: Sequence[float]) -> list[float]:
    """From top to bottom; those that would lie too low push the others up."""
    spread: list[float] = []
    for y in heights:
        spread.append(max(y, TOP, spread[-1] + LABEL_PITCH if spread else TOP))
    lowest = BOTTOM
    for i in reversed(range(len(spread))):
        spread[i] = min(spread[i], lowest)
        lowest = spread[i] - LABEL_PITCH
    return spread
