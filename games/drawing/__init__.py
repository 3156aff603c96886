"""The board as a picture of our own: `board_svg` for pages, `board_png` for mail."""

from games.drawing.board import board_svg
from games.drawing.png import board_png

__all__ = ["board_png", "board_svg"]
