"""The board as one picture: the ground, which no move changes, and the present game over it."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from games.domain.board import Board
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.ground import ground, highlight_name, highlight_region, land, margin, roads
from games.drawing.plan import HEIGHT, WIDTH, Box, Element, plan
from games.drawing.regions import regions, track
from games.drawing.standings import milestones, players
from games.drawing.svg import group, number, tag, title
from games.drawing.theme import DAY, NIGHT, PAGE, Theme
from games.drawing.wheels import describe_place, draw_place

PAPER: Box = (0, 0, WIDTH, HEIGHT)
LAND: Box = (2, 72, 1406, 968)


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
        place_element(state, i, language, PAGE, changed=name in marked).svg
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
    yield from margin_elements(state, changed, language, theme)


def land_elements(
    state: State, changed: frozenset[str], language: Language, theme: Theme
) -> Iterator[Element]:
    board = state.board
    for region in board.regions:
        if region.id in changed:
            yield highlight_region(board, region.id, language, theme)
    for i, here in enumerate(board.places):
        yield place_element(state, i, language, theme, changed=here.id in changed)
    for here in board.places:
        if here.id in changed:
            yield highlight_name(here, theme)


def margin_elements(
    state: State, changed: frozenset[str], language: Language, theme: Theme
) -> Iterator[Element]:
    yield from players(state, theme, language)
    yield from regions(state, theme, language, changed)
    yield from track(state, theme, language)
    yield from milestones(state, theme, language)


def place_element(
    state: State, index: int, language: Language, theme: Theme, *, changed: bool = False
) -> Element:
    sentence = describe_place(state, index, WORDS[language])
    spot = plan().places[state.board.ids[index]]
    return draw_place(state, index, spot, theme, sentence, changed=changed)
