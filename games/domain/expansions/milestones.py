"""Expansion 1: milestone tiles, each worth one bonus tile from a player's reserve."""

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from games.domain.board import DEAREST_LINK, Board, places_in
from games.domain.chance import Draws
from games.domain.events import (
    CityScored,
    DearLinkMarked,
    Event,
    Expanded,
    FranchiseOpened,
    GameStarted,
    MilestoneReached,
    RegionScored,
)
from games.domain.moments import GameExpansion, Turn
from games.domain.state import State

DEAR_LINKS = "two-8-links"
FIVE_SCORED = "five-in-scored-cities"
"""The one that also another's turn can bring."""
FULFILLED_BY: Mapping[str, type[Event]] = {
    "four-towns": FranchiseOpened,
    "four-regions": FranchiseOpened,
    FIVE_SCORED: CityScored,
    "cities-of-2-3-4": FranchiseOpened,
    "big-city": CityScored,
    "region": RegionScored,
    DEAR_LINKS: Expanded,
}
"""After no other event the condition can have come to hold."""
MILESTONES = tuple(FULFILLED_BY)
BIG_CITY = 6


def draw_tiles(seats: int, seed: int) -> tuple[str, ...]:
    """M2: six of the seven tiles with 2 or 3 players, five with more."""
    return Draws(seed, "milestones").shuffle(MILESTONES)[: 6 if seats <= 3 else 5]


def reserve_size(seats: int) -> int:
    """M1: how many bonus tiles wait in each player's reserve."""
    return 4 if seats <= 3 else 3


def lay_tiles(game: GameStarted, _board: Board, _closed: tuple[int, ...]) -> GameStarted:
    """M1: the bonus tiles wait in the reserve."""
    if not game.options.milestones:
        return game
    seats = len(game.seats)
    tiles = draw_tiles(seats, game.seed)
    return replace(game, bonus_tiles=0, reserve=reserve_size(seats), milestones=tiles)


def notice_milestones(turn: Turn, since: int) -> None:
    """M3: at once, for all players; a city just filled or won is scored by then."""
    if turn.state.milestones:
        part = turn.events[since:]
        for event in part:
            if isinstance(event, Expanded):
                _mark_first_dear_link(turn, event.links.count(DEAREST_LINK))
        for reached in tuple(milestone_events(turn.state, part, turn.seat)):
            turn.add(reached)


def _mark_first_dear_link(turn: Turn, used: int) -> None:
    """M4: a franchise beside the tile, if the supply has one; it stays there for the second."""
    state, seat = turn.state, turn.seat
    if DEAR_LINKS not in state.setup.milestones or not state.rulings.first_dear_link_is_marked:
        return
    if used and used == state.dear_links[seat]:
        turn.add(DearLinkMarked(seat, franchise=state.spare(seat) > 0))


def milestone_events(state: State, part: Sequence[Event], mover: int) -> Iterator[MilestoneReached]:
    """M3: the tiles fulfilled after a part of a turn, in turn order from the active player.

    Each takes one from the seat's reserve and one from its supply, unless its mark lies there.
    """
    seats, kinds = len(state.money), set(map(type, part))
    near_tiles = [
        (tile, holders)
        for tile, holders in zip(state.setup.milestones, state.milestones, strict=True)
        if tile not in FULFILLED_BY or FULFILLED_BY[tile] in kinds
    ]
    for_others = [each for each in near_tiles if each[0] == FIVE_SCORED]
    for ahead in range(seats if for_others else 1):
        seat = (mover + ahead) % seats
        reserve, spare = state.reserve[seat], state.spare(seat)
        for tile, holders in for_others if ahead else near_tiles:
            if not reserve:
                break
            if seat not in holders and is_fulfilled(tile, state, seat, part):
                is_marked = tile == DEAR_LINKS and seat in state.dear_marks
                yield MilestoneReached(seat, tile, franchise=spare > 0 and not is_marked)
                reserve -= 1
                spare -= not is_marked


def is_fulfilled(tile: str, state: State, seat: int, part: Sequence[Event]) -> bool:
    """M4: the seven conditions."""
    board, present = state.board, state.present[seat]
    match tile:
        case "four-towns":
            return (present & board.towns).bit_count() >= 4
        case "four-regions":
            return sum(1 for places in board.region_places if present & places) >= 4
        case _ if tile == FIVE_SCORED:
            scored = present & board.cities & ~state.free
            return sum(state.owners[city].count(seat) for city in places_in(scored)) >= 5
        case "cities-of-2-3-4":
            return {2, 3, 4} <= {state.sizes[city] for city in places_in(present & state.free)}
        case "big-city":
            return any(
                isinstance(event, CityScored)
                and event.seat == seat
                and state.sizes[board.index[event.city]] >= BIG_CITY
                for event in part
            )
        case "region":
            return any(isinstance(event, RegionScored) and event.seat == seat for event in part)
        case _ if tile == DEAR_LINKS:
            return state.dear_links[seat] >= 2
        case _:
            raise ValueError(f"there is no milestone {tile!r}")


def marked_by(state: State, tile: str) -> tuple[int, ...]:
    """M4: whose mark of a first $8 link lies beside the tile, which they have not reached."""
    if tile != DEAR_LINKS:
        return ()
    reached = state.milestones[state.setup.milestones.index(tile)]
    return tuple(seat for seat in state.dear_marks if seat not in reached)


def position(state: State) -> dict[str, object]:
    marks = {"dear_marks": state.dear_marks} if state.rulings.first_dear_link_is_marked else {}
    return {
        "milestones": dict(zip(state.setup.milestones, state.milestones, strict=True)),
        "dear_links": state.dear_links,
        **marks,
    }


MILESTONE_TILES = GameExpansion(
    option="milestones",
    rules="milestones",
    called="milestones",
    title="Milestones",
    about="Bonus tiles are earned by reaching goals, instead of given at the start.",
    set_up=lay_tiles,
    after_part=notice_milestones,
    position=position,
)
