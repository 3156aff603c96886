"""The regions' tiles with the present standings, at the right edge, and the track."""

from collections.abc import Iterator

from msgspec import Struct

from games.domain.board import Board, RegionTile
from games.domain.notation.words import (
    WORDS,
    Language,
    Words,
    kind_text,
    region_name,
    value_texts,
)
from games.domain.scoring import rank_seats, region_counts
from games.domain.state import RegionScore, State
from games.drawing.faces import DISPLAY, HEAVY, PLAIN, STRONG, width
from games.drawing.pieces import token
from games.drawing.plan import Element
from games.drawing.svg import group, path, rect, tag, text, title
from games.drawing.theme import Theme

LEFT, TOP, WIDE, HIGH, PITCH = 1384, 318, 202, 60, 66.6
TAB = 34
TRACK_LEFT, TRACK_TOP, SPACE, STEP = 26, 924, 50, 53.5


class RegionLook(Struct, frozen=True):
    """A tile that has not scored shows its values and the franchises in its region, by seat."""

    index: int
    tile: RegionTile | None
    counts: tuple[int, ...]
    marker: int | None
    result: RegionScore | None
    is_closed: bool
    is_for_two: bool
    is_marked: bool

    def draw(self, board: Board, theme: Theme, language: Language) -> Element:
        region, words = board.regions[self.index], WORDS[language]
        name = region_name(region.id, words, board)
        y, inner = TOP + self.index * PITCH, LEFT + TAB + 10
        tint = theme.closed if self.is_closed else theme.tints[region.colour]
        # A strip at the left, with the franchise that lies beside the tile.
        tab = f"M{LEFT + 7} {y + 1}h{TAB - 7}v{HIGH - 2}h{7 - TAB}a6 6 0 0 1-6-6v{14 - HIGH}a6 6 0 0 1 6-6z"
        beside = ""
        if self.marker is not None:
            colour = board.colours[self.marker]
            beside = token(theme, colour, LEFT + TAB / 2 + 1, y + HIGH / 2, 9.5)
        svg = group(
            title(describe_region(board, self, words, name)),
            rect(
                LEFT, y, WIDE, HIGH, rx=7,
                fill=tint if self.result else theme.card,
                stroke=theme.changed if self.is_marked else theme.rule,
                stroke_width=3.4 if self.is_marked else 1.2,
            ),
            path(tab, fill=tint, stroke=theme.rule, stroke_width=0.8),
            beside,
            text(name, inner, y + 20, DISPLAY, 18, theme.closed_ink if self.is_closed else theme.ink),
            _standing(board, self, theme, words, inner, y),
            id=f"region-{region.id}",
            role="img",
            class_=f"region-tile{' changed' if self.is_marked else ''}",
        )  # fmt: skip
        return Element(svg, (LEFT - 3, y - 3, LEFT + WIDE + 3, y + HIGH + 3))


def tile_face(tile: RegionTile, theme: Theme, language: Language) -> str:
    """A tile by itself, under its id."""
    words = WORDS[language]
    says = " ".join([*value_texts(tile, words), kind_text(tile, words)]).strip()
    return tag(
        "svg",
        title(f"{tile.id}: {says}")
        + rect(
            1, 1, WIDE - 2, HIGH - 2, rx=7, fill=theme.card, stroke=theme.rule, stroke_width=1.2
        )
        + text(tile.id, 12, 21, DISPLAY, 16, theme.quiet)
        + _values(tile, theme, words, 12, 46, two=False),
        class_="tile-face",
        viewBox=f"0 0 {WIDE} {HIGH}",
        role="img",
    )  # fmt: skip


def region_looks(state: State, marked: frozenset[str]) -> Iterator[RegionLook]:
    for index, region in enumerate(state.board.regions):
        yield RegionLook(
            index,
            state.tiles[index] if state.tiles else state.board.base_tiles[index],
            region_counts(state, index) if state.owners else (),
            state.markers[index] if state.markers else None,
            state.scored[index] if state.scored else None,
            bool(state.board.region_places[index] & state.setup.closed),
            len(state.money) == 2,
            region.id in marked,
        )


def _standing(
    board: Board, look: RegionLook, theme: Theme, words: Words, x: float, y: float
) -> str:
    """What stands below the region's name."""
    if look.is_closed:
        return text(words.board.closed, x, y + 42, PLAIN, 14, theme.closed_ink)
    row = _row(theme, amounts(board, look, words), x, y + (49 if look.result else 50))
    if look.result:
        return text(words.board.scored, x, y + 36, PLAIN, 13, theme.ink) + row
    return _values(look.tile, theme, words, x, y + 38, two=look.is_for_two) + row


def amounts(board: Board, look: RegionLook, words: Words) -> list[tuple[str, str]]:
    """By colour, who leads first: the franchises there, or what each gained when it was scored."""
    if look.result is None:
        seats = rank_seats(look.counts, look.marker)
        return [(board.colours[seat], str(look.counts[seat])) for seat in seats]
    return [
        (
            board.colours[share.seat],
            words.dollars.format(share.dollars) if share.dollars else f"+{share.influence}",
        )
        for share in look.result.shares
    ]


def values_of(look: RegionLook, words: Words) -> list[str]:
    """What a region still gives; T15: with two players the middle number is not used."""
    if look.result or look.tile is None:
        return []
    return value_texts(look.tile, words)[:: 2 if look.is_for_two else 1]


