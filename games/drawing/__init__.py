"""Pictures of the board: `board_svg` for pages, `board_png` for mail."""

from games.drawing.board import (
    board_for_pages,
    board_svg,
    heading,
    land_for_pages,
    pieces_for_pages,
    places_for_pages,
)
from games.drawing.cut import board_cut, busiest_frame, shared_ground
from games.drawing.png import board_png, board_png_for_mail, cut_png_for_mail
from games.drawing.regions import tile_face

__all__ = [
    "board_cut",
    "board_for_pages",
    "board_png",
    "board_png_for_mail",
    "board_svg",
    "busiest_frame",
    "cut_png_for_mail",
    "heading",
    "land_for_pages",
    "pieces_for_pages",
    "places_for_pages",
    "shared_ground",
    "tile_face",
]
