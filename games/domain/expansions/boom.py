"""Expansion 2: the Boom marker."""

from functools import lru_cache

from games.domain.board import Board, reach
from games.domain.state import State


def starting_cities(state: State) -> int:
    """O1: any unscored city in play."""
    return state.free & state.board.cities


def reachable_cities(state: State, stands: int) -> int:
    """O2: unscored cities one link away, or several links by way of towns and scored cities."""
    unscored = state.free & state.board.cities
    passable = (state.board.towns | state.board.cities) & ~unscored & ~state.setup.closed
    places = _reach_through(state.board, 1 << stands, passable)
    return places & unscored & ~(1 << stands)


@lru_cache(maxsize=4096)
def _reach_through(board: Board, start: int, passable: int) -> int:
    places = reach(board, start)
    while (wider := places | reach(board, places & passable)) != places:
        places = wider
    return places