def _values(
    tile: RegionTile | None, theme: Theme, words: Words, x: float, y: float, *, two: bool
) -> str:
    if tile is None:
        return text(words.board.no_tile, x, y, PLAIN, 13, theme.quiet)
    svg, at = "", x
    for step, value in enumerate(value_texts(tile, words)):
        unused = two and step == 1
        svg += text(
            value, at, y, HEAVY, 16, theme.quiet if unused else theme.ink,
            fill_opacity=0.35 if unused else None,
        )  # fmt: skip
        at += width(value, HEAVY, 16) + 11
    kind = kind_text(tile, words)
    return svg + text(kind, at - 2, y, PLAIN, 12, theme.quiet)


def _row(theme: Theme, entries: list[tuple[str, str]], x: float, y: float) -> str:
    """Pieces with a text beside each, closer together if there is little room."""
    room, size = LEFT + WIDE - 8 - x, 14.0
    widths = [width(entry, STRONG, size) for _, entry in entries]
    squeeze = min(1.0, room / (sum(widths) + 26 * len(widths))) if widths else 1.0
    svg = ""
    for (colour, entry), wide in zip(entries, widths, strict=True):
        svg += token(theme, colour, x + 6 * squeeze, y, 5.6 * squeeze**0.5)
        svg += text(entry, x + 15 * squeeze, y + 5 * squeeze, STRONG, size * squeeze, theme.ink)
        x += (wide + 26) * squeeze
    return svg


def describe_region(board: Board, look: RegionLook, words: Words, name: str) -> str:
    if look.is_closed:
        return f"{name}: {words.board.closed}"
    colours = {colour: words.colours[colour].lower() for colour in board.colours}
    there = amounts(board, look, words)
    holders = ", ".join(f"{colours[colour]} {amount}" for colour, amount in there)
    if look.result:
        return f"{name}, {words.board.scored}: {holders}"
    values = " ".join(value_texts(look.tile, words)) if look.tile else words.board.no_tile
    return f"{name}, {values}: {holders or words.board.free}"


class SpaceLook(Struct, frozen=True):
    """A space of the track, with the region that lies there and the seat that scored it."""

    number: int
    region: int | None
    is_closed: bool
    seat: int | None

    def draw(self, board: Board, theme: Theme, language: Language) -> Element:
        x, y = TRACK_LEFT + self.number * STEP, TRACK_TOP
        red = self.number + 1 >= board.track.red_zone_from
        if self.region is None:
            fill, ink = (theme.red_zone, theme.red) if red else (theme.card, theme.ink)
            value = str(board.track.influence[self.number])
            content = text(value, x + SPACE / 2, y + 34, HEAVY, 24, ink, anchor="middle")
        else:
            colour = board.regions[self.region].colour
            fill = theme.closed if self.is_closed else theme.tints[colour]
            content = _region_on_track(board, self.region, self.seat, theme, language, x)
        svg = group(
            rect(
                x, y, SPACE, SPACE, rx=6,
                fill=fill,
                stroke=theme.red if red else theme.rule,
                stroke_width=2 if red else 1.2,
            ),
            content,
            id=f"board-track-{self.number + 1}",
            class_=f"track-space{' red-zone' if red else ''}",
        )  # fmt: skip
        return Element(svg, (x - 2, y - 2, x + SPACE + 2, y + SPACE + 2))


def track_looks(state: State) -> Iterator[SpaceLook]:
    for number in range(len(state.board.track.influence)):
        if number < len(state.track):
            region = state.track[number]
            result = state.scored[region]
            closed = bool(state.board.region_places[region] & state.setup.closed)
            yield SpaceLook(number, region, closed, None if result is None else result.seat)
        else:
            yield SpaceLook(number, None, is_closed=False, seat=None)


def track_heading(board: Board, theme: Theme, language: Language) -> str:
    words = WORDS[language]
    red = board.track.red_zone_from - 1
    red_left = TRACK_LEFT + red * STEP
    return group(
        text(words.board.track, TRACK_LEFT, TRACK_TOP - 9, DISPLAY, 19, theme.red),
        text(words.board.red_zone, red_left + 2, TRACK_TOP - 8, PLAIN, 13, theme.red),
        path(
            f"M{red_left} {TRACK_TOP + SPACE + 8}H{red_left + 2 * STEP + SPACE}",
            stroke=theme.red, stroke_width=4, stroke_linecap="round",
        ),
        class_="track",
    )  # fmt: skip


def _region_on_track(
    board: Board, region: int, seat: int | None, theme: Theme, language: Language, x: float
) -> str:
    """A region's name, on two lines if necessary, and the piece of who scored it."""
    name = region_name(board.regions[region].id, WORDS[language], board)
    lines = name.replace("-", "- ").split(" ")
    size = min(12.5, *(12.5 * (SPACE - 5) / width(line, STRONG, 12.5) for line in lines))
    top = TRACK_TOP + (29 - 7 * (len(lines) - 1) if seat is None else 17)
    ink = theme.closed_ink if seat is None else theme.ink
    svg = "".join(
        text(line, x + SPACE / 2, top + i * (size + 1.5), STRONG, size, ink, anchor="middle")
        for i, line in enumerate(lines)
    )
    if seat is None:
        return svg
    return svg + token(theme, board.colours[seat], x + SPACE / 2, TRACK_TOP + 40, 6)
