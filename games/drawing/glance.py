"""The board so small that it says who owns what: without links and names, its places larger."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache

from games.domain.board import Board
from games.domain.state import State
from games.drawing.board import LAND, place_looks, theme_of
from games.drawing.pieces import mark
from games.drawing.plan import plan, radius
from games.drawing.svg import circle, group, number, path
from games.drawing.theme import Theme
from games.drawing.wheels import PlaceLook, wedge

LARGER = 1.42
VIEW = " ".join(map(number, (LAND[0], LAND[1], LAND[2] - LAND[0], LAND[3] - LAND[1])))


def glance_svg(state: State, *, night: bool) -> str:
    """The places alone, to be laid over a picture of the land."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{VIEW}">'
        f"{glance(state, theme_of(night=night))}</svg>"
    )


def glance(state: State, theme: Theme) -> str:
    return "".join(draw_small(look, state.board, theme) for look in _looks(state))


def _looks(state: State) -> list[PlaceLook]:
    """The largest places first, so that none is hidden."""
    return sorted(place_looks(state), key=lambda look: -state.board.places[look.index].spaces)


def glance_film(states: Iterable[State], theme: Theme) -> dict[str, list[tuple[int, str]]]:
    """Of each place its looks, and from which of the tables on it has them."""
    film: dict[str, list[tuple[int, str]]] = {}
    before: Sequence[PlaceLook] = ()
    for table, state in enumerate(states):
        looks = _looks(state)
        for look in looks:
            if look not in before:
                part = draw_small(look, state.board, theme)
                film.setdefault(state.board.ids[look.index], []).append((table, part))
        before = looks
    return film


@lru_cache(maxsize=4096)
def draw_small(look: PlaceLook, board: Board, theme: Theme) -> str:
    place = board.places[look.index]
    (x, y), reach = plan().places[place.id].at, radius(place.spaces) * LARGER
    return group(*_body(look, board, reach, theme), transform=f"translate({number(x)} {number(y)})")


def _body(look: PlaceLook, board: Board, reach: float, theme: Theme) -> Iterator[str]:
    """A city shows its spaces as a wheel, one that is scored who stayed there within a ring."""
    if look.is_closed:
        yield circle(0, 0, reach * 0.7, fill=theme.closed, stroke=theme.closed_ink, stroke_width=2)
    elif board.places[look.index].is_town:
        fill = theme.pieces[look.pieces[0]].fill if look.pieces else theme.rim
        yield circle(0, 0, reach, fill=fill, stroke=theme.wheel, stroke_width=3)
        if look.pieces:
            yield mark(theme.pieces[look.pieces[0]], look.pieces[0], 0, 0, reach * 0.5)
    elif look.is_scored:
        yield circle(0, 0, reach, fill=theme.card, stroke=theme.ink, stroke_width=2.6)
        yield from _wedges(look.pieces, len(look.pieces), reach * 0.68, theme)
    else:
        yield circle(0, 0, reach, fill=theme.wheel, stroke=theme.rim, stroke_width=3)
        yield from _wedges(look.pieces, look.size, reach - 1.5, theme)
        yield circle(0, 0, reach * 0.3, fill=theme.hub)


def _wedges(colours: Sequence[str], spaces: int, reach: float, theme: Theme) -> Iterator[str]:
    if spaces == 1:
        yield circle(0, 0, reach, fill=theme.pieces[colours[0]].fill)
        return
    for space, colour in enumerate(colours):
        fill = theme.pieces[colour].fill
        yield path(wedge(reach, spaces, space), fill=fill, stroke=theme.rim, stroke_width=2)
