"""Where a region's name stands on its land: the room with the fewest links behind it."""

import re
from collections.abc import Mapping

from msgspec import Struct

from games.domain.board import Board
from games.domain.notation.words import WORDS, Language, region_name
from games.drawing.faces import DISPLAY, width
from games.drawing.plan import (
    CAP_HEIGHT,
    DESCENT,
    REGION_NAME,
    Box,
    Point,
    RegionName,
    Road,
    Spot,
    name_box,
    radius,
    touches,
)
from tools.land.arranging import PANELS, grown, inside, overlap, sampled

STEP = 6
OFF_SHORE = 60

Loop = tuple[Point, ...]
Circle = tuple[Point, float]


def region_names(
    board: Board,
    regions: Mapping[str, str],
    places: Mapping[str, Spot],
    roads: tuple[Road, ...],
    language: Language,
) -> dict[str, RegionName]:
    """For the land, the places and the links as they are arranged."""
    shapes = {region: loops(path) for region, path in regions.items()}
    largest = {region: max(each, key=len) for region, each in shapes.items()}
    curves = tuple(
        sampled(places[one].at, road.control, places[other].at)
        for road in roads
        for one, other in [road.ends]
    )
    circles = tuple((places[place.id].at, radius(place.spaces)) for place in board.places)
    labels = tuple(
        name_box(place.name, place.spaces, spot.name_at, spot.anchor)
        for place in board.places
        for spot in [places[place.id]]
    )
    names = {}
    for region in board.regions:
        foreign = tuple(loop for other, loop in largest.items() if other != region.id)
        wide = width(region_name(region.id, WORDS[language], board), DISPLAY, REGION_NAME)
        at = Room(largest[region.id], foreign, circles, labels, curves, wide).best()
        ashore = any(within(at, loop) for loop in shapes[region.id])
        names[region.id] = RegionName(at, ashore)
    return names


class Room(Struct):
    """A region's land, and what else lies there."""

    loop: Loop
    foreign: tuple[Loop, ...]
    circles: tuple[Circle, ...]
    labels: tuple[Box, ...]
    curves: tuple[Loop, ...]
    wide: float

    def best(self) -> Point:
        xs, ys = zip(*self.loop, strict=True)
        spots = (
            (x, y)
            for y in range(int(min(ys)) + 10, int(max(ys)) + 20, STEP)
            for x in range(int(min(xs)), int(max(xs)) + OFF_SHORE, STEP)
        )
        return min(spots, key=self.cost)

    def box(self, at: Point) -> Box:
        x, y = at
        half = self.wide / 2
        return x - half, y - CAP_HEIGHT * REGION_NAME, x + half, y + DESCENT * REGION_NAME

    def cost(self, at: Point) -> float:
        box = self.box(at)
        crowd = sum(touches(box, spot, reach + 7) for spot, reach in self.circles)
        crowd += sum(overlap(grown(box, 6), label) for label in self.labels)
        crowd += sum(overlap(grown(box, 11), panel) for panel in PANELS)
        if crowd:
            return 100.0 * crowd
        links = sum(3.0 * inside(grown(box, 3), curve) for curve in self.curves)
        return links + sum(self._off(corner) for corner in _rim(box))

    def _off(self, point: Point) -> float:
        if within(point, self.loop):
            return 0.0
        return 8.0 if any(within(point, loop) for loop in self.foreign) else 1.6


def _rim(box: Box) -> list[Point]:
    middle = (box[0] + box[2]) / 2
    return [(x, y) for x in (box[0], middle, box[2]) for y in (box[1], box[3])]


def loops(path: str) -> list[Loop]:
    """The points of a path of our own: `M`, then `l` with relative steps, then `z`."""
    found = []
    for part in path.split("M")[1:]:
        numbers = [float(each) for each in re.findall(r"-?[\d.]+", part)]
        x, y = numbers[:2]
        loop = [(x, y)]
        for dx, dy in zip(numbers[2::2], numbers[3::2], strict=True):
            x, y = x + dx, y + dy
            loop.append((x, y))
        found.append(tuple(loop))
    return found


def within(point: Point, loop: Loop) -> bool:
    x, y = point
    odd = False
    for (x0, y0), (x1, y1) in zip(loop, (*loop[1:], loop[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
    return odd
