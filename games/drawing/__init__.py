"""Pictures of the board: `board_svg` for pages, `board_png` for mail."""

from games.drawing.board import (
    Addresses,
    board_for_pages,
    board_svg,
    land_for_pages,
    pieces_for_pages,
    places_for_pages,
)
from games.drawing.cut import board_cut, shared_ground
from games.drawing.png import board_png

__all__ = [
    "Addresses",
    "board_cut",
    "board_for_pages",
    "board_png",
    "board_svg",
    "land_for_pages",
    "pieces_for_pages",
    "places_for_pages",
    "shared_ground",
]
