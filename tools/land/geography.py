"""From census shapes to the land of the board: projected, simplified, joined by region.

The source is a TopoJSON file of the states, whose lines are cut into arcs that
neighbours share: an arc of one region's states only is that region's edge.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from itertools import groupby
from math import cos, hypot, radians, sin, sqrt

from msgspec import Struct, json

from games.domain.board import Board

Point = tuple[float, float]
Line = tuple[Point, ...]
Ring = tuple[int, ...]

PARALLELS = (29.5, 45.5)
CENTRE = (-96.0, 38.0)
LAND = (22.0, 92.0, 1372.0, 868.0)
TOLERANCE = 0.55
SMALLEST_ISLAND = 14.0

STATES = {
    "Alabama": "AL", "Arizona": "AZ", "Arkansas": "AR", "California": "CA", "Colorado": "CO",
    "Connecticut": "CT", "Delaware": "DE", "District of Columbia": "DC", "Florida": "FL",
    "Georgia": "GA", "Idaho": "ID", "Illinois": "IL", "Indiana": "IN", "Iowa": "IA",
    "Kansas": "KS", "Kentucky": "KY", "Louisiana": "LA", "Maine": "ME", "Maryland": "MD",
    "Massachusetts": "MA", "Michigan": "MI", "Minnesota": "MN", "Mississippi": "MS",
    "Missouri": "MO", "Montana": "MT", "Nebraska": "NE", "Nevada": "NV", "New Hampshire": "NH",
    "New Jersey": "NJ", "New Mexico": "NM", "New York": "NY", "North Carolina": "NC",
    "North Dakota": "ND", "Ohio": "OH", "Oklahoma": "OK", "Oregon": "OR", "Pennsylvania": "PA",
    "Rhode Island": "RI", "South Carolina": "SC", "South Dakota": "SD", "Tennessee": "TN",
    "Texas": "TX", "Utah": "UT", "Vermont": "VT", "Virginia": "VA", "Washington": "WA",
    "West Virginia": "WV", "Wisconsin": "WI", "Wyoming": "WY",
}  # fmt: skip


class Named(Struct):
    name: str


class Polygon(Struct, tag_field="type", tag="Polygon"):
    properties: Named
    arcs: list[Ring]

    @property
    def rings(self) -> list[Ring]:
        return self.arcs


class MultiPolygon(Struct, tag_field="type", tag="MultiPolygon"):
    properties: Named
    arcs: list[list[Ring]]

    @property
    def rings(self) -> list[Ring]:
        return [ring for polygon in self.arcs for ring in polygon]


class Shapes(Struct):
    geometries: list[Polygon | MultiPolygon]


class Objects(Struct):
    states: Shapes


class Scale(Struct):
    scale: Point
    translate: Point


class Topology(Struct):
    transform: Scale
    objects: Objects
    arcs: list[list[tuple[int, int]]]

    def degrees(self, arc: int) -> Line:
        (sx, sy), (tx, ty) = self.transform.scale, self.transform.translate
        x = y = 0
        line = []
        for dx, dy in self.arcs[arc]:
            x, y = x + dx, y + dy
            line.append((x * sx + tx, y * sy + ty))
        return tuple(line)


class Land(Struct, frozen=True):
    """Paths of the drawing: a region's outline each, and the borders of states inside them."""

    regions: dict[str, str]
    borders: str
    places: dict[str, Point]


def albers(longitude: float, latitude: float) -> Point:
    """The equal-area conic on a sphere of radius 1, y downwards."""
    one, two = (radians(parallel) for parallel in PARALLELS)
    cone = (sin(one) + sin(two)) / 2
    constant = cos(one) ** 2 + 2 * cone * sin(one)
    rho, rho_0 = (
        sqrt(constant - 2 * cone * sin(radians(each))) / cone for each in (latitude, CENTRE[1])
    )
    theta = cone * radians(longitude - CENTRE[0])
    return rho * sin(theta), rho * cos(theta) - rho_0


class Frame(Struct, frozen=True):
    """How the projection lies on the paper."""

    scale: float
    dx: float
    dy: float

    def on_paper(self, longitude: float, latitude: float) -> Point:
        x, y = albers(longitude, latitude)
        return x * self.scale + self.dx, y * self.scale + self.dy


