"""The table between two events: a frozen value that is cheap to copy with a change.

Places and regions are indexes into the board, seats count from 0, and a set of
places is an int with one bit a place (see `board`). What never changes during a game
stands in `Setup`, which all states of the game share. `turn_starts` are the tables at the
start of each turn so far, for turns that are taken back.

Events are recorded in a `Draft`, the same table on the way from one state to another.
"""

from typing import Literal

from msgspec import Struct
from msgspec.structs import astuple, replace

from games.domain.board import PRINTED_BOARD, Board, RegionTile

Status = Literal["open", "towns", "draft", "boom", "playing", "ended", "abandoned"]
Tool = Literal["development", "route"]

RULESET = "franchise-1"
BOARDS: dict[str, Board] = {RULESET: PRINTED_BOARD}
NOBODY = -1


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there: a person's number, or a computer player's name."""

    player: int | None = None
    bot: str | None = None


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's own layout; what it does not name keeps its printed tile."""

    places: dict[str, int] = {}
    regions: dict[str, str] = {}


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    introductory: bool = False
    layout: Literal["printed", "random", "draft"] | Layout = "printed"
    milestones: bool = False
    boom: bool = False
    region_tiles: Literal[1, 2, 3] | None = None
    tile_set: tuple[RegionTile, ...] | None = None


