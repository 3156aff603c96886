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
from games.drawing.cut import price_tags, touches_frame
from games.drawing.faces import FONT_FILES
from games.drawing.ground import ground
from games.drawing.plan import HEIGHT, WIDTH, Box
from games.drawing.theme import Theme

KEPT_GROUNDS, KEPT_PARTS = 12, 2000
"""At 1200 pixels wide a ground takes 0.9 MB, a part 11 kB: together 33 MB at most."""
COLOURS = 255
"""One less than a palette has: an animation needs a number that says “as before”."""
FEW_COLOURS = 44
"""What a mail's picture does with, and so weighs a third less: the theme's and the commonest."""
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


def board_png_for_mail(
    state: State, *, changed: Iterable[str] = (), language: Language = "en", width: int
) -> bytes:
    """With so few colours that it is light."""
    return to_png(
        board_picture(state, changed=changed, language=language, width=width, colours=FEW_COLOURS)
    )


def cut_png_for_mail(
    state: State,
    frame: Box,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    paper_width: int,
) -> bytes:
    """What lies in the frame of a board that is so wide as a whole, with what an expansion to
    each place that can be reached costs."""
    theme, scale = theme_of(night=False), paper_width / WIDTH
    canvas = _ground(state.board, state.setup.closed, language, theme, paper_width, FEW_COLOURS)
    left, top, right, bottom = (round(edge * scale) for edge in frame)
    picture = canvas.crop((left, top, right, bottom)).convert("RGB")
    lands = elements(state, frozenset(changed), language, theme, cards=False)
    for element in (*lands, *price_tags(state, language, theme)):
        if touches_frame(element.box, frame):
            part, (x, y) = _part(element.svg, _pixels(element.box, scale), scale)
            picture.paste(part, (x - left, y - top), part)
    return to_png(reduce_colours(picture, canvas))


def board_picture(
    state: State,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    night: bool = False,
    width: int,
    colours: int = COLOURS,
) -> Image.Image:
    theme, scale = theme_of(night=night), width / WIDTH
    canvas = _ground(state.board, state.setup.closed, language, theme, width, colours)
    picture = canvas.convert("RGB")
    for element in elements(state, frozenset(changed), language, theme):
        part, at = _part(element.svg, _pixels(element.box, scale), scale)
        picture.paste(part, at, part)
    return reduce_colours(picture, canvas)


def _pixels(box: Box, scale: float) -> Frame:
    """Left, top, width and height of a box, as far as it lies on the paper."""
    left, top = (max(0, floor(edge * scale)) for edge in box[:2])
    right = min(round(WIDTH * scale), ceil(box[2] * scale))
    bottom = min(round(HEIGHT * scale), ceil(box[3] * scale))
    return left, top, right - left, bottom - top


def to_png(picture: Image.Image) -> bytes:
    png = BytesIO()
    picture.save(png, "PNG", compress_level=PACKED)
    return png.getvalue()


def reduce_colours(picture: Image.Image, like: Image.Image) -> Image.Image:
    """With the palette of another picture.

    Pillow looks a colour up by its upper six bits: by those of the palette's it is exact.
    """
    palette = palette_of(like)
    upper = Image.new("P", (1, 1))
    upper.putpalette(bytes(part & 0xFC for part in palette))
    reduced = picture.quantize(palette=upper, dither=Image.Dither.NONE)
    reduced.putpalette(palette)
    return reduced


def palette_of(picture: Image.Image) -> bytes:
    return bytes(picture.getpalette() or ())


@lru_cache(maxsize=KEPT_GROUNDS)
def _ground(
    board: Board, closed: int, language: Language, theme: Theme, width: int, colours: int
) -> Image.Image:
    scale = width / WIDTH
    svg = ground(board, closed, language, theme)
    picture = draw(_crop(svg, (0, 0, width, round(HEIGHT * scale)), scale)).convert("RGB")
    return reduce_colours(picture, _choose_palette(theme, picture, colours))


@lru_cache(maxsize=KEPT_PARTS)
def _part(svg: str, frame: Frame, scale: float) -> tuple[Image.Image, tuple[int, int]]:
    """What is not transparent in the frame, and where that lies."""
    part = draw(_crop(svg, frame, scale))
    left, top, right, bottom = part.getbbox() or (0, 0, 1, 1)
    return part.crop((left, top, right, bottom)), (frame[0] + left, frame[1] + top)


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


def _choose_palette(theme: Theme, picture: Image.Image, most: int) -> Image.Image:
    """The theme's colours, then of the picture's the commonest that differ visibly."""
    hexed = re.findall(r"#[0-9A-Fa-f]{6}", repr(theme))
    colours: list[Colour] = [ImageColor.getrgb(each) for each in dict.fromkeys(hexed)]
    cells = {_cell(colour) for colour in colours}
    counts = cast("list[tuple[int, Colour]]", picture.getcolors(picture.width * picture.height))
    for _, colour in sorted(counts, reverse=True):
        if len(colours) < most and _cell(colour) not in cells:
            cells.add(_cell(colour))
            colours.append(colour)
    palette = Image.new("P", (1, 1))
    palette.putpalette(bytes(part for colour in colours for part in colour))
    return palette


def _cell(colour: Colour) -> Colour:
    return tuple(part >> 3 for part in colour)
