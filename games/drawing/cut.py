"""A part of the board, for pages that tell of a few places.

Several parts on one page share the ground that no move changes: it stands there once.
"""

from collections.abc import Iterable, Mapping, Sequence
from html import escape

from games.domain.board import Board, Place
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.ground import ground, highlight_name
from games.drawing.plan import CITY_RADII, HEIGHT, WIDTH, Box, name_box, plan, radius
from games.drawing.svg import circle, group, number, tag, title, use
from games.drawing.theme import PAGE
from games.drawing.wheels import describe_place, draw_place, place_look

GROUND = "the-ground"
MARGIN = 34.0
LEAST_WIDE = 440.0
TALL = 0.72
LARGEST = max(CITY_RADII.values())
FINGER, GLOW = 30.0, 9.0


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
    drawn = draw_place(board, look, PAGE, language, alone=False).svg
    if leads is None:
        return drawn
    spot, says = plan().places[here.id], describe_place(board, look, WORDS[language])
    glow = circle(*spot.at, max(FINGER, radius(here.spaces) + GLOW), class_="glow")
    return tag("a", glow + drawn, href=escape(leads), class_="door", aria_label=escape(says))


def frame_of(board: Board, around: Sequence[str]) -> Box:
    """The places and their names with a margin, wide enough to know the country by."""
    boxes = [_box(board.places[board.index[each]]) for each in around]
    lefts, tops, rights, bottoms = zip(*boxes, strict=True)
    left, top, right, bottom = min(lefts), min(tops), max(rights), max(bottoms)
    wide = max(right - left + 2 * MARGIN, LEAST_WIDE)
    high = max(bottom - top + 2 * MARGIN, wide * TALL)
    x = _inside((left + right - wide) / 2, wide, WIDTH)
    y = _inside((top + bottom - high) / 2, high, HEIGHT)
    return x, y, x + wide, y + high


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


def _meets(at: tuple[float, float], frame: Box) -> bool:
    (x, y), (left, top, right, bottom) = at, frame
    return left - LARGEST < x < right + LARGEST and top - LARGEST < y < bottom + LARGEST
