"""The board as one picture: the ground, which no move changes, and the present game over it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.domain.board import Board
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.ground import ground, highlight_name, highlight_region, land, margin, roads
from games.drawing.plan import HEIGHT, WIDTH, Box, Element, Look
from games.drawing.regions import region_looks, track_looks
from games.drawing.standings import milestone_looks, player_looks
from games.drawing.svg import group, number, tag, title
from games.drawing.theme import DAY, NIGHT, PAGE, Theme
from games.drawing.wheels import place_look

PAPER: Box = (0, 0, WIDTH, HEIGHT)
LAND: Box = (2, 72, 1406, 968)
NONE: frozenset[str] = frozenset()


def board_svg(
    state: State, *, changed: Iterable[str] = (), language: Language = "en", night: bool = False
) -> str:
    """`changed` are the ids of places and regions to mark."""
    theme = theme_of(night=night)
    fixed = ground(state.board, state.setup.closed, language, theme)
    parts = elements(state, frozenset(changed), language, theme)
    return _picture(state, language, PAPER, fixed, parts)


class Addresses(NamedTuple):
    """Where the pictures of the land lie."""

    day: str
    night: str


def board_for_pages(
    state: State,
    *,
    land_at: Addresses,
    changed: Iterable[str] = (),
    language: Language = "en",
    cards: bool = True,
) -> str:
    """Its colours are variables of `static/css/board.css`, by day and by night.

    `land_at` is where the page has the files that `land_for_pages` writes. Without `cards` the
    picture is the land alone, for pages that show players, regions and track in words.
    """
    board, marked = state.board, frozenset(changed)
    fixed = ground_for_pages(board, state.setup.closed, land_at, language, cards=cards)
    draw = elements if cards else land_elements
    parts = draw(state, marked, language, PAGE)
    return _picture(state, language, PAPER if cards else LAND, fixed, parts)


def ground_for_pages(
    board: Board, closed: int, land_at: Addresses, language: Language, *, cards: bool = True
) -> str:
    images = "".join(
        tag("image", href=at, class_=f"by-{time}", width=WIDTH, height=HEIGHT)
        for time, at in land_at._asdict().items()
    )
    svg = images + roads(board, closed, language, PAGE)
    return svg + margin(board, language, PAGE) if cards else svg


def places_for_pages(
    state: State, only: Iterable[str], *, changed: Iterable[str] = (), language: Language = "en"
) -> str:
    """The places of `only`, to be laid over those of a picture that a page has."""
    names, marked = frozenset(only), frozenset(changed)
    return "".join(
        place_look(state, i, marked=name in marked).draw(state.board, PAGE, language).svg
        for i, name in enumerate(state.board.ids)
        if name in names
    )


def pieces_for_pages(
    state: State, *, changed: Iterable[str] = (), language: Language = "en"
) -> str:
    """Everything on the land that a move can change, for a page that has the rest."""
    parts = land_elements(state, frozenset(changed), language, PAGE)
    return "".join(part.svg for part in parts)


def land_for_pages(board: Board, closed: int, *, night: bool) -> str:
    """One file for the day and one for the night, because in WebKit a picture within a picture
    does not know whether the screen is dark."""
    svg = land(board, closed, theme_of(night=night))
    box = f"0 0 {WIDTH} {HEIGHT}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{svg}</svg>\n'


def _picture(
    state: State, language: Language, view: Box, fixed: str, parts: Iterable[Element]
) -> str:
    left, top, right, bottom = view
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{" ".join(map(number, (left, top, right - left, bottom - top)))}" '
        f'role="graphics-document document" class="board">{title(heading(state, language))}'
        f"{group(fixed, aria_hidden='true', class_='ground')}"
        f"{group(*(part.svg for part in parts), class_='pieces')}</svg>"
    )


def theme_of(*, night: bool) -> Theme:
    return NIGHT if night else DAY


def heading(state: State, language: Language) -> str:
    words = WORDS[language]
    parts = ["Franchise"]
    if state.status == "playing":
        parts.append(words.board.turn.format(state.turn))
    if state.to_move is not None and state.status != "ended":
        parts.append(words.board.to_move.format(words.colours[state.board.colours[state.to_move]]))
    winners = [words.colours[state.board.colours[seat]] for seat in state.winners]
    return ", ".join([*parts, *(f"{winner} {words.wins}" for winner in winners)])


def elements(
    state: State, changed: frozenset[str], language: Language, theme: Theme
) -> Iterator[Element]:
    """Everything that a move can change, the lowest first."""
    yield from land_elements(state, changed, language, theme)
    for look in margin_looks(state, changed):
        yield look.draw(state.board, theme, language)


def land_elements(
    state: State, changed: frozenset[str], language: Language, theme: Theme
) -> Iterator[Element]:
    board = state.board
    for region in board.regions:
        if region.id in changed:
            yield highlight_region(board, region.id, language, theme)
    for look in place_looks(state, changed):
        yield look.draw(board, theme, language)
    for here in board.places:
        if here.id in changed:
            yield highlight_name(here, theme)


def place_looks(state: State, marked: frozenset[str] = NONE) -> Iterator[Look]:
    for i, name in enumerate(state.board.ids):
        yield place_look(state, i, marked=name in marked)


def margin_looks(state: State, marked: frozenset[str] = NONE) -> Iterator[Look]:
    yield from player_looks(state)
    yield from region_looks(state, marked)
    yield from track_looks(state)
    yield from milestone_looks(state)
