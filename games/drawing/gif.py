"""Pictures of one palette after another, as an animated GIF in which only what changed moves."""

import struct
from collections.abc import Iterable, Iterator, Sequence

from games.drawing.raster import COLOURS, Colour

CLEAR, END = COLOURS, COLOURS + 1
FIRST_WIDTH, CODES = 9, 4096
UNCHANGED = COLOURS - 1
BLOCK = 255

Frame = tuple[Sequence[bytes], int]


def animation(wide: int, palette: Sequence[Colour], frames: Iterable[Frame]) -> Iterator[bytes]:
    """`frames` are rows of numbers in the palette, and for how many hundredths of a second."""
    spared = _without_the_last(palette)
    shown: list[bytes] = []
    for rows, hundredths in frames:
        now = [row.translate(spared) for row in rows]
        if not shown:
            yield _head(wide, len(now), palette)
            shown = [b""] * len(now)
        yield from _frame(wide, shown, now, hundredths)
        shown = now
    yield b";"


def _without_the_last(palette: Sequence[Colour]) -> bytes:
    """Its number says “as before”, so its colour becomes the one nearest to it."""
    numbers = bytearray(range(COLOURS))
    if len(palette) == COLOURS:
        last = palette[UNCHANGED]
        numbers[UNCHANGED] = min(
            range(UNCHANGED),
            key=lambda i: sum((a - b) ** 2 for a, b in zip(palette[i], last, strict=True)),
        )
    return bytes(numbers)


def _head(wide: int, high: int, palette: Sequence[Colour]) -> bytes:
    table = bytes(part for colour in palette for part in colour).ljust(3 * COLOURS, b"\0")
    for_ever = b"!\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    return b"GIF89a" + struct.pack("<HHBBB", wide, high, 0xF7, 0, 0) + table + for_ever


def _frame(
    wide: int, shown: Sequence[bytes], now: Sequence[bytes], hundredths: int
) -> Iterator[bytes]:
    """Of the rows those between the first and the last that changed."""
    changed = [y for y, (old, new) in enumerate(zip(shown, now, strict=True)) if old != new]
    top, bottom = (changed[0], changed[-1] + 1) if changed else (0, 1)
    pixels = b"".join(_differing(shown[y], now[y]) for y in range(top, bottom))
    yield b"!\xf9\x04" + struct.pack("<BHBB", 0x05, hundredths, UNCHANGED, 0)
    yield b"," + struct.pack("<HHHHB", 0, top, wide, bottom - top, 0) + b"\x08"
    packed = lzw(pixels)
    for start in range(0, len(packed), BLOCK):
        block = packed[start : start + BLOCK]
        yield bytes([len(block)]) + block
    yield b"\0"


def _differing(old: bytes, new: bytes) -> bytes:
    if not old:
        return new
    if old == new:
        return bytes([UNCHANGED]) * len(new)
    return bytes([b if a != b else UNCHANGED for a, b in zip(old, new, strict=True)])


def lzw(pixels: bytes) -> bytes:
    """Variable codes of 9 to 12 bits, as GIF has them."""
    out = bytearray()
    waiting = CLEAR
    bits = width = FIRST_WIDTH
    table: dict[int, int] = {}
    following, prefix = END + 1, pixels[0]
    for pixel in pixels[1:]:
        key = prefix << 8 | pixel
        if key in table:
            prefix = table[key]
            continue
        waiting |= prefix << bits
        bits += width
        prefix = pixel
        if following == CODES:
            waiting |= CLEAR << bits
            bits += width
            table.clear()
            following, width = END + 1, FIRST_WIDTH
        else:
            table[key] = following
            width += following == 1 << width
            following += 1
        if bits >= 1 << 10:
            out += (waiting & (1 << 1024) - 1).to_bytes(128, "little")
            waiting >>= 1024
            bits -= 1024
    waiting |= prefix << bits
    bits += width
    waiting |= END << bits
    bits += width
    return bytes(out + waiting.to_bytes((bits + 7) // 8, "little"))
