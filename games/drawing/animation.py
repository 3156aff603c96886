"""A whole game as an animated picture with one frame for each turn."""

from collections.abc import Iterator, Sequence

from games.domain.notation.words import Language
from games.domain.state import State
from games.drawing.gif import Frame, animation
from games.drawing.png import picture

WIDE = 640
TURN_TIME, END_TIME = 70, 500


def board_gif(states: Sequence[State], language: Language = "en") -> bytes:
    first = picture(states[0], language=language, width=WIDE)

    def frames() -> Iterator[Frame]:
        for number, state in enumerate(states, 1):
            still = picture(state, language=language, width=WIDE)
            hundredths = END_TIME if number == len(states) else TURN_TIME
            yield still.pixel_rows(), hundredths

    return b"".join(animation(WIDE, first.canvas.palette.colours, frames()))
