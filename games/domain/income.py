"""Phase 1: what the empty spaces of a player's unscored cities pay."""

from bisect import bisect_right

from games.domain.board import places_in
from games.domain.expansions import EXPANSIONS
from games.domain.state import State

EXTRA_SPACES = tuple(each.extra_spaces for each in EXPANSIONS if each.extra_spaces)


def own_spaces(state: State, seat: int) -> int:
    """T1: all empty spaces of every unscored city with a franchise of the seat."""
    sizes, owners = state.sizes, state.owners
    spaces = 0
    for city in places_in(state.present[seat] & state.free):
        spaces += sizes[city] - len(owners[city])
    return spaces


def empty_spaces(state: State, seat: int) -> int:
    spaces = own_spaces(state, seat)
    for extra in EXTRA_SPACES:
        spaces += extra(state, seat)
    return spaces


def income_for(state: State, spaces: int) -> int:
    """T1: the income chart for the number of players, $1 to $7."""
    return bisect_right(state.board.income_chart[len(state.money)], spaces)


def income(state: State, seat: int) -> int:
    return income_for(state, empty_spaces(state, seat))