TakeBacks = Literal["never", "last-turn", "any-turn"]
Watch = Literal["public", "private"]
WhenLate = Literal["computer", "pass", "wait"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on beside the rules; a pace of None sets no deadline."""

    name: str = ""
    owner: int | None = None
    pace_hours: int | None = None
    watch: Watch = "private"
    take_backs: TakeBacks = "last-turn"
    bank_hours: int = 0
    weekends_off: bool = False
    when_late: WhenLate = "computer"


class Clock(Struct, frozen=True):
    """The times of a game beside the deadline; a tuple by seat is empty while all are 0.

    `bank_used` are seconds by seat, `lost` the turns in a row that a seat lost to the clock,
    `former` the person who sat there before, `agreed` the seats that want a pause. Of the
    seat to move: whether its bank runs, since when it is late, and its seconds after a pause.
    """

    bank_used: tuple[int, ...] = ()
    lost: tuple[int, ...] = ()
    former: tuple[int | None, ...] = ()
    agreed: tuple[int, ...] = ()
    banking: bool = False
    late_since: int | None = None
    left: int | None = None


NO_CLOCK = Clock()


class Setup(Struct, frozen=True):
    ruleset: str = RULESET
    seats: tuple[Seat, ...] = ()
    first: int = 0
    options: Options = Options()
    seed: int = 0
    closed: int = 0
    milestones: tuple[str, ...] = ()


class Share(Struct, frozen=True):
    """What one seat gets from a region: rank 1 has the most franchises there."""

    seat: int
    rank: int
    franchises: int
    influence: int = 0
    dollars: int = 0


class RegionScore(Struct, frozen=True):
    """How a region scored: in whose turn, and onto which space of the track."""

    seat: int
    space: int
    influence: int
    shares: tuple[Share, ...]


class Final(Struct, frozen=True):
    """A seat's final scoring, E1: each part in influence, and the sum of the game."""

    seat: int
    towns: int
    money: int
    bonus_tiles: int
    influence: int


class State(Struct, frozen=True):
    version: int = 0
    status: Status = "open"
    terms: Terms = Terms()
    setup: Setup = Setup()
    turn: int = 0
    to_move: int | None = None

    money: tuple[int, ...] = ()
    influence: tuple[int, ...] = ()
    supply: tuple[int, ...] = ()
    bonus: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    reserve: tuple[int, ...] = ()
    present: tuple[int, ...] = ()

    owners: tuple[tuple[int, ...], ...] = ()
    sizes: tuple[int, ...] = ()
    free: int = 0
    expanding: tuple[int, ...] = ()
    centre: tuple[int, ...] = ()
    boom: int | None = None

    tiles: tuple[RegionTile | None, ...] = ()
    markers: tuple[int | None, ...] = ()
    scored: tuple[RegionScore | None, ...] = ()
    track: tuple[int, ...] = ()

    city_pool: tuple[int, ...] = ()
    region_pool: tuple[RegionTile, ...] = ()
    chosen: tuple[RegionTile, ...] = ()

    milestones: tuple[tuple[int, ...], ...] = ()
    dear_links: tuple[int, ...] = ()
    tools: tuple[tuple[Tool, ...], ...] = ()

    still: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    final: tuple[Final, ...] = ()

    deadline: int | None = None
    paused: bool = False
    clock: Clock = NO_CLOCK
    turn_starts: tuple["State", ...] = ()

    @property
    def board(self) -> Board:
        return BOARDS[self.setup.ruleset]

    @property
    def mover(self) -> int:
        """The seat to move; an error where nobody is to move."""
        if self.to_move is None:
            raise LookupError(f"nobody is to move in a game that is {self.status}")
        return self.to_move

    def spare(self, seat: int) -> int:
        """P1: the supply beyond the franchises that the mover's markers stand for."""
        owed = len(self.expanding) if seat == self.to_move else 0
        return self.supply[seat] - owed


NEW_GAME = State()


class Draft(State, frozen=False):  # type: ignore[misc]  # the one State that changes
    """What changes in a game, restated; whoever only reads takes a State, and gets either."""

    version: int = 0
    status: Status = "open"
    terms: Terms = Terms()
    setup: Setup = Setup()
    turn: int = 0
    to_move: int | None = None

    money: list[int] = []  # type: ignore[assignment]
    influence: tuple[int, ...] = ()
    supply: list[int] = []  # type: ignore[assignment]
    bonus: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    reserve: tuple[int, ...] = ()
    present: list[int] = []  # type: ignore[assignment]

    owners: list[tuple[int, ...]] = []  # type: ignore[assignment]
    sizes: tuple[int, ...] = ()
    free: int = 0
    expanding: list[int] = []  # type: ignore[assignment]
    centre: list[int] = []  # type: ignore[assignment]
    boom: int | None = None

    tiles: tuple[RegionTile | None, ...] = ()
    markers: tuple[int | None, ...] = ()
    scored: tuple[RegionScore | None, ...] = ()
    track: tuple[int, ...] = ()

    city_pool: tuple[int, ...] = ()
    region_pool: tuple[RegionTile, ...] = ()
    chosen: tuple[RegionTile, ...] = ()

    milestones: tuple[tuple[int, ...], ...] = ()
    dear_links: tuple[int, ...] = ()
    tools: tuple[tuple[Tool, ...], ...] = ()

    still: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    final: tuple[Final, ...] = ()

    deadline: int | None = None
    paused: bool = False
    clock: Clock = NO_CLOCK
    turn_starts: list[State] = []  # type: ignore[assignment]
    board: Board = PRINTED_BOARD


def thaw(state: State) -> Draft:
    draft = Draft(*astuple(state), state.board)  # type: ignore[call-arg]  # a field more
    draft.money = list(state.money)
    draft.supply = list(state.supply)
    draft.present = list(state.present)
    draft.owners = list(state.owners)
    draft.expanding = list(state.expanding)
    draft.centre = list(state.centre)
    draft.turn_starts = list(state.turn_starts)
    return draft


def freeze(draft: Draft, *, turn_starts: bool = True) -> State:
    return replace(
        State(*astuple(draft)[:-1]),
        money=tuple(draft.money),
        supply=tuple(draft.supply),
        present=tuple(draft.present),
        owners=tuple(draft.owners),
        expanding=tuple(draft.expanding),
        centre=tuple(draft.centre),
        turn_starts=tuple(draft.turn_starts) if turn_starts else (),
    )
