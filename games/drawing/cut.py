"""A part of the board, for pages that tell of a few places.

Several parts on one page share the ground that no move changes: it stands there once.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from games.domain import moves
from games.domain.board import Board, Place
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.faces import HEAVY, width
from games.drawing.ground import ground, highlight_name
from games.drawing.plan import CITY_RADII, HEIGHT, WIDTH, Box, Element, name_box, plan, radius
from games.drawing.svg import circle, group, number, rect, tag, text, title, use
from games.drawing.theme import PAGE, Theme
from games.drawing.wheels import burst_offset, describe_place, place_look

GROUND = "the-ground"
MARGIN = 34.0
LEAST_WIDE = 440.0
TALL = 0.72
LARGEST = max(CITY_RADII.values())
FINGER, GLOW = 30.0, 9.0
TAG = 14.0
"""The size of a price."""


def shared_ground(state: State, language: Language = "en") -> str:
    """What `board_cut` stands on, to be on its page once, unseen."""
    fixed = ground(state.board, state.setup.closed, language, PAGE)
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" class="unseen" aria-hidden="true">'
        f"<defs>{group(fixed, id=GROUND)}</defs></svg>"
    )


def board_cut(
    state: State,
    around: Sequence[str],
    *,
    changed: Iterable[str] = (),
    doors: Mapping[str, str] | None = None,
    language: Language = "en",
) -> str:
    """The board around some places. `doors` are places to tap, as large as a finger, and where
    that leads."""
    frame, marked, leads = frame_of(state.board, around), frozenset(changed), doors or {}
    seen = [here for here in state.board.places if _meets(plan().places[here.id].at, frame)]
    places = [
        _place(state, here, language, marked=here.id in marked, leads=leads.get(here.id))
        for here in seen
    ]
    names = [highlight_name(here, PAGE).svg for here in seen if here.id in marked]
    left, top, right, bottom = frame
    called = ", ".join(state.board.places[state.board.index[each]].name for each in around)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board cut" '
        f'role="graphics-document document" '
        f'viewBox="{number(left)} {number(top)} {number(right - left)} {number(bottom - top)}">'
        f"{title(called)}{use(GROUND, aria_hidden='true')}{''.join(places)}{''.join(names)}</svg>"
    )


def _place(
    state: State, here: Place, language: Language, *, marked: bool, leads: str | None
) -> str:
    board = state.board
    look = place_look(state, board.index[here.id], marked=marked)
    drawn = look.draw(board, PAGE, language, alone=False).svg
    if leads is None:
        return drawn
    spot, says = plan().places[here.id], describe_place(board, look, WORDS[language])
    glow = circle(*spot.at, max(FINGER, radius(here.spaces) + GLOW), class_="glow")
    return tag("a", glow + drawn, href=escape(leads), class_="door", aria_label=escape(says))


def frame_of(board: Board, around: Sequence[str]) -> Box:
    """The places and their names with a margin, wide enough to know the country by."""
    return _frame_around([_box(board.places[board.index[each]]) for each in around])


def _frame_around(boxes: Sequence[Box]) -> Box:
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    wide = max(right - left + 2 * MARGIN, LEAST_WIDE)
    high = max(bottom - top + 2 * MARGIN, wide * TALL)
    x = _inside((left + right - wide) / 2, wide, WIDTH)
    y = _inside((top + bottom - high) / 2, high, HEIGHT)
    return x, y, x + wide, y + high


def busiest_frame(
    board: Board, weights: Mapping[str, int], most_wide: float, most_high: float
) -> Box:
    """The frame, no larger than that, around the places that weigh most together."""
    boxes = [(_box(board.places[board.index[each]]), weights[each]) for each in weights]
    wide, high = most_wide - 2 * MARGIN, most_high - 2 * MARGIN
    best: tuple[int, list[Box]] = (0, [])
    for left in sorted({box[0] for box, _ in boxes}):
        column = [each for each in boxes if left <= each[0][0] and each[0][2] <= left + wide]
        for top in sorted({box[1] for box, _ in column}):
            inside = [each for each in column if top <= each[0][1] and each[0][3] <= top + high]
            weight = sum(each[1] for each in inside)
            if weight > best[0]:
                best = weight, [box for box, _ in inside]
    return _frame_around(best[1])


def price_tags(state: State, language: Language, theme: Theme) -> Iterator[Element]:
    """What the cheapest expansion costs, beside each place that one leads to."""
    board, dollars = state.board, WORDS[language].dollars
    if state.status != "playing":
        return
    near = moves.near_places(state)
    costs: dict[str, int] = {}
    for way in moves.links(state, *near):
        costs[way.path[-1]] = min(way.cost, costs.get(way.path[-1], way.cost))
    for name, cost in costs.items():
        label = dollars.format(cost)
        wide, high = width(label, HEAVY, TAG) + 10, TAG + 6
        (x, y), beside = plan().places[name].at, burst_offset(board, board.index[name])
        left, top = x + beside[0] - wide / 2, y + beside[1] - high / 2
        yield Element(
            rect(left, top, wide, high, rx=4, fill=theme.ink)
            + text(
                label, left + wide / 2, top + TAG - 0.5, HEAVY, TAG, theme.card, anchor="middle"
            ),
            (left - 1, top - 1, left + wide + 1, top + high + 1),
        )


def _box(here: Place) -> Box:
    spot, reach = plan().places[here.id], radius(here.spaces)
    (x, y), name = spot.at, name_box(here.name, here.spaces, spot.name_at, spot.anchor)
    return (
        min(x - reach, name[0]),
        min(y - reach, name[1]),
        max(x + reach, name[2]),
        max(y + reach, name[3]),
    )


def _inside(start: float, length: float, paper: float) -> float:
    return min(max(start, 0), paper - length)


def touches_frame(box: Box, frame: Box) -> bool:
    return box[0] < frame[2] and frame[0] < box[2] and box[1] < frame[3] and frame[1] < box[3]


def _meets(at: tuple[float, float], frame: Box) -> bool:
    (x, y), (left, top, right, bottom) = at, frame
    return left - LARGEST < x < right + LARGEST and top - LARGEST < y < bottom + LARGEST
