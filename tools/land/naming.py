"""Where a region's plate, or its name alone, stands: near its places, on few links, on no name."""

import re
from collections.abc import Iterable, Mapping
from math import hypot

from msgspec import Struct, field

from games.domain.board import Board
from games.drawing.plan import (
    Box,
    Point,
    RegionName,
    Road,
    Spot,
    name_box,
    plate_box,
    radius,
    touches,
)
from games.drawing.wheels import BURST, corner_with_room
from tools.land.arranging import PANELS, grown, inside, overlap, sampled

STEP = 6
OFF_SHORE = 120
NEAR, FAR = 80, 160
RING = 12
SEA_EDGE: Box = (8, 78, 1400, 962)

Loop = tuple[Point, ...]
Circle = tuple[Point, float]


def region_names(
    board: Board, regions: Mapping[str, str], places: Mapping[str, Spot], roads: tuple[Road, ...]
) -> dict[str, RegionName]:
    """For the land, the places and the links as they are arranged; the most crowded first."""
    shapes = {region: loops(path) for region, path in regions.items()}
    curves = tuple(
        sampled(places[one].at, road.control, places[other].at)
        for road in roads
        for one, other in [road.ends]
    )
    circles = tuple((places[place.id].at, radius(place.spaces) + RING) for place in board.places)
    bursts = tuple(_bursts(board, places))
    labels = tuple(
        name_box(place.name, place.spaces, spot.name_at, spot.anchor)
        for place in board.places
        for spot in [places[place.id]]
    )
    names: dict[str, RegionName] = {}
    for region in board.regions:
        taken = tuple(grown(plate_box(name.at), 8) for name in names.values())
        room = Room(
            shapes[region.id],
            tuple(loop for other in shapes if other != region.id for loop in shapes[other]),
            tuple(places[place.id].at for place in board.places if place.region == region.id),
            (*circles, *bursts),
            (*(grown(label, 4) for label in labels), *PANELS, *taken),
            curves,
        )
        at = room.best()
        names[region.id] = RegionName(at, any(within(at, loop) for loop in room.loops))
    return names


def _bursts(board: Board, places: Mapping[str, Spot]) -> Iterable[Circle]:
    for place in board.places:
        if not place.is_town:
            (x, y), (dx, dy) = places[place.id].at, corner_with_room(board, place, places)
            yield (x + dx, y + dy), BURST + 2


class Room(Struct):
    """A region's land and places, and what else lies there."""

    loops: list[Loop]
    foreign: tuple[Loop, ...]
    own: tuple[Point, ...]
    circles: tuple[Circle, ...]
    boxes: tuple[Box, ...]
    curves: tuple[Loop, ...]
    known: dict[Point, float] = field(default_factory=dict)

    def best(self) -> Point:
        xs, ys = zip(*max(self.loops, key=len), strict=True)
        spots = (
            (x, y)
            for y in range(int(min(ys)) - OFF_SHORE, int(max(ys)) + OFF_SHORE, STEP)
            for x in range(int(min(xs)) - OFF_SHORE, int(max(xs)) + OFF_SHORE, STEP)
        )
        return min(spots, key=self.cost)

    def cost(self, at: Point) -> float:
        box = plate_box(at)
        crowd = sum(touches(box, spot, reach) for spot, reach in self.circles)
        crowd += sum(overlap(box, other) for other in self.boxes)
        crowd += not holds(SEA_EDGE, box)
        away = min((hypot(at[0] - x, at[1] - y) for x, y in self.own), default=0.0)
        if crowd or away > FAR:
            return 1000.0 * (crowd + away)
        total = max(0.0, away - NEAR) / 4
        total += sum(_hide(grown(box, 2), curve) for curve in self.curves)
        total += sum(self._off(point) for point in _points(box))
        return total + 4 * self._off(at)

    def _off(self, point: Point) -> float:
        """Boxes beside each other share most of their points."""
        if point not in self.known:
            self.known[point] = self._judge(point)
        return self.known[point]

    def _judge(self, point: Point) -> float:
        if any(within(point, loop) for loop in self.loops):
            return 0.0
        return 5.0 if any(within(point, loop) for loop in self.foreign) else 2.0


def _hide(box: Box, curve: Loop) -> float:
    """Worst is where links leave a place: there one is told from the other."""
    hidden = inside(box, curve)
    if not hidden:
        return 0.0
    return 2 * float(hidden**0.8) + 2.5 * (inside(box, curve[:6]) + inside(box, curve[-6:]))


def holds(outer: Box, box: Box) -> bool:
    return outer[0] <= box[0] and outer[1] <= box[1] and box[2] <= outer[2] and box[3] <= outer[3]


def _points(box: Box) -> list[Point]:
    xs, ys = ((low, (low + high) / 2, high) for low, high in (box[::2], box[1::2]))
    return [(x, y) for x in xs for y in ys]


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
    x0, y0 = loop[-1]
    for x1, y1 in loop:
        if (y0 > y) != (y1 > y) and x < (x1 - x0) * (y - y0) / (y1 - y0) + x0:
            odd = not odd
        x0, y0 = x1, y1
    return odd
