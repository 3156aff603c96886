"""Room for everything: places pushed apart, names beside them, links bent around others.

Each name and each link in turn takes the form that costs least with all others as they
are, round after round. Nothing is drawn by chance: the same map gives the same plan.
"""

from collections.abc import Callable, Iterable
from itertools import combinations
from math import atan2, degrees, hypot, pi

from msgspec import Struct

from games.domain.board import Board
from games.drawing.plan import (
    CAP_HEIGHT,
    DESCENT,
    HEIGHT,
    WIDTH,
    Anchor,
    Box,
    Point,
    Road,
    Spot,
    name_box,
    name_face,
    radius,
    touches,
)

GAP = 13.0
ROUNDS = 4
SAMPLE = 9.0
FORK_AT = 45.0
BENDS = tuple(bend / 100 for bend in (*range(-44, 45, 4), -2, 2))
ASIDE: dict[str, Point] = {"kansas-city": (9, 0), "dallas": (-7, 0)}
CLEARANCE = 12.0
BEHIND = 400.0
FORK = 17.0
PANELS: tuple[Box, ...] = (
    (0, 0, WIDTH, 82),
    (1377, 312, WIDTH, HEIGHT),
    (0, 742, 398, HEIGHT),
    (0, 896, 572, HEIGHT),
    (790, 840, 1088, HEIGHT),
    (1232, 766, 1356, 926),
)

Points = tuple[Point, ...]


class Label(Struct, frozen=True):
    at: Point
    anchor: Anchor
    effort: float
    box: Box


def pushed_apart(board: Board, home: dict[str, Point]) -> dict[str, Point]:
    """Every place as near to its true point as the others let it, and `ASIDE` the links."""
    home = {
        name: (x + ASIDE.get(name, (0, 0))[0], y + ASIDE.get(name, (0, 0))[1])
        for name, (x, y) in home.items()
    }
    spots = dict(home)
    reach = {place.id: radius(place.spaces) for place in board.places}
    for _ in range(300):
        for name, (x, y) in spots.items():
            spots[name] = (x + (home[name][0] - x) * 0.05, y + (home[name][1] - y) * 0.05)
        for one, other in combinations(spots, 2):
            (x0, y0), (x1, y1) = spots[one], spots[other]
            apart = hypot(x1 - x0, y1 - y0)
            short = reach[one] + reach[other] + GAP - apart
            if short > 0:
                dx, dy = (x1 - x0) / apart * short / 2, (y1 - y0) / apart * short / 2
                spots[one], spots[other] = (x0 - dx, y0 - dy), (x1 + dx, y1 + dy)
    return {name: (round(x, 1), round(y, 1)) for name, (x, y) in spots.items()}


class Arrangement:
    """The names and the links while they settle."""

    def __init__(self, board: Board, spots: dict[str, Point]) -> None:
        self.board = board
        self.spots = spots
        self.radii = {place.id: radius(place.spaces) for place in board.places}
        self.bends = {link[:2]: 0.0 for link in board.links}
        self.curves = {ends: self.curve(ends, 0.0) for ends in self.bends}
        self.labels = {place.id: labels_of(place.name, place.spaces, spots[place.id])[0]
                       for place in board.places}  # fmt: skip

    def settle(self) -> None:
        for _ in range(ROUNDS):
            for place in self.board.places:
                choices = labels_of(place.name, place.spaces, self.spots[place.id])
                self.labels[place.id] = min(choices, key=self._label_cost(place.id))
            for ends in self.bends:
                self.bends[ends] = min(BENDS, key=self._bend_cost(ends))
                self.curves[ends] = self.curve(ends, self.bends[ends])

    def plan(self) -> tuple[dict[str, Spot], tuple[Road, ...]]:
        spots = {
            name: Spot(self.spots[name], label.at, label.anchor)
            for name, label in self.labels.items()
        }
        roads = tuple(
            Road((one, other), cost, self.control((one, other), self.bends[one, other]))
            for one, other, cost in self.board.links
        )
        return spots, roads

    def control(self, ends: tuple[str, str], bend: float) -> Point:
        (x0, y0), (x1, y1) = (self.spots[end] for end in ends)
        x, y = (x0 + x1) / 2 - (y1 - y0) * bend, (y0 + y1) / 2 + (x1 - x0) * bend
        return round(x, 1), round(y, 1)

    def curve(self, ends: tuple[str, str], bend: float) -> Points:
        start, end = (self.spots[each] for each in ends)
        return sampled(start, self.control(ends, bend), end)

    def _label_cost(self, name: str) -> Callable[[Label], float]:
        others = [label.box for each, label in self.labels.items() if each != name]
        circles = [(self.spots[each], self.radii[each]) for each in self.spots if each != name]

        def cost(label: Label) -> float:
            total = label.effort + 60 * outside(label.box)
            total += sum(60 for box in (*others, *PANELS) if overlap(grown(label.box, 2), box))
            total += sum(60 for at, reach in circles if touches(label.box, at, reach + 2))
            return total + sum(inside(grown(label.box, 3), curve) for curve in self.curves.values())

        return cost

    def _bend_cost(self, ends: tuple[str, str]) -> Callable[[float], float]:
        others = {other: curve for other, curve in self.curves.items() if other != ends}
        boxes = [label.box for label in self.labels.values()]
        third = [(at, self.radii[name]) for name, at in self.spots.items() if name not in ends]

        def cost(bend: float) -> float:
            curve = self.curve(ends, bend)
            total = 20 * abs(bend) + 60 * bend * bend
            total += sum(_crowding(curve, at, reach) for at, reach in third)
            total += sum(0.8 * inside(grown(box, 2), curve) for box in boxes)
            total += sum(3.0 * inside(panel, curve) for panel in PANELS)
            return total + sum(_side_by_side(ends, curve, *other) for other in others.items())

        return cost


