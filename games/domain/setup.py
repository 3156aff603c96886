"""Sets up a game from options and a seed, up to the first choice of a player."""

from collections.abc import Sequence

import msgspec

from games.domain.board import Board
from games.domain.chance import Draws
from games.domain.errors import Unplayable
from games.domain.events import Event, GameStarted
from games.domain.evolve import evolve
from games.domain.expansions import EXPANSIONS
from games.domain.rulesets import RULESET, RULESETS
from games.domain.stages import next_stage
from games.domain.state import NEW_GAME, Options, Seat

PRINTED_GAME = Options()
SET_UP = tuple(each.set_up for each in EXPANSIONS if each.set_up)


def start(
    seats: int | Sequence[Seat],
    *,
    first: int | None = None,
    options: Options = PRINTED_GAME,
    seed: int,
    ruleset: str = RULESET,
) -> tuple[Event, ...]:
    """The events that set up a game. All draws come from `seed`, and the events hold them."""
    count = seats if isinstance(seats, int) else len(seats)
    board = _board(ruleset, count)
    first = _first_seat(count, first, seed)
    options = _validate_options(options)
    closed = board.closed_regions(count)
    started = GameStarted(
        ruleset=ruleset,
        seats=(Seat(),) * count if isinstance(seats, int) else tuple(seats),
        first=first,
        options=options,
        seed=seed,
        # S7: starting money by turn order.
        money=tuple(board.starting_money[count][(seat - first) % count] for seat in range(count)),
        franchises=board.franchises,
        bonus_tiles=board.bonus_tiles[count],
        reserve=0,
        # S2: the regions out of play, their tiles on the first spaces of the track.
        closed_regions=tuple(board.regions[region].id for region in closed),
        sizes=tuple(place.spaces for place in board.places),
        tiles=board.base_tiles,
    )
    for set_up in SET_UP:
        started = set_up(started, board, closed)
    return (started, *next_stage(evolve(NEW_GAME, started)))


def _board(ruleset: str, count: int) -> Board:
    if ruleset not in RULESETS:
        raise Unplayable("S1", "there is no ruleset {value}", ruleset, RULESETS)
    board = RULESETS[ruleset].board
    if count not in board.starting_money:
        counts = tuple(board.starting_money)
        raise Unplayable("S7", "{value} players cannot play this map", count, counts)
    return board


def _first_seat(count: int, first: int | None, seed: int) -> int:
    if first is None:
        # S4: the first player is drawn at random.
        return Draws(seed, "first player").below(count)
    if first not in range(count):
        raise Unplayable("S4", "there is no seat {value}", first, range(count))
    return first


def _validate_options(options: Options) -> Options:
    try:
        return msgspec.convert(msgspec.to_builtins(options), Options)
    except msgspec.ValidationError as error:
        raise Unplayable("X3", "options: {error}", error=str(error)) from error
