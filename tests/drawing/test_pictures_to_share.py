"""The picture beside a link, and the whole game as an animated one."""

from itertools import accumulate
from struct import unpack_from

import pytest

from games.domain import NEW_GAME, State
from games.domain.course import course
from games.domain.evolve import evolve
from games.drawing import board_png
from games.drawing.animation import WIDE, board_gif
from games.drawing.card import card_png
from games.drawing.gif import CLEAR, END, UNCHANGED, lzw
from tests.drawing.games import pixels, table
from tests.golden.golden import events_of

Frame = list[list[tuple[int, int, int]]]


def unpack(packed: bytes) -> list[int]:
    """Decodes GIF's codes as the format says."""
    bits, at, width = int.from_bytes(packed, "little"), 0, 9
    words: dict[int, list[int]] = {}
    numbers: list[int] = []
    before: list[int] = []
    following = END + 1
    while True:
        code = bits >> at & (1 << width) - 1
        at += width
        if code == END:
            return numbers
        if code == CLEAR:
            words, before, following, width = {}, [], END + 1, 9
            continue
        word = [code] if code < CLEAR else words.get(code, [*before, *before[:1]])
        if before and following < 4096:
            words[following] = [*before, word[0]]
            following += 1
            if following == 1 << width and width < 12:
                width += 1
        numbers += word
        before = word


def frames(gif: bytes) -> list[tuple[Frame, int]]:
    wide, high, *_ = unpack_from("<HH", gif, 6)
    colours = [(gif[i], gif[i + 1], gif[i + 2]) for i in range(13, 13 + 768, 3)]
    at, pixels_now, moments, lasts = 13 + 768, [[(0, 0, 0)] * wide for _ in range(high)], [], 0
    while gif[at : at + 1] != b";":
        if gif[at : at + 2] == b"!\xff":
            at += 19
            continue
        (lasts,) = unpack_from("<H", gif, at + 4)
        _, top, width, rows = unpack_from("<HHHH", gif, at + 9)
        at, packed = at + 19, b""
        while gif[at]:
            packed += gif[at + 1 : at + 1 + gif[at]]
            at += 1 + gif[at]
        at += 1
        numbers = unpack(packed)
        assert len(numbers) == width * rows
        pixels_now = [list(row) for row in pixels_now]
        for i, number in enumerate(numbers):
            if number != UNCHANGED:
                pixels_now[top + i // width][i % width] = colours[number]
        moments.append((pixels_now, lasts))
    return moments


def turn_ends(name: str) -> list[State]:
    events = events_of(name)
    states = list(accumulate(events, evolve, initial=NEW_GAME))
    return [states[sample.version] for sample in course(events, states)]


@pytest.mark.parametrize("pattern", [bytes(1), bytes(9000), bytes(range(250)) * 60])
def test_packed_numbers_come_out_as_they_went_in(pattern: bytes) -> None:
    assert bytes(unpack(lzw(pattern))) == pattern


def test_a_game_moves_turn_by_turn_and_stops_at_its_end() -> None:
    states = turn_ends("two-players")[-4:]
    moments = frames(board_gif(states))
    assert [lasts for _, lasts in moments] == [70, 70, 70, 500]
    for state, (frame, _) in zip(states, moments, strict=True):
        still = pixels(board_png(state, width=WIDE))
        other = sum(
            a != b
            for row, still_row in zip(frame, still, strict=True)
            for a, b in zip(row, still_row, strict=True)
        )
        # One colour of the palette is needed to say “as before”.
        assert other < 0.001 * WIDE * len(still)
    assert moments[0][0] != moments[-1][0]


def test_a_whole_game_is_light_enough_to_send() -> None:
    assert len(board_gif(turn_ends("five-players-everything"))) < 3_000_000


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
