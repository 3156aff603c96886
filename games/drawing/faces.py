"""The board's two typefaces, Oleo Script and Overpass, and the width of a text in them.

The TrueType files lie in `fonts/` with their licences. Oleo Script is complete, since its name
is reserved for whole copies; Overpass holds the Latin letters.
"""

import struct
from functools import lru_cache
from pathlib import Path

from msgspec import Struct

FOLDER = Path(__file__).parent / "fonts"
END_OF_TABLE = 0xFFFF


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
    advances = _advances(face)
    return sum(advances[char] for char in text) * size


def drawable_text(text: str, face: Face) -> str:
    """The text without the characters that the face lacks."""
    return "".join(char for char in text if char in _advances(face)).strip()


@lru_cache
def _advances(face: Face) -> dict[str, float]:
    """The advance of each character at size 1."""
    font = face.path.read_bytes()
    tables = _tables(font)
    (units,) = struct.unpack_from(">H", font, tables["head"] + 18)
    (metrics,) = struct.unpack_from(">H", font, tables["hhea"] + 34)
    advances = struct.unpack_from(">" + "Hh" * metrics, font, tables["hmtx"])[::2]
    return {
        chr(code): advances[min(glyph, metrics - 1)] / units
        for code, glyph in _glyphs(font, tables["cmap"]).items()
    }


def _tables(font: bytes) -> dict[str, int]:
    (count,) = struct.unpack_from(">H", font, 4)
    records = (struct.unpack_from(">4sLLL", font, 12 + 16 * i) for i in range(count))
    return {tag.decode(): offset for tag, _, offset, _ in records}


def _glyphs(font: bytes, cmap: int) -> dict[int, int]:
    """The glyph of each character code, from the font's table of segments (format 4)."""
    table = _segments(font, cmap)
    (double,) = struct.unpack_from(">H", font, table + 6)
    columns = [table + 14, *(table + 16 + double * i for i in range(1, 4))]
    glyphs = {}
    for i in range(0, double, 2):
        last, first, delta, shift = (
            struct.unpack_from(">H", font, column + i)[0] for column in columns
        )
        for code in range(first, last + 1):
            glyph = code
            if shift:
                where = columns[3] + i + shift + 2 * (code - first)
                (glyph,) = struct.unpack_from(">H", font, where)
            if code != END_OF_TABLE:
                glyphs[code] = (glyph + delta) % 0x10000
    return glyphs


def _segments(font: bytes, cmap: int) -> int:
    (count,) = struct.unpack_from(">H", font, cmap + 2)
    for i in range(count):
        (offset,) = struct.unpack_from(">L", font, cmap + 8 + 8 * i)
        if struct.unpack_from(">H", font, cmap + offset) == (4,):
            return int(cmap + offset)
    raise ValueError("the font has no table of segments")
