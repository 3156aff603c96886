"""The picture that chat programs show beside a link: the game's name, the standings, the board."""

from collections.abc import Iterator

from PIL import Image

from games.domain.notation.words import WORDS, Language
from games.domain.state import State
from games.drawing.faces import DISPLAY, HEAVY, STRONG, Face, drawable_text, width
from games.drawing.pieces import token
from games.drawing.png import board_picture, draw, palette_of, reduce_colours, to_png
from games.drawing.svg import path, rect, text
from games.drawing.theme import DAY, Theme

WIDE, HIGH = 1200, 630
BOARD = 1008
SIDE = WIDE - BOARD
LEFT, ROOM = 18, SIDE - 30
NAME, NAME_LINE, NAME_LINES = 34.0, 39, 4


def card_png(state: State, name: str, language: Language = "en") -> bytes:
    board = board_picture(state, language=language, width=BOARD)
    svg = "".join(_side(state, name, language, DAY))
    side = draw(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{SIDE}" height="{HIGH}">{svg}</svg>'
    )
    card = Image.new("P", (WIDE, HIGH))
    card.putpalette(palette_of(board))
    card.paste(reduce_colours(side.convert("RGB"), board))
    card.paste(board, (SIDE, 0))
    return to_png(card)


def _side(state: State, name: str, language: Language, theme: Theme) -> Iterator[str]:
    yield rect(0, 0, SIDE, HIGH, fill=theme.card)
    yield path(f"M{SIDE - 1} 0V{HIGH}", stroke=theme.rule, stroke_width=2)
    y = 54
    for line in _lines(drawable_text(name, DISPLAY) or "Franchise", DISPLAY, NAME):
        size = min(NAME, NAME * ROOM / width(line, DISPLAY, NAME))
        yield text(line, LEFT, y, DISPLAY, size, theme.red)
        y += NAME_LINE
    if state.status == "playing":
        turn = WORDS[language].board.turn.format(state.turn)
        yield text(turn, LEFT, y, STRONG, 25, theme.quiet)
    yield from _standings(state, language, theme)


def _lines(name: str, face: Face, size: float) -> list[str]:
    lines = [""]
    for word in name.split():
        longer = f"{lines[-1]} {word}".strip()
        if lines[-1] and width(longer, face, size) > ROOM:
            lines.append(word)
        else:
            lines[-1] = longer
    if len(lines) > NAME_LINES:
        lines = [*lines[: NAME_LINES - 1], "..."]
    return lines


def _standings(state: State, language: Language, theme: Theme) -> Iterator[str]:
    seats = sorted(range(len(state.money)), key=lambda seat: -state.influence[seat])
    top = HIGH - 46 - 64 * (len(seats) - 1)
    for row, seat in enumerate(seats):
        colour, y = state.board.colours[seat], top + 64 * row
        if seat in state.winners:
            yield rect(8, y - 29, SIDE - 20, 58, rx=10, fill=theme.mustard)
        yield token(theme, colour, LEFT + 18, y, 17)
        points = str(state.influence[seat])
        yield text(points, SIDE - 22, y + 13, HEAVY, 38, theme.ink, anchor="end")
        name = WORDS[language].colours[colour]
        room = SIDE - 30 - width(points, HEAVY, 38) - (LEFT + 44)
        size = min(23.0, 23.0 * room / width(name, DISPLAY, 23))
        yield text(name, LEFT + 44, y + 8, DISPLAY, size, theme.ink)
