"""A plate on the land for each region: what it gives, who leads there, and who wins ties."""

from msgspec import Struct

from games.domain.board import Board
from games.domain.notation.words import WORDS, Language, region_name
from games.drawing.faces import DISPLAY, HEAVY, STRONG, width
from games.drawing.pieces import token
from games.drawing.plan import PLATE_HIGH, PLATE_WIDE, Element, plan, plate_box
from games.drawing.regions import RegionLook, amounts, describe_region, values_of
from games.drawing.svg import group, path, rect, text, title
from games.drawing.theme import Theme

TAB, ROUND, EDGE = 20.0, 6.0, 3.0
NAME, NUMBER, FAR_NUMBER = 16.0, 14.0, 33.0
GAP, ENTRY_GAP = 7.0, 19.0


class PlateLook(Struct, frozen=True):
    """What a region's plate shows is what its card in the margin does."""

    region: RegionLook

    def draw(self, board: Board, theme: Theme, language: Language) -> Element:
        return draw_plate(self.region, board, theme, language)


def draw_plate(look: RegionLook, board: Board, theme: Theme, language: Language) -> Element:
    """Two forms in one room: from afar only what is most there and who leads, large."""
    region, words = board.regions[look.index], WORDS[language]
    left, top, right, bottom = plate_box(plan().names[region.id].at)
    tint, inner, middle = theme.tints[region.colour], left + TAB + 6, (top + bottom) / 2
    beside = ""
    if look.marker is not None:
        colour = board.colours[look.marker]
        beside = token(theme, colour, left + TAB / 2 + 0.5, middle, 6.5)
    name = region_name(region.id, words, board)
    size = min(NAME, NAME * (right - 5 - inner) / width(name, DISPLAY, NAME))
    svg = group(
        title(describe_region(board, look, words, name)),
        rect(
            left, top, PLATE_WIDE, PLATE_HIGH, rx=ROUND,
            fill=tint if look.result else theme.card,
            stroke=theme.changed if look.is_marked else theme.rule,
            stroke_width=EDGE if look.is_marked else 1.2,
        ),
        path(_tab(left, top), fill=tint),
        beside,
        group(
            text(name, inner, top + 17, DISPLAY, size, theme.ink),
            _standing(board, look, theme, language, inner, top + 35),
            class_="near",
        ),
        group(_from_afar(board, look, theme, language, inner, middle), class_="far", display="none"),
        id=f"plate-{region.id}",
        role="img",
        class_=f"plate{' changed' if look.is_marked else ''}",
    )  # fmt: skip
    return Element(svg, (left - EDGE, top - EDGE, right + EDGE, bottom + EDGE))


def _tab(left: float, top: float) -> str:
    """The strip at the left, in the colour of the region's land."""
    high = PLATE_HIGH - 2 - 2 * ROUND
    corner = f"a{ROUND:g} {ROUND:g} 0 0 1"
    return (
        f"M{left + 1 + ROUND:g} {top + 1:g}h{TAB - 1 - ROUND:g}v{PLATE_HIGH - 2:g}"
        f"h{ROUND + 1 - TAB:g}{corner}-{ROUND:g}-{ROUND:g}v{-high:g}{corner} {ROUND:g}-{ROUND:g}z"
    )


def _standing(
    board: Board, look: RegionLook, theme: Theme, language: Language, x: float, y: float
) -> str:
    """The values, and the leaders as far as there is room."""
    svg, end = "", x + PLATE_WIDE - TAB - 10
    for value in values_of(look, WORDS[language]):
        svg += text(value, x, y, HEAVY, NUMBER, theme.quiet)
        x += width(value, HEAVY, NUMBER) + GAP
    for colour, amount in amounts(board, look, WORDS[language]):
        wide = width(amount, STRONG, NUMBER)
        if x + 13 + wide > end:
            break
        svg += token(theme, colour, x + 6, y - 5, 5.4)
        svg += text(amount, x + 13, y, STRONG, NUMBER, theme.ink)
        x += wide + ENTRY_GAP
    return svg


def _from_afar(
    board: Board, look: RegionLook, theme: Theme, language: Language, x: float, y: float
) -> str:
    words, svg = WORDS[language], ""
    leaders, values = amounts(board, look, words), values_of(look, words)
    number = values[0] if values else leaders[0][1] if leaders else ""
    if leaders:
        svg = token(theme, leaders[0][0], x + 15, y, 13)
    return svg + text(
        number, x + 36, y + 1, HEAVY, FAR_NUMBER, theme.ink, dominant_baseline="central"
    )