def labels_of(name: str, printed: int, at: Point) -> list[Label]:
    """Where a name may stand around its place, the best first."""
    x, y = at
    reach, (_, size) = radius(printed), name_face(printed)
    below, above = y + reach + 7 + CAP_HEIGHT * size, y - reach - 7 - DESCENT * size
    beside, middle = reach + 8, y + CAP_HEIGHT * size / 2
    corner = reach * 0.72 + 5
    high, low = y - corner, y + corner + CAP_HEIGHT * size
    choices: list[tuple[float, float, Anchor, float]] = [
        (x, below, "middle", 0),
        (x, above, "middle", 2),
        (x + beside, middle, "start", 1.5),
        (x - beside, middle, "end", 2.5),
        (x + corner, low, "start", 2),
        (x - corner, low, "end", 3),
        (x + corner, high, "start", 3),
        (x - corner, high, "end", 4),
        *((x + shift, below, "middle", 1.5) for shift in (-30, -18, 18, 30)),
        *((x + shift, above, "middle", 3) for shift in (-30, -18, 18, 30)),
    ]
    return [
        Label((round(x, 1), round(y, 1)), anchor, effort, name_box(name, printed, (x, y), anchor))
        for x, y, anchor, effort in choices
    ]


def sampled(start: Point, control: Point, end: Point) -> Points:
    def at(t: float) -> Point:
        a, b, c = (1 - t) ** 2, 2 * t * (1 - t), t * t
        return (
            a * start[0] + b * control[0] + c * end[0],
            a * start[1] + b * control[1] + c * end[1],
        )

    steps = max(8, round(hypot(end[0] - start[0], end[1] - start[1]) / SAMPLE))
    return tuple(at(i / steps) for i in range(steps + 1))


def _crowding(curve: Points, at: Point, reach: float) -> float:
    nearest = min(hypot(x - at[0], y - at[1]) for x, y in curve)
    if nearest < reach + 3:
        return BEHIND
    return max(0.0, reach + CLEARANCE - nearest) * 4


def _side_by_side(
    ends: tuple[str, str], curve: Points, other_ends: tuple[str, str], other: Points
) -> float:
    """Links that leave a place close together, or run beside each other."""
    if not overlap(box_of(curve), box_of(other)):
        return 0.0
    cost = 0.0
    shared = set(ends) & set(other_ends)
    for place in shared:
        mine = curve if ends[0] == place else curve[::-1]
        theirs = other if other_ends[0] == place else other[::-1]
        cost += max(0.0, FORK - _angle(mine, theirs)) * 0.9
    near = sum(
        1 for x, y in curve[4:-4] if any(abs(x - u) < 9 and abs(y - v) < 9 for u, v in other)
    )
    return cost + max(0, near - 3) * 2.2


def _angle(one: Points, other: Points) -> float:
    turn = abs(_heading(one) - _heading(other))
    return degrees(min(turn, 2 * pi - turn))


def _heading(curve: Points) -> float:
    (x0, y0), (x1, y1) = curve[0], curve[min(len(curve) - 1, round(FORK_AT / SAMPLE))]
    return atan2(y1 - y0, x1 - x0)


def box_of(points: Points) -> Box:
    xs, ys = zip(*points, strict=True)
    return grown((min(xs), min(ys), max(xs), max(ys)), 9)


def grown(box: Box, by: float) -> Box:
    return box[0] - by, box[1] - by, box[2] + by, box[3] + by


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def outside(box: Box) -> bool:
    return box[0] < 6 or box[1] < 6 or box[2] > WIDTH - 6 or box[3] > HEIGHT - 6


def inside(box: Box, points: Iterable[Point]) -> int:
    return sum(1 for x, y in points if box[0] < x < box[2] and box[1] < y < box[3])
