"""The board as one picture: the ground, which no move changes, and the present game over it."""

from collections.abc import Iterable, Iterator
from functools import lru_cache

from games.domain.board import Board
from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.ground import ground, highlight_name, highlight_region, land, roads
from games.drawing.plan import HEIGHT, WIDTH, Box, Element, Look
from games.drawing.plates import PlateLook, draw_plate
from games.drawing.regions import region_looks, track_looks
from games.drawing.standings import milestone_looks, player_looks
from games.drawing.svg import group, number, title
from games.drawing.theme import DAY, NIGHT, PAGE, Theme
from games.drawing.wheels import PlaceLook, place_look

PAPER: Box = (0, 0, WIDTH, HEIGHT)
LAND: Box = (2, 72, 1406, 968)
NONE: frozenset[str] = frozenset()
KEPT_LOOKS = 4000
"""Each takes about a kilobyte."""


def board_svg(
    state: State, *, changed: Iterable[str] = (), language: Language = "en", night: bool = False
) -> str:
    """`changed` are the ids of places and regions to mark."""
    theme = theme_of(night=night)
    fixed = ground(state.board, state.setup.closed, language, theme)
    parts = elements(state, frozenset(changed), language, theme)
    return _picture(state, language, PAPER, fixed, parts)


def board_for_pages(
    state: State, *, changed: Iterable[str] = (), language: Language = "en", called: str = ""
) -> str:
    """The land alone, for pages that show players, regions and track in words.

    Its colours are variables of `static/css/board.css`, by day and by night, and its land is a
    file of `land_for_pages` behind it, so that a page loads one by day or one by night.
    """
    fixed = ground_for_pages(state.board, state.setup.closed, language)
    parts = elements(state, frozenset(changed), language, PAGE, cards=False)
    return _picture(state, language, LAND, fixed, parts, called)


def ground_for_pages(board: Board, closed: int, language: Language) -> str:
    """A style sheet sees by the empty group that regions are out of play."""
    return (group(class_="out-of-play") if closed else "") + roads(board, closed, language, PAGE)


def places_for_pages(
    state: State, only: Iterable[str], *, changed: Iterable[str] = (), language: Language = "en"
) -> str:
    """The places of `only` and their regions' plates, to be laid over those that a page has."""
    board, names, marked = state.board, frozenset(only), frozenset(changed)
    places = [board.index[name] for name in names if name in board.index]
    regions = {board.region_of[place] for place in places}
    parts = [
        place_look(state, i, marked=board.ids[i] in marked).draw(board, PAGE, language)
        for i in sorted(places)
    ]
    parts += [
        draw_plate(look, board, PAGE, language)
        for look in region_looks(state, marked)
        if look.index in regions
    ]
    return "".join(part.svg for part in parts)


def pieces_for_pages(
    state: State, *, changed: Iterable[str] = (), language: Language = "en"
) -> str:
    """Everything on the land that a move can change, for a page that has the rest."""
    parts = elements(state, frozenset(changed), language, PAGE, cards=False)
    return "".join(part.svg for part in parts)


def land_for_pages(board: Board, closed: int, *, night: bool) -> str:
    """One file for the day and one for the night, because in WebKit a picture within a picture
    does not know whether the screen is dark."""
    svg = land(board, closed, theme_of(night=night))
    box = f"0 0 {WIDTH} {HEIGHT}"
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{svg}</svg>\n'


def _picture(
    state: State,
    language: Language,
    view: Box,
    fixed: str,
    parts: Iterable[Element],
    called: str = "",
) -> str:
    left, top, right, bottom = view
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" '
        f'viewBox="{" ".join(map(number, (left, top, right - left, bottom - top)))}" '
        f'role="graphics-document document" class="board">{title(called or heading(state, language))}'
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
    state: State, changed: frozenset[str], language: Language, theme: Theme, *, cards: bool = True
) -> Iterator[Element]:
    """Everything that a move can change, the lowest first; without `cards` on the land alone."""
    board = state.board
    for look in region_looks(state, changed):
        if not cards and not look.is_closed:
            yield _draw(PlateLook(look), board, theme, language)
        elif look.is_marked:
            yield highlight_region(board, board.regions[look.index].id, language, theme)
    for place in place_looks(state, changed):
        yield _draw(place, board, theme, language)
    for here in board.places:
        if here.id in changed:
            yield highlight_name(here, theme)
    for beside in margin_looks(state, changed) if cards else ():
        yield _draw(beside, board, theme, language)


@lru_cache(maxsize=KEPT_LOOKS)
def _draw(look: Look, board: Board, theme: Theme, language: Language) -> Element:
    return look.draw(board, theme, language)


def place_looks(state: State, marked: frozenset[str] = NONE) -> Iterator[PlaceLook]:
    for i, name in enumerate(state.board.ids):
        yield place_look(state, i, marked=name in marked)


def plate_looks(state: State) -> Iterator[Look]:
    for look in region_looks(state, NONE):
        if not look.is_closed:
            yield PlateLook(look)


def margin_looks(state: State, marked: frozenset[str] = NONE) -> Iterator[Look]:
    yield from player_looks(state)
    yield from region_looks(state, marked)
    yield from track_looks(state)
    yield from milestone_looks(state)
