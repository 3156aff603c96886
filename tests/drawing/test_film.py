"""A game as a film gives every table's picture."""

from itertools import takewhile

import pytest

from games.domain import NEW_GAME
from games.domain.evolve import walk
from games.drawing import board_for_pages
from games.drawing.film import Reel, film
from tests.drawing.games import NAMES, titles
from tests.golden.golden import FOLDER, events_of, read


def frame_at(reels: tuple[Reel, ...], version: int) -> str:
    """The picture that a viewer puts together."""
    reel = [reel for reel in reels if reel.since <= version][-1]
    parts = [
        list(takewhile(lambda look: look[0] <= version, looks))[-1][1]
        for looks in reel.parts.values()
    ]
    return f'class="ground">{reel.ground}</g><g class="pieces">{"".join(parts)}</g></svg>'


@pytest.mark.parametrize("name", NAMES)
def test_every_event_of_a_film_is_the_board_as_it_was_then(name: str) -> None:
    events = events_of(name)
    states = [NEW_GAME, *walk(events)]
    reels = film(states, "en")
    for version in {*range(0, len(states), 5), len(states) - 2, len(states) - 1}:
        board = board_for_pages(states[version])
        assert board.endswith(frame_at(reels, version)), version


def test_a_marker_on_its_way_is_seen_and_told_until_it_is_a_franchise() -> None:
    events = read(FOLDER / "two-players.json").record.events
    states = [NEW_GAME, *walk(events)]
    state = next(state for state in states if state.expanding)
    place = state.board.ids[state.expanding[0]]
    mover = state.board.colours[state.mover]
    title = titles(board_for_pages(state))[f"place-{place}"]
    assert title.endswith(f"arriving: {mover}")
    assert "arriving" not in titles(board_for_pages(states[-1]))[f"place-{place}"]
