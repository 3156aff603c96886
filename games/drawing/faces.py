"""The board's two typefaces, Oleo Script and Overpass, and the width of a text in them.

The TrueType files lie in `fonts/` with their licences. Oleo Script is complete, since its name
is reserved for whole copies; Overpass holds the Latin letters.
"""

from functools import lru_cache
from pathlib import Path

from msgspec import Struct
from PIL import ImageFont

FOLDER = Path(__file__).parent / "fonts"
SPACES = " \N{NO-BREAK SPACE}"
UNITS = 2000
"""A size at which every advance of these faces is a whole number."""


class Face(Struct, frozen=True):
    file: str
    family: str
    weight: int

    @property
    def path(self) -> Path:
        return FOLDER / self.file


DISPLAY = Face("OleoScript-Bold.ttf", "Oleo Script", 700)
PLAIN = Face("Overpass-Regular.ttf", "Overpass", 400)
STRONG = Face("Overpass-SemiBold.ttf", "Overpass", 600)
HEAVY = Face("Overpass-ExtraBold.ttf", "Overpass", 800)
FACES = (DISPLAY, PLAIN, STRONG, HEAVY)
FONT_FILES = [str(face.path) for face in FACES]


def width(text: str, face: Face, size: float) -> float:
    """The sum of the advances, without kerning, which makes a text a little narrower at most."""
    return sum(_advance(char, face) for char in text) * size


def drawable_text(text: str, face: Face) -> str:
    """The text without the characters that the face lacks, for which it has a glyph without ink."""
    return "".join(char for char in text if char in SPACES or _has_ink(char, face)).strip()


@lru_cache(maxsize=4096)
def _advance(char: str, face: Face) -> float:
    """At size 1."""
    return _font(face).getlength(char) / UNITS


def _has_ink(char: str, face: Face) -> bool:
    _, top, _, bottom = _font(face).getbbox(char)
    return top < bottom


@lru_cache
def _font(face: Face) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(face.path, UNITS, layout_engine=ImageFont.Layout.BASIC)
