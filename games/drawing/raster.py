"""Pictures of at most 256 colours: read from what resvg draws, put together, written as PNG.

A flat print has few colours, and a byte a pixel makes a mail half as heavy and a
picture quick to put together and to pack.
"""

import struct
import zlib
from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import accumulate

PACKED, QUICKLY_PACKED = 5, 1
INDEXED = 3
COLOURS = 256
HEAD = b"\x89PNG\r\n\x1a\n"

Colour = tuple[int, int, int]
Row = tuple[bytes, bytes, bytes]


class Palette(dict[Colour, int]):
    """From any colour to the number of the one nearest to it."""

    def __init__(self, wanted: Iterable[Colour], seen: Counter[Colour]) -> None:
        """All of `wanted`, then of those seen the commonest that differ visibly."""
        self.colours = list(dict.fromkeys(wanted))
        bins = {_bin(colour) for colour in self.colours}
        for colour, _ in seen.most_common():
            if len(self.colours) < COLOURS and _bin(colour) not in bins:
                bins.add(_bin(colour))
                self.colours.append(colour)
        self.near: dict[Colour, int] = {}
        super().__init__({colour: i for i, colour in enumerate(self.colours)})

    def __missing__(self, colour: Colour) -> int:
        place = _bin(colour)
        found = self.near.get(place)
        if found is None:
            r, g, b = (8 * part + 4 for part in place)
            found = self.near[place] = min(
                range(len(self.colours)),
                key=lambda i: (
                    (self.colours[i][0] - r) ** 2
                    + (self.colours[i][1] - g) ** 2
                    + (self.colours[i][2] - b) ** 2
                ),
            )
        return found

    def chunk(self) -> bytes:
        return _chunk(b"PLTE", bytes(part for colour in self.colours for part in colour))


def _bin(colour: Colour) -> Colour:
    return colour[0] >> 3, colour[1] >> 3, colour[2] >> 3


def rows_of(png: bytes) -> Iterator[Row]:
    """The red, green and blue of each row of an opaque picture of 8-bit RGBA."""
    parts = dict(_parts(png))
    wide, _, depth, kind = struct.unpack_from(">LLBB", parts[b"IHDR"])
    if (depth, kind) != (8, 6):
        raise ValueError("not a picture of 8-bit RGBA")
    raw = zlib.decompress(parts[b"IDAT"])
    stride = 4 * wide + 1
    above: Row = (bytes(wide),) * 3
    for start in range(0, len(raw), stride):
        line = raw[start + 1 : start + stride]
        unfiltered = UNFILTER[raw[start]]
        red, green, blue = (unfiltered(line[i::4], above[i]) for i in range(3))
        above = (red, green, blue)
        yield above


def _parts(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    at, data = len(HEAD), b""
    while at < len(png):
        length, kind = struct.unpack_from(">L4s", png, at)
        part = png[at + 8 : at + 8 + length]
        data += part if kind == b"IDAT" else b""
        yield kind, data if kind == b"IDAT" else part
        at += length + 12


def _plain(line: bytes, _: bytes) -> bytes:
    return line


def _sub(line: bytes, _: bytes) -> bytes:
    return bytes([total & 255 for total in accumulate(line)])


def _up(line: bytes, above: bytes) -> bytes:
    return bytes([(step + up) & 255 for step, up in zip(line, above, strict=True)])


def _average(line: bytes, above: bytes) -> bytes:
    left, found = 0, bytearray()
    for step, up in zip(line, above, strict=True):
        left = (step + (left + up) // 2) & 255
        found.append(left)
    return bytes(found)


def _paeth(line: bytes, above: bytes) -> bytes:
    if not any(line):
        return above
    left = corner = 0
    found = bytearray()
    for step, up in zip(line, above, strict=True):
        if up == corner:
            guess = left
        elif left == corner:
            guess = up
        else:
            far_left, far_up = abs(up - corner), abs(left - corner)
            far_corner = abs(left + up - 2 * corner)
            if far_left <= far_up and far_left <= far_corner:
                guess = left
            else:
                guess = up if far_up <= far_corner else corner
        left = (step + guess) & 255
        corner = up
        found.append(left)
    return bytes(found)


UNFILTER = (_plain, _sub, _up, _average, _paeth)


def indexed(png: bytes, palette: Palette) -> list[bytes]:
    number = palette.__getitem__
    return [bytes(map(number, zip(*row, strict=True))) for row in rows_of(png)]


def write(wide: int, high: int, filtered: bytes, palette: Palette, level: int) -> bytes:
    """`filtered` are the rows, a zero before each."""
    head = struct.pack(">LLBBBBB", wide, high, 8, INDEXED, 0, 0, 0)
    return b"".join(
        (
            HEAD,
            _chunk(b"IHDR", head),
            palette.chunk(),
            _chunk(b"IDAT", zlib.compress(filtered, level)),
            _chunk(b"IEND", b""),
        )
    )


def _chunk(kind: bytes, content: bytes) -> bytes:
    body = kind + content
    return struct.pack(">L", len(content)) + body + struct.pack(">L", zlib.crc32(body))
