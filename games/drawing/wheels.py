"""A place as a picture (a wheel, a dashed ring or a disc) and as a sentence."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from math import cos, hypot, pi, sin

from msgspec import Struct

from games.domain.board import Board, Place
from games.domain.notation.words import WORDS, Language, Words
from games.domain.state import NOBODY, State
from games.drawing.faces import HEAVY
from games.drawing.pieces import circle_points, mark, star, token
from games.drawing.plan import Element, Spot, name_box, plan, radius, touches
from games.drawing.svg import circle, group, number, path, text, title
from games.drawing.theme import Theme

CACHE_SIZE = 4096
NUMERAL_DROP = 0.36
BURST = 17.0
MARK_ROOM, BOOM_ROOM = 11.0, 21.0


class PlaceLook(Struct, frozen=True):
    """Its pieces, and those on their way, by colour."""

    index: int
    pieces: tuple[str, ...]
    arriving: tuple[str, ...]
    size: int
    is_closed: bool
    is_scored: bool
    has_boom: bool
    is_marked: bool

    def draw(
        self, board: Board, theme: Theme, language: Language, *, alone: bool = True
    ) -> Element:
        """It has an id only where it is `alone`: no other picture of the place is on the page."""
        place = board.places[self.index]
        (x, y), reach = plan().places[place.id].at, radius(place.spaces)
        ring = ""
        if self.is_marked:
            ring = circle(0, 0, reach + 10, fill=theme.mustard) + circle(
                0, 0, reach + 4.6, fill=theme.card, stroke=theme.changed, stroke_width=3.6
            )
        svg = group(
            title(describe_place(board, self, WORDS[language])),
            ring,
            _body(board, self, reach, theme),
            *_arrivals(self, theme),
            boom(theme, *burst_offset(board, self.index)) if self.has_boom else "",
            id=f"place-{place.id}" if alone else None,
            role="img",
            class_=f"place {'town' if place.is_town else 'city'}{' changed' if self.is_marked else ''}",
            transform=f"translate({number(x)} {number(y)})",
        )  # fmt: skip
        room = reach + (BOOM_ROOM if self.has_boom else MARK_ROOM)
        return Element(svg, (x - room, y - room, x + room, y + room))


def place_look(state: State, index: int, *, marked: bool = False) -> PlaceLook:
    board, owners = state.board, state.owners[index] if state.owners else ()
    count = state.expanding.count(index) + state.centre.count(index)
    return PlaceLook(
        index,
        tuple([board.colours[owner] for owner in owners if owner != NOBODY]),
        (board.colours[state.mover],) * count if count else (),
        state.sizes[index] if state.sizes else board.places[index].spaces,
        NOBODY in owners,
        bool(state.owners) and not state.free >> index & 1,
        state.boom == index,
        marked,
    )


def _body(board: Board, look: PlaceLook, reach: float, theme: Theme) -> str:
    if look.is_closed:
        arm = reach * 0.36
        stroke = f"l{number(2 * arm)} {number(2 * arm)}"
        back = f"m0 {number(-2 * arm)}l{number(-2 * arm)} {number(2 * arm)}"
        return circle(
            0, 0, reach, fill=theme.closed, stroke=theme.closed_ink, stroke_width=1.6
        ) + path(
            f"M{number(-arm)} {number(-arm)}{stroke}{back}",
            stroke=theme.closed_ink,
            stroke_width=2,
            stroke_linecap="round",
        )
    if board.places[look.index].is_town:
        return town(theme, look.pieces[0] if look.pieces else None)
    if look.is_scored:
        region = board.regions[board.region_of[look.index]]
        return scored_city(theme, theme.tints[region.colour], reach, look.pieces)
    return wheel(theme, reach, look.size, look.pieces)


def _arrivals(look: PlaceLook, theme: Theme) -> Iterator[str]:
    """During a turn: the franchises that wait in the centre until phase 4 opens them."""
    for i, colour in enumerate(look.arriving):
        x = (i - (len(look.arriving) - 1) / 2) * 13
        yield circle(x, 0, 11.5, fill=theme.mustard, stroke="#2A2723", stroke_width=1.4)
        yield token(theme, colour, x, 0, 7)


def town(theme: Theme, colour: str | None) -> str:
    reach = radius(1)
    if colour is None:
        return circle(0, 0, reach, fill=theme.rim, stroke=theme.wheel, stroke_width=2.6)
    piece = theme.pieces[colour]
    return (
        circle(0, 0, reach, fill=piece.fill, stroke=theme.rim, stroke_width=2)
        + circle(0, 0, reach + 1.2, fill="none", stroke=theme.wheel, stroke_width=1.2)
        + mark(piece, colour, 0, 0, 6)
    )


@lru_cache(maxsize=CACHE_SIZE)
def wheel(theme: Theme, reach: float, size: int, colours: tuple[str, ...]) -> str:
    """Spaces clockwise from the star at twelve; the value in the hub."""
    hub = round(reach * 0.42, 1)
    middle, bead = (hub + reach - 2) / 2, 6.2 if reach > 25 else 5.2
    parts = [
        circle(0, 0, reach, fill=theme.wheel, stroke=theme.rim, stroke_width=2.4),
        path(_spokes(reach, size), stroke=theme.spoke, stroke_width=1.1),
    ]
    for i, (x, y) in enumerate(circle_points(0, 0, middle, size) if size else ()):
        if i < len(colours):
            piece = theme.pieces[colours[i]]
            d = wedge(reach - 1.2, size, i)
            parts.append(path(d, fill=piece.fill, stroke=theme.rim, stroke_width=1.3))
            parts.append(mark(piece, colours[i], x, y, bead))
        elif not i:
            parts.append(path(star(x, y, bead + 0.6), fill=theme.mustard))
    parts.append(circle(0, 0, hub, fill=theme.hub, stroke=theme.wheel, stroke_width=1))
    numeral = str(size) if size else "?"
    high = 21 if reach > 30 else 18 if reach > 25 else 15
    drop = high * NUMERAL_DROP
    parts.append(text(numeral, 0, drop, HEAVY, high, theme.hub_ink, anchor="middle"))
    return "".join(parts)


@lru_cache
def wedge(reach: float, size: int, space: int) -> str:
    half, at = pi / size, 2 * pi * space / size - pi / 2
    x0, y0 = reach * cos(at - half), reach * sin(at - half)
    x1, y1 = reach * cos(at + half), reach * sin(at + half)
    radii = f"{number(reach)} {number(reach)}"
    return f"M0 0L{number(x0)} {number(y0)}A{radii} 0 0 1 {number(x1)} {number(y1)}z"


@lru_cache
def _spokes(reach: float, size: int) -> str:
    turns = (2 * pi * (i + 0.5) / size - pi / 2 for i in range(size))
    rim = reach - 1.2
    return "".join(f"M0 0L{number(rim * cos(at))} {number(rim * sin(at))}" for at in turns)


@lru_cache(maxsize=CACHE_SIZE)
def scored_city(theme: Theme, tint: str, reach: float, colours: tuple[str, ...]) -> str:
    """A dashed ring where the tile was, and the franchises that stayed."""
    count = len(colours)
    ring = reach * (0 if count == 1 else 0.46 if count < 5 else 0.58)
    bead = 8 if count < 3 and reach > 25 else 6.6 if reach > 25 else 6
    return (
        circle(0, 0, reach - 1, fill=theme.card, stroke=tint, stroke_width=5)
        + circle(
            0, 0, reach, fill="none", stroke=theme.ink, stroke_width=1.7, stroke_dasharray="5 4"
        )
        + "".join(
            token(theme, colour, x, y, bead)
            for colour, (x, y) in zip(colours, circle_points(0, 0, ring, count or 1), strict=False)
        )
    )


@lru_cache
def burst_offset(board: Board, index: int) -> tuple[float, float]:
    return corner_with_room(board, board.places[index], plan().places)


def corner_with_room(board: Board, here: Place, spots: Mapping[str, Spot]) -> tuple[float, float]:
    """From the centre to the corner of the rim with the fewest names and places nearby."""
    x, y = spots[here.id].at
    names = [
        name_box(place.name, place.spaces, spots[place.id].name_at, spots[place.id].anchor)
        for place in board.places
    ]
    others = [
        (spots[place.id].at, radius(place.spaces)) for place in board.places if place is not here
    ]

    def crowd(step: tuple[float, float]) -> float:
        at = x + step[0], y + step[1]
        return sum(touches(box, at, BURST) for box in names) + sum(
            hypot(at[0] - u, at[1] - v) < BURST + reach for (u, v), reach in others
        )

    far = radius(here.spaces) * 0.78 + 4
    return min(((far, -far), (-far, -far), (-far, far), (far, far)), key=crowd)


def boom(theme: Theme, x: float, y: float) -> str:
    """A burst, where the empty spaces count twice."""
    return group(
        path(star(x, y, BURST, 11, 0.74), fill=theme.mustard, stroke="#2A2723", stroke_width=1.4),
        text("\u00d72", x, y + 5.2, HEAVY, 14, "#2A2723", anchor="middle"),
        class_="boom",
    )


def describe_place(board: Board, look: PlaceLook, words: Words) -> str:
    """Such as “Chicago, city of 7: blue, blue, red, 4 empty”."""
    place = board.places[look.index]
    pieces = [words.colours[colour].lower() for colour in look.pieces]
    if look.is_closed:
        sentence = f"{place.name}: {words.board.closed}"
    elif place.is_town:
        sentence = f"{place.name}, {words.board.town}: {pieces[0] if pieces else words.board.free}"
    elif look.is_scored:
        sentence = f"{place.name}, {words.board.scored}: {', '.join(pieces)}"
    else:
        kind = words.board.city_of.format(look.size) if look.size else words.board.no_tile
        sentence = f"{place.name}, {kind}"
        left = look.size - len(pieces)
        if left > 0:
            pieces.append(words.board.empty[left > 1].format(left))
        if pieces:
            sentence += f": {', '.join(pieces)}"
            if look.has_boom:
                sentence += f"; {words.board.boom}"
    if look.arriving:
        arriving = ", ".join(words.colours[colour].lower() for colour in look.arriving)
        sentence += f"; {words.board.arriving}: {arriving}"
    return sentence
