"""The same picture in pixels, for mail.

What no move changes is drawn once and kept, and so is every part that a move can change: a
picture is these laid upon each other. It has a palette, as a flat print has few colours, and
so weighs half. No fonts but the board's own.
"""

import re
from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from math import ceil, floor
from typing import cast

import resvg_py
from PIL import Image, ImageColor

from games.domain.board import Board
from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.board import elements, theme_of
from games.drawing.faces import FONT_FILES
from games.drawing.ground import ground
from games.drawing.plan import HEIGHT, WIDTH
from games.drawing.theme import Theme

KEPT_GROUNDS, KEPT_PARTS = 24, 1000
COLOURS = 255
"""One less than a palette has: an animation needs a number that says “as before”."""
PACKED = 5

Colour = tuple[int, ...]
Frame = tuple[int, int, int, int]


def board_png(
    state: State,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    night: bool = False,
    width: int = 1200,
) -> bytes:
    return to_png(
        board_picture(state, changed=changed, language=language, night=night, width=width)
    )


def board_picture(
    state: State,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    night: bool = False,
    width: int,
) -> Image.Image:
    theme, scale = theme_of(night=night), width / WIDTH
    canvas = _ground(state.board, state.setup.closed, language, theme, width)
    picture = canvas.convert("RGB")
    for element in elements(state, frozenset(changed), language, theme):
        left, top = (max(0, floor(edge * scale)) for edge in element.box[:2])
        right = min(picture.width, ceil(element.box[2] * scale))
        bottom = min(picture.height, ceil(element.box[3] * scale))
        part = _part(element.svg, (left, top, right - left, bottom - top), scale)
        picture.paste(part, (left, top), part)
    return reduce_colours(picture, canvas)


def to_png(picture: Image.Image) -> bytes:
    png = BytesIO()
    picture.save(png, "PNG", compress_level=PACKED)
    return png.getvalue()


def reduce_colours(picture: Image.Image, like: Image.Image) -> Image.Image:
    """With the palette of another picture."""
    return _with_palette(picture, palette_of(like))


def palette_of(picture: Image.Image) -> bytes:
    return bytes(picture.getpalette() or ())


@lru_cache(maxsize=KEPT_GROUNDS)
def _ground(board: Board, closed: int, language: Language, theme: Theme, width: int) -> Image.Image:
    scale = width / WIDTH
    svg = ground(board, closed, language, theme)
    picture = draw(_crop(svg, (0, 0, width, round(HEIGHT * scale)), scale)).convert("RGB")
    return _with_palette(picture, _palette(theme, picture))


@lru_cache(maxsize=KEPT_PARTS)
def _part(svg: str, frame: Frame, scale: float) -> Image.Image:
    return draw(_crop(svg, frame, scale))


def _crop(svg: str, frame: Frame, scale: float) -> str:
    wide, high = frame[2:]
    view = " ".join(str(edge / scale) for edge in frame)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="{view}" preserveAspectRatio="none">{svg}</svg>'
    )


def draw(svg: str) -> Image.Image:
    png = resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=FONT_FILES)
    picture = Image.open(BytesIO(png))
    picture.load()
    return picture


def _palette(theme: Theme, picture: Image.Image) -> bytes:
    """The theme's colours, then of the picture's the commonest that differ visibly."""
    hexed = re.findall(r"#[0-9A-Fa-f]{6}", repr(theme))
    colours: list[Colour] = [ImageColor.getrgb(each) for each in dict.fromkeys(hexed)]
    cells = {_cell(colour) for colour in colours}
    counts = cast("list[tuple[int, Colour]]", picture.getcolors(picture.width * picture.height))
    for _, colour in sorted(counts, reverse=True):
        if len(colours) < COLOURS and _cell(colour) not in cells:
            cells.add(_cell(colour))
            colours.append(colour)
    return bytes(part for colour in colours for part in colour)


def _cell(colour: Colour) -> Colour:
    return tuple(part >> 3 for part in colour)


def _with_palette(picture: Image.Image, palette: bytes) -> Image.Image:
    """Pillow looks a colour up by its upper six bits: by those of the palette's it is exact."""
    upper = Image.new("P", (1, 1))
    upper.putpalette(bytes(part & 0xFC for part in palette))
    reduced = picture.quantize(palette=upper, dither=Image.Dither.NONE)
    reduced.putpalette(palette)
    return reduced
