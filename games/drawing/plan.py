"""Where everything lies on the paper: read from the data file that `tools.land.atlas` writes."""

from collections.abc import Hashable
from functools import lru_cache
from math import hypot
from pathlib import Path
from typing import Literal, Protocol

from msgspec import Struct, json

from games.domain.board import Board
from games.domain.notation.words import Language
from games.drawing.faces import HEAVY, STRONG, Face, width
from games.drawing.theme import Theme

WIDTH, HEIGHT = 1600, 1000
FILE = Path(__file__).parent / "atlas.json"
TOWN_RADIUS = 11.5
CITY_RADII = {2: 23.0, 3: 23.0, 4: 29.0, 5: 29.0, 6: 29.0, 7: 36.0, 8: 36.0}
CITY_NAME, TOWN_NAME, REGION_NAME = 16.0, 14.0, 19.0
PLATE_WIDE, PLATE_HIGH = 150.0, 42.0
CAP_HEIGHT = 0.72
DESCENT = 0.2

Point = tuple[float, float]
Box = tuple[float, float, float, float]
Anchor = Literal["start", "middle", "end"]


class Element(Struct, frozen=True):
    """A part of the picture that a move can change, and a box that always holds all of it."""

    svg: str
    box: Box


class Look(Hashable, Protocol):
    """All of a table that one part of the picture shows."""

    def draw(self, board: Board, theme: Theme, language: Language) -> Element: ...


class Spot(Struct, frozen=True):
    """A place's centre, and the point of its name's baseline that `anchor` names."""

    at: Point
    name_at: Point
    anchor: Anchor


class Road(Struct, frozen=True):
    """A link, bent by the control point of its curve."""

    ends: tuple[str, str]
    cost: int
    control: Point


class RegionName(Struct, frozen=True):
    """The middle of the region's plate, and whether that lies on the region's land."""

    at: Point
    ashore: bool


class Plan(Struct, frozen=True):
    source: str
    regions: dict[str, str]
    borders: str
    names: dict[str, RegionName]
    places: dict[str, Spot]
    roads: tuple[Road, ...]


def radius(printed: int) -> float:
    """By the printed size, which a tile laid there does not change."""
    return TOWN_RADIUS if printed == 1 else CITY_RADII[printed]


def name_face(printed: int) -> tuple[Face, float]:
    return (STRONG, TOWN_NAME) if printed == 1 else (HEAVY, CITY_NAME)


def name_box(name: str, printed: int, at: Point, anchor: Anchor) -> Box:
    """Left, top, right and bottom of a place's name."""
    face, size = name_face(printed)
    wide = width(name, face, size)
    left = at[0] - {"start": 0.0, "middle": wide / 2, "end": wide}[anchor]
    return left, at[1] - CAP_HEIGHT * size, left + wide, at[1] + DESCENT * size


def plate_box(at: Point) -> Box:
    """Of a region's plate, by its middle."""
    x, y = at
    wide, high = PLATE_WIDE / 2, PLATE_HIGH / 2
    return x - wide, y - high, x + wide, y + high


def touches(box: Box, at: Point, reach: float) -> bool:
    dx = max(box[0] - at[0], 0.0, at[0] - box[2])
    dy = max(box[1] - at[1], 0.0, at[1] - box[3])
    return hypot(dx, dy) < reach


@lru_cache
def plan() -> Plan:
    return json.decode(FILE.read_bytes(), type=Plan)
