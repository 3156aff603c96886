"""A whole game as an animated picture with one frame for each turn."""

from collections.abc import Sequence
from io import BytesIO

from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.png import COLOURS, board_picture, palette_of

WIDE = 1200
TURN_TIME, END_TIME = 700, 5000
"""In milliseconds."""


def board_gif(states: Sequence[State], language: Language = "en") -> bytes:
    first, *others = states
    picture = board_picture(first, language=language, width=WIDE)
    gif = BytesIO()
    picture.save(
        gif,
        "GIF",
        save_all=True,
        append_images=(board_picture(state, language=language, width=WIDE) for state in others),
        duration=[TURN_TIME] * len(others) + [END_TIME],
        loop=0,
        palette=palette_of(picture),
        transparency=COLOURS,
        optimize=True,
    )
    return gif.getvalue()
