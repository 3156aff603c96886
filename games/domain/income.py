"""Phase 1: what the empty spaces of a player's unscored cities pay."""

from bisect import bisect_right

from games.domain.board import places_in
from games.domain.state import State


def empty_spaces(state: State, seat: int, boom: int | None) -> int:
    """T1: all empty spaces of every unscored city with a franchise of the seat."""
    sizes, owners = state.sizes, state.owners
    earning = state.present[seat] & state.free
    spaces = 0
    for city in places_in(earning):
        spaces += sizes[city] - len(owners[city])
    if boom is not None and earning >> boom & 1:
        # O3: those of the Boom marker's city count double for the active player.
        spaces += sizes[boom] - len(owners[boom])
    return spaces


def income_for(state: State, spaces: int) -> int:
    """T1: the income chart for the number of players, $1 to $7."""
    return bisect_right(state.board.income_chart[len(state.money)], spaces)


def income(state: State, seat: int) -> int:
    return income_for(state, empty_spaces(state, seat, state.boom))
