"""The same picture for mail.

What no move changes is drawn once and kept; of the rest only what was not drawn before is
drawn, upon what lies beneath it, and laid into its place. No fonts but the board's own.
"""

import re
from base64 import b64encode
from collections import Counter
from collections.abc import Iterable
from functools import lru_cache
from math import ceil, floor

import resvg_py

from games.domain.board import Board
from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.board import elements, theme_of
from games.drawing.faces import FONT_FILES
from games.drawing.ground import ground
from games.drawing.plan import HEIGHT, WIDTH, Element
from games.drawing.raster import (
    PACKED,
    QUICKLY_PACKED,
    Colour,
    Palette,
    indexed,
    rows_of,
    write,
)
from games.drawing.theme import Theme

KEPT_GROUNDS, KEPT_PATCHES = 24, 1500


def board_png(
    state: State,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    night: bool = False,
    width: int = 1200,
) -> bytes:
    return picture(state, changed=changed, language=language, night=night, width=width).png()


def picture(
    state: State,
    *,
    changed: Iterable[str] = (),
    language: Language = "en",
    night: bool = False,
    width: int,
) -> "Picture":
    theme = theme_of(night=night)
    canvas = _canvas(state.board, state.setup.closed, language, theme, width)
    picture = Picture(canvas)
    for element in elements(state, frozenset(changed), language, theme):
        picture.lay(element)
    return picture


class Canvas:
    """What no move changes, at one width."""

    def __init__(self, drawn: str, theme: Theme, width: int) -> None:
        self.wide = width
        self.scale = width / WIDTH
        self.high = round(HEIGHT * self.scale)
        png = resvg(_framed(drawn, (0, 0, self.wide, self.high), self.scale))
        seen: Counter[Colour] = Counter()
        for row in rows_of(png):
            seen.update(zip(*row, strict=True))
        self.palette = Palette(_colours(repr(theme)), seen)
        self.rows = b"".join(b"\0" + row for row in indexed(png, self.palette))


@lru_cache(maxsize=KEPT_GROUNDS)
def _canvas(board: Board, closed: int, language: Language, theme: Theme, width: int) -> Canvas:
    return Canvas(ground(board, closed, language, theme), theme, width)


class Picture:
    def __init__(self, canvas: Canvas) -> None:
        self.canvas = canvas
        self.rows = bytearray(canvas.rows)

    def lay(self, element: Element) -> None:
        scale, stride = self.canvas.scale, self.canvas.wide + 1
        left, top = (max(0, floor(edge * scale)) for edge in element.box[:2])
        right = min(self.canvas.wide, ceil(element.box[2] * scale))
        bottom = min(self.canvas.high, ceil(element.box[3] * scale))
        wide, rows = right - left, self.rows
        starts = range(top * stride + left + 1, bottom * stride + left + 1, stride)
        beneath = b"".join(rows[start : start + wide] for start in starts)
        patch = _patch(self.canvas, element.svg, (left, top, wide, bottom - top), beneath)
        for start, row in zip(starts, patch, strict=True):
            rows[start : start + wide] = row

    def pixel_rows(self) -> list[bytes]:
        stride = self.canvas.wide + 1
        return [
            bytes(self.rows[start + 1 : start + stride])
            for start in range(0, len(self.rows), stride)
        ]

    def png(self) -> bytes:
        canvas = self.canvas
        return write(canvas.wide, canvas.high, bytes(self.rows), canvas.palette, PACKED)


@lru_cache(maxsize=KEPT_PATCHES)
def _patch(
    canvas: Canvas, drawn: str, frame: tuple[int, int, int, int], beneath: bytes
) -> list[bytes]:
    _, _, wide, high = frame
    filtered = b"".join(
        b"\0" + beneath[start : start + wide] for start in range(0, len(beneath), wide)
    )
    ground_png = write(wide, high, filtered, canvas.palette, QUICKLY_PACKED)
    x, y, w, h = (edge / canvas.scale for edge in frame)
    image = (
        f'<image x="{x}" y="{y}" width="{w}" height="{h}" image-rendering="optimizeSpeed" '
        f'preserveAspectRatio="none" href="data:image/png;base64,{b64encode(ground_png).decode()}"/>'
    )
    return indexed(resvg(_framed(image + drawn, frame, canvas.scale)), canvas.palette)


def _framed(drawn: str, frame: tuple[int, int, int, int], scale: float) -> str:
    wide, high = frame[2:]
    view = " ".join(str(edge / scale) for edge in frame)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}" height="{high}" '
        f'viewBox="{view}" preserveAspectRatio="none">{drawn}</svg>'
    )


def resvg(drawn: str) -> bytes:
    return resvg_py.svg_to_bytes(svg_string=drawn, skip_system_fonts=True, font_files=FONT_FILES)


def _colours(written: str) -> list[Colour]:
    return [
        (int(hexed[:2], 16), int(hexed[2:4], 16), int(hexed[4:], 16))
        for hexed in re.findall(r"#([0-9A-Fa-f]{6})", written)
    ]
