"""The players' pieces, one shape for each colour: disc, square, triangle, diamond, star."""

from collections.abc import Iterable
from functools import lru_cache
from math import cos, pi, sin

from games.drawing.svg import Attribute, number, path
from games.drawing.theme import Piece, Theme

SHAPES = {
    "blue": "disc", "red": "square", "orange": "triangle", "black": "diamond", "beige": "star",
}  # fmt: skip


def token(theme: Theme, colour: str, x: float, y: float, r: float) -> str:
    """A franchise on paper or land, with an edge that contrasts with it."""
    piece = theme.pieces[colour]
    return shape(colour, x, y, r, piece.fill, stroke=piece.edge, stroke_width=1.6)


def mark(piece: Piece, colour: str, x: float, y: float, r: float) -> str:
    """The shape alone, on a ground of the player's colour."""
    return shape(colour, x, y, r, piece.mark)


def shape(colour: str, x: float, y: float, r: float, fill: str, **more: Attribute) -> str:
    d = _outline(SHAPES[colour], round(x, 1), round(y, 1), round(r, 1))
    return path(d, fill=fill, stroke_linejoin="round" if more else None, **more)


@lru_cache(maxsize=8192)
def _outline(kind: str, x: float, y: float, r: float) -> str:
    match kind:
        case "disc":
            return (
                f"M{number(x - r)} {number(y)}a{number(r)} {number(r)} 0 1 0 {number(2 * r)} 0"
                f"a{number(r)} {number(r)} 0 1 0 {number(-2 * r)} 0z"
            )
        case "square":
            return polygon((x + dx * r * 0.86, y + dy * r * 0.86) for dx, dy in CORNERS)
        case "triangle":
            return polygon(circle_points(x, y + r * 0.16, r * 1.18, 3))
        case "diamond":
            return polygon(((x, y - r * 1.2), (x + r, y), (x, y + r * 1.2), (x - r, y)))
        case _:
            return star(x, y, r * 1.24)


CORNERS = ((-1, -1), (1, -1), (1, 1), (-1, 1))


def circle_points(x: float, y: float, r: float, count: int) -> list[tuple[float, float]]:
    """Points on a circle, clockwise from twelve."""
    turns = [2 * pi * i / count - pi / 2 for i in range(count)]
    return [(x + r * cos(turn), y + r * sin(turn)) for turn in turns]


def star(x: float, y: float, r: float, points: int = 5, waist: float = 0.46) -> str:
    tips = circle_points(x, y, 1, points * 2)
    return polygon(
        (x + (u - x) * r * (waist if i % 2 else 1), y + (v - y) * r * (waist if i % 2 else 1))
        for i, (u, v) in enumerate(tips)
    )


def polygon(points: Iterable[tuple[float, float]]) -> str:
    pairs = [f"{number(x)} {number(y)}" for x, y in points]
    return f"M{'L'.join(pairs)}z"
