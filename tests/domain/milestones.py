"""Tables with milestone tiles, and who reaches them."""

from msgspec.structs import replace

from games.domain import Event, Options, State
from games.domain.events import MilestoneReached
from tests.domain.tables import NAMES, all_of, lay

PLAYED = Options(milestones=True)


def with_tiles(state: State, *tiles: str) -> State:
    """The table with these milestone tiles face up, and nobody on them."""
    setup = replace(state.setup, milestones=tiles)
    return replace(state, setup=setup, milestones=((),) * len(tiles))


def lay_with_tile(tile: str, places: str, *, to_move: str = "blue", money: int = 20) -> State:
    laid = lay(5, places, to_move=to_move, money=dict.fromkeys(NAMES, money), options=PLAYED)
    return with_tiles(laid, tile)


def milestones_in(events: tuple[Event, ...]) -> list[tuple[str, str]]:
    return [(NAMES[event.seat], event.milestone) for event in all_of(MilestoneReached, events)]
