"""Where a region's name stands on its land: the room with the fewest links behind it."""

import re

from msgspec import Struct

from games.domain.notation.words import WORDS, Language, region_name
from games.drawing.arranging import PANELS, Arrangement, grown, inside, overlap, sampled, touches
from games.drawing.faces import DISPLAY, width
from games.drawing.geography import Land
from games.drawing.plan import CAP_HEIGHT, DESCENT, Box, Point

REGION_NAME = 22.0
STEP = 6
OFF_SHORE = 60

Loop = tuple[Point, ...]


def region_names(arrangement: Arrangement, land: Land, language: Language) -> dict[str, Point]:
    board, found = arrangement.board, {}
    shapes = {region: max(loops(d), key=len) for region, d in land.regions.items()}
    curves = tuple(
        sampled(
            arrangement.spots[one],
            arrangement.control((one, other), bend),
            arrangement.spots[other],
        )
        for (one, other), bend in arrangement.bends.items()
    )
    for region in board.regions:
        name = region_name(region.id, WORDS[language], board)
        foreign = tuple(loop for other, loop in shapes.items() if other != region.id)
        wide = width(name, DISPLAY, REGION_NAME)
        room = Room(arrangement, shapes[region.id], curves, wide, foreign)
        found[region.id] = room.best()
    return found


class Room(Struct):
    """A region's land, and what else lies there."""

    arrangement: Arrangement
    loop: Loop
    curves: tuple[Loop, ...]
    wide: float
    foreign: tuple[Loop, ...]

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
        box, here = self.box(at), self.arrangement
        crowd = sum(
            touches(box, spot, here.radii[name] + 7) for name, spot in here.spots.items()
        ) + sum(overlap(grown(box, 6), label.box) for label in here.labels.values())
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
