"""A chart of a game, with a strip for each region in the colours of those who held it."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from games.domain.board import Board
from games.domain.course import Sample
from games.domain.notation.words import WORDS, Language, region_name
from games.drawing.charts import TOP, Scale, cursor, frame, turn_marks
from games.drawing.faces import STRONG, width
from games.drawing.pieces import mark
from games.drawing.svg import group, path, rect, text, title
from games.drawing.theme import PAGE

LEFT, RIGHT = 132.0, 472.0
PITCH, BAND, THIN = 27.0, 17.0, 7.0
SIZE = 15.0


def strip_chart(
    samples: Sequence[Sample], regions: Sequence[int], board: Board, language: Language, now: int
) -> str:
    """`regions` are those in play; `now` is the sample that the reader looks at."""
    scale = Scale(LEFT, RIGHT, len(samples) + 1, 1)
    bottom = TOP + PITCH * len(regions)
    rows = (
        _strip(samples, region, scale, TOP + PITCH * row, board, language)
        for row, region in enumerate(regions)
    )
    return frame(
        title(WORDS[language].board.holders),
        *rows,
        *turn_marks(scale, bottom, language),
        cursor(scale, now, bottom),
        high=bottom + 28,
    )


def _strip(
    samples: Sequence[Sample], region: int, scale: Scale, y: float, board: Board, language: Language
) -> str:
    name = region_name(board.regions[region].id, WORDS[language], board)
    size = min(SIZE, SIZE * (LEFT - 12) / width(name, STRONG, SIZE))
    middle, start = y + BAND / 2, 0
    bands: list[str] = []
    holds = ((sample.holders[region], sample.settled[region]) for sample in samples)
    for (seats, settled), run in groupby(holds):
        end = start + len(list(run))
        if seats:
            colours, high = [board.colours[seat] for seat in seats], THIN if settled else BAND
            bands += _hold_band(colours, scale.x(start), scale.x(end), middle, high)
        start = end
    return group(
        text(name, LEFT - 10, middle + 5, STRONG, size, PAGE.ink, anchor="end"),
        path(f"M{LEFT} {middle}H{RIGHT}", stroke=PAGE.rule, stroke_width=1, stroke_dasharray="2 4"),
        *bands,
        class_="strip",
    )


def _hold_band(
    colours: Sequence[str], left: float, right: float, middle: float, high: float
) -> Iterator[str]:
    """Seats that hold a region together share the height."""
    share, top = high / len(colours), middle - high / 2
    for i, colour in enumerate(colours):
        fill = PAGE.pieces[colour].fill
        yield rect(left, top + i * share, right - left, share, fill=fill)
    yield rect(left, top, right - left, high, fill="none", stroke=PAGE.ink, stroke_width=1.2)
    room = right - left - 4
    if room >= 10 * len(colours):
        for i, colour in enumerate(colours):
            yield mark(PAGE.pieces[colour], colour, left + 9 + i * 14, middle, 4.6)