def frame_of(points: Iterable[Point]) -> Frame:
    xs, ys = zip(*(albers(*point) for point in points), strict=True)
    left, top, wide, high = LAND
    scale = min(wide / (max(xs) - min(xs)), high / (max(ys) - min(ys)))
    return Frame(scale, left - min(xs) * scale, top - min(ys) * scale)


def land_of(source: bytes, board: Board) -> Land:
    topology = json.decode(source, type=Topology)
    rings = {
        STATES[shape.properties.name]: shape.rings
        for shape in topology.objects.states.geometries
        if shape.properties.name in STATES
    }
    used = sorted({_plain(arc) for each in rings.values() for ring in each for arc in ring})
    degrees = {arc: topology.degrees(arc) for arc in used}
    frame = frame_of(point for line in degrees.values() for point in line)
    lines = {
        arc: simplified(tuple(frame.on_paper(*point) for point in line))
        for arc, line in degrees.items()
    }
    of_region = {
        region.id: [ring for state in region.states for ring in rings[state]]
        for region in board.regions
    }
    return Land(
        {region: _outline(each, lines) for region, each in of_region.items()},
        "".join(_path(lines[arc]) for each in of_region.values() for arc in _shared(each)),
        {place.id: frame.on_paper(place.lon, place.lat) for place in board.places},
    )


def _plain(arc: int) -> int:
    """A reversed arc stands in a ring as its complement."""
    return arc if arc >= 0 else ~arc


def _uses(rings: Iterable[Ring]) -> Counter[int]:
    return Counter(_plain(arc) for ring in rings for arc in ring)


def _shared(rings: list[Ring]) -> list[int]:
    return [arc for arc, uses in sorted(_uses(rings).items()) if uses > 1]


def _outline(rings: list[Ring], lines: dict[int, Line]) -> str:
    uses = _uses(rings)
    edges = [
        lines[arc] if arc >= 0 else lines[~arc][::-1]
        for ring in rings
        for arc in ring
        if uses[_plain(arc)] == 1
    ]
    loops = sorted(_loops(edges), key=_area, reverse=True)
    return "".join(_path(loop) + "z" for loop in loops if _area(loop) >= SMALLEST_ISLAND)


def _loops(edges: list[Line]) -> Iterable[Line]:
    waiting = list(edges)
    while waiting:
        loop = list(waiting.pop(0))
        while loop[0] != loop[-1]:
            following = next(edge for edge in waiting if edge[0] == loop[-1])
            waiting.remove(following)
            loop += following[1:]
        yield tuple(loop)


def _area(loop: Line) -> float:
    pairs = zip(loop, (*loop[1:], loop[0]), strict=True)
    return abs(sum(x0 * y1 - x1 * y0 for (x0, y0), (x1, y1) in pairs)) / 2


def simplified(line: Line) -> Line:
    """Without the points that lie nearer than the tolerance to the line through the others."""
    if len(line) < 3:
        return line
    first, last = line[0], line[-1]
    far, at = max((_distance(point, first, last), i) for i, point in enumerate(line))
    if far <= TOLERANCE:
        return first, last
    return simplified(line[: at + 1])[:-1] + simplified(line[at:])


def _distance(point: Point, start: Point, end: Point) -> float:
    (x, y), (x0, y0), (x1, y1) = point, start, end
    length = hypot(x1 - x0, y1 - y0)
    if not length:
        return hypot(x - x0, y - y0)
    return abs((x1 - x0) * (y0 - y) - (x0 - x) * (y1 - y0)) / length


def _path(line: Sequence[Point]) -> str:
    """Relative steps in halves of a pixel, without drift and without needless characters."""
    halves = [(round(x * 2), round(y * 2)) for x, y in line]
    (x, y), *others = (point for point, _ in groupby(halves))
    written = ""
    for to_x, to_y in others:
        for step in (to_x - x, to_y - y):
            number = _short(step)
            written += number if number.startswith("-") or not written else f" {number}"
        x, y = to_x, to_y
    start = halves[0]
    return f"M{_short(start[0])} {_short(start[1])}l{written}" if written else ""


def _short(halves: int) -> str:
    return f"{halves / 2:g}"
