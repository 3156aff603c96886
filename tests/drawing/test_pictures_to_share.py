"""The picture beside a link, and the whole game as an animated one."""

from io import BytesIO

import pytest
from PIL import Image, ImageSequence

from games.domain import NEW_GAME, State
from games.domain.course import course
from games.domain.evolve import walk
from games.drawing import board_png
from games.drawing.animation import WIDE, board_gif
from games.drawing.card import card_png
from games.drawing.png import to_png
from tests.drawing.games import pixels, table
from tests.golden.golden import events_of

Frame = list[list[tuple[int, int, int]]]


def frames(gif: bytes) -> list[tuple[Frame, int]]:
    """Each as it looks, and for how many milliseconds."""
    animation = Image.open(BytesIO(gif))
    assert animation.info["loop"] == 0
    return [
        (pixels(to_png(frame.convert("RGB"))), frame.info["duration"])
        for frame in ImageSequence.Iterator(animation)
    ]


def turn_ends(name: str) -> list[State]:
    events = events_of(name)
    states = [NEW_GAME, *walk(events)]
    return [states[sample.version] for sample in course(events, states)]


def test_a_game_moves_turn_by_turn_and_stops_at_its_end() -> None:
    states = turn_ends("two-players")[-4:]
    moments = frames(board_gif(states))
    assert [lasts for _, lasts in moments] == [700, 700, 700, 5000]
    for state, (frame, _) in zip(states, moments, strict=True):
        assert frame == pixels(board_png(state, width=WIDE))
    assert moments[0][0] != moments[-1][0]


def test_a_whole_game_is_as_wide_as_its_names_are_legible_and_light_enough_to_send() -> None:
    gif = board_gif(turn_ends("five-players-everything"))
    assert Image.open(BytesIO(gif)).size == (1200, 750)
    assert len(gif) < 1_000_000


@pytest.mark.parametrize("name", ["Coast to Coast", "", "\U0001f3b2 <b>&", "A" * 80, "of " * 30])
def test_a_card_has_the_size_that_chat_programs_want_whatever_a_game_is_called(name: str) -> None:
    rows = pixels(card_png(table("five-players", 100), name))
    assert (len(rows[0]), len(rows)) == (1200, 630)


def test_a_card_shows_the_games_name() -> None:
    one, other = (
        pixels(card_png(table("five-players", 60), name)) for name in ("Route 66", "Dust Bowl")
    )
    assert [row[:180] for row in one[:80]] != [row[:180] for row in other[:80]]
    assert [row[200:] for row in one] == [row[200:] for row in other]
