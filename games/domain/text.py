"""The table as text: a line for each player, then the regions with their places.

It goes into mails: no line is wider than theirs, or begins as a quotation does.
"""

from collections.abc import Iterator
from textwrap import wrap

from games.domain.board import places_in
from games.domain.expansions.milestones import marked_by
from games.domain.income import income
from games.domain.notation.words import (
    WORDS,
    Language,
    Words,
    kind_text,
    region_name,
    value_texts,
)
from games.domain.state import NOBODY, State

PIECES = ("●", "■", "▲", "◆", "★")
PIECE_OF_NOBODY = "x"
EMPTY_SPACE = "·"
MOVER = "→"
WIDTH = 72
COLUMN = 35
NAME = 14


def draw(state: State, language: Language = "en") -> str:
    words = WORDS[language]
    return "\n".join([*_players(state, words), *_track(state, words), *_regions(state, words)])


def region_headings(state: State, language: Language) -> str:
    """The regions alone, on one line: what each is worth, and whose marker lies there."""
    words = WORDS[language]
    return words.semicolon.join(_heading(state, words, i) for i in range(len(state.board.regions)))


def _players(state: State, words: Words) -> Iterator[str]:
    board = state.board
    for seat, money in enumerate(state.money):
        arrow = MOVER if seat == state.to_move else " "
        towns = (state.present[seat] & board.towns).bit_count()
        yield (
            f"{arrow} {PIECES[seat]} {words.colours[board.colours[seat]]:8}"
            f"{state.influence[seat]:4} {words.board.points}  {words.dollars.format(money):4}"
            f" +{words.dollars.format(income(state, seat))}"
            f"   {words.verbs['bonus'][0]} {state.bonus[seat]}"
            f"   {words.verbs['town'][0]} {towns}   ({state.supply[seat]})"
        )
        if state.tools[seat]:
            tools = ", ".join(words.tools[tool][0] for tool in state.tools[seat])
            yield f"    {tools}"


def _track(state: State, words: Words) -> Iterator[str]:
    track = state.board.track
    spaces = []
    for i, influence in enumerate(track.influence):
        red = "!" if i + 1 >= track.red_zone_from else ""
        space = (
            region_name(state.board.regions[state.track[i]].id, words, state.board)
            if i < len(state.track)
            else f"{influence}"
        )
        spaces.append(f"{red}{space}")
    yield ""
    yield from _fold(f"{words.track}{words.colon}", spaces)
    if state.boom is not None:
        yield f"  {words.board.boom}{words.colon}{state.board.places[state.boom].name}"
    for tile, seats in zip(state.setup.milestones, state.milestones, strict=True):
        marks = [f"({PIECES[seat]})" for seat in marked_by(state, tile)]
        holders = " ".join([*[PIECES[seat] for seat in seats], *marks])
        yield f"  {words.reaches}{words.colon}{words.milestones[tile]} {holders}".rstrip()
    yield ""


def _fold(head: str, spaces: list[str]) -> list[str]:
    """On as many lines as they need, a name whole and its bar at the end."""
    glued = [space.replace(" ", "\xa0") for space in spaces]
    lines = wrap(head + "\xa0| ".join(glued), WIDTH, initial_indent="  ", subsequent_indent="    ")
    return [line.replace("\xa0", " ") for line in lines]


def _regions(state: State, words: Words) -> Iterator[str]:
    blocks = [list(_region(state, words, i)) for i in range(len(state.board.regions))]
    half = (len(blocks) + 1) // 2
    for left, right in zip(blocks[:half], [*blocks[half:], []], strict=False):
        height = max(len(left), len(right))
        left += [""] * (height - len(left))
        right += [""] * (height - len(right))
        for one, other in zip(left, right, strict=True):
            yield f"{one:{COLUMN}}{other}".rstrip()


def _heading(state: State, words: Words, region: int) -> str:
    board = state.board
    tile, marker = state.tiles[region], state.markers[region]
    values = "?" if tile is None else "/".join(value_texts(tile, words))
    kind = "" if tile is None or tile.kind == "influence" else f" {kind_text(tile, words)}"
    beside = "" if marker is None else f" {PIECES[marker]}"
    name = region_name(board.regions[region].id, words, board)
    return f"{name} {values}{kind.rstrip()}{beside}"


def _region(state: State, words: Words, region: int) -> Iterator[str]:
    board = state.board
    yield _heading(state, words, region)
    for place in places_in(board.region_places[region]):
        yield f"  {board.places[place].name:{NAME}} {_spaces(state, place)}"
    yield ""


def _spaces(state: State, place: int) -> str:
    owners, size = state.owners[place], state.sizes[place]
    pieces = [PIECE_OF_NOBODY if owner == NOBODY else PIECES[owner] for owner in owners]
    if state.board.places[place].is_town:
        return " ".join(pieces) or EMPTY_SPACE
    if not size:
        return "?"
    if not state.free >> place & 1:
        return f"({size}) {' '.join(pieces)}"
    return f"{size}:  {' '.join([*pieces, *[EMPTY_SPACE] * (size - len(owners))])}"
