"""The table between two events: a frozen value that is cheap to copy with a change.

Places and regions are indexes into the board, seats count from 0, and a set of
places is an int with one bit a place (see `board`). What never changes during a game
stands in `Setup`, which all states of the game share. `turn_starts` are the tables at the
start of each turn so far, for turns that are taken back.

Events are recorded in a `MutableState`, which is frozen into the next state.
"""

from collections.abc import Sequence
from typing import Any, Generic, Literal, TypeVar, get_origin

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import astuple, fields

from games.domain.board import PRINTED_BOARD, Board, RegionTile
from games.domain.rulesets import RULESET, RULESETS, Rulings
from games.domain.units import (
    ComputerName,
    Dollars,
    Franchises,
    Influence,
    PersonNumber,
    RegionId,
    SeatNumber,
    TileId,
)

Status = Literal["open", "towns", "draft", "boom", "playing", "ended", "abandoned"]
Tool = Literal["development", "route"]

T = TypeVar("T")
Numbers = TypeVar("Numbers", bound=Sequence[int])
Owners = TypeVar("Owners")
EMPTY: Any = ()
NOBODY = -1


class Seat(Struct, frozen=True, forbid_unknown_fields=True):
    """Who sits there: a person's number, or a computer player's name."""

    player: PersonNumber | None = None
    bot: ComputerName | None = None


class Layout(Struct, frozen=True, forbid_unknown_fields=True):
    """The host's own layout; what it does not name keeps its printed tile."""

    places: dict[str, int] = {}
    """The size of the tile in each city that is named."""
    regions: dict[RegionId, TileId] = {}
    """The id of the tile in each region that is named."""


class Options(Struct, frozen=True, forbid_unknown_fields=True):
    introductory: bool = False
    """Two towns are set for each seat instead of chosen."""
    layout: Literal["printed", "random", "draft"] = "printed"
    """How the tiles of cities and regions lie: as printed, drawn, or drafted by the players."""
    milestones: bool = False
    """With expansion 1."""
    boom: bool = False
    """With expansion 2."""
    region_tiles: Literal[1, 2, 3] | None = None
    """With expansion 3: 1 deals from the base and the new tiles, 2 from the new ones, 3 lets the players choose."""
    tile_set: tuple[RegionTile, ...] | None = None
    """New tiles to play with instead of the usual ones."""
    own_layout: Layout | UnsetType = UNSET
    """A layout of the maker’s own; `layout` is left out then."""


def upcast_layout(text: str) -> str:
    """JSON as it is written today: the host's own layout once stood in `layout` itself."""
    return text.replace('"layout":{', '"own_layout":{')


TakeBacks = Literal["never", "last-turn", "any-turn"]
Watch = Literal["public", "private"]
WhenLate = Literal["computer", "pass", "wait"]


class Terms(Struct, frozen=True, forbid_unknown_fields=True):
    """What the players agree on beside the rules; a pace of None sets no deadline."""

    name: str = ""
    """The table’s name."""
    owner: PersonNumber | None = None
    """Who made the table."""
    pace_hours: int | None = None
    """Hours a turn; null without a clock."""
    watch: Watch = "private"
    """Who may see the game: anybody, or its table."""
    take_backs: TakeBacks = "last-turn"
    """Which turns may be taken back."""
    bank_hours: int = 0
    """Spare hours of each seat for the whole game."""
    weekends_off: bool = False
    """Whether Saturdays and Sundays do not count."""
    when_late: WhenLate = "computer"
    """What comes of a turn whose time is up: a computer plays it, it is passed, or the game waits."""
    start_when_full: bool = False
    """Whether the last seat that is taken starts the game."""
    suggestions: bool = True
    """Whether mails and pages suggest turns."""


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


class ComputerWish(Struct, frozen=True):
    """That a computer player plays seat `of`, if all persons at the table want it."""

    seat: SeatNumber
    """Whose wish it is."""
    of: SeatNumber
    """The seat that it is to play."""
    bot: ComputerName


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

    seat: SeatNumber
    rank: int
    """From 1, who has the most franchises there."""
    franchises: Franchises
    """The seat’s franchises in the region."""
    influence: Influence = 0
    dollars: Dollars = 0


class RegionScore(Struct, frozen=True):
    """How a region scored: in whose turn, and onto which space of the track."""

    seat: int
    space: int
    influence: int
    shares: tuple[Share, ...]


class Final(Struct, frozen=True):
    """A seat's final scoring, E1: each part in influence, and the sum of the game."""

    seat: SeatNumber
    towns: Influence
    """Influence for franchises in towns."""
    money: Influence
    """Influence for money."""
    bonus_tiles: Influence
    """Influence for unused bonus tiles."""
    influence: Influence
    """The sum of the whole game."""


class Fields(Struct, Generic[Numbers, Owners]):
    """What a state consists of, frozen or not."""

    version: int = 0
    status: Status = "open"
    terms: Terms = Terms()
    setup: Setup = Setup()
    turn: int = 0
    to_move: int | None = None

    money: Numbers = EMPTY
    influence: tuple[int, ...] = ()
    supply: Numbers = EMPTY
    bonus: tuple[int, ...] = ()
    spent: tuple[int, ...] = ()
    reserve: tuple[int, ...] = ()
    present: Numbers = EMPTY

    owners: Owners = EMPTY
    sizes: tuple[int, ...] = ()
    free: int = 0
    expanding: Numbers = EMPTY
    centre: Numbers = EMPTY
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
    dear_marks: tuple[int, ...] = ()
    tools: tuple[tuple[Tool, ...], ...] = ()

    still: tuple[int, ...] = ()
    winners: tuple[int, ...] = ()
    final: tuple[Final, ...] = ()

    deadline: int | None = None
    paused: bool = False
    clock: Clock = NO_CLOCK
    ruleset_agreed: tuple[int, ...] = ()
    computer_wishes: tuple[ComputerWish, ...] = ()

    @property
    def mover(self) -> int:
        """The seat to move; an error where nobody is to move."""
        if self.to_move is None:
            raise LookupError(f"nobody is to move in a game that is {self.status}")
        return self.to_move

    @property
    def rulings(self) -> Rulings:
        return RULESETS[self.setup.ruleset].rulings

    def spare(self, seat: int) -> int:
        """P1: the supply beyond the franchises that the mover's markers stand for."""
        owed = len(self.expanding) if seat == self.to_move else 0
        return self.supply[seat] - owed


# Frozen, although what it is made of is not, since a mutable state is made of the same.
class State(Fields[tuple[int, ...], tuple[tuple[int, ...], ...]], frozen=True):  # type: ignore[misc]
    """The table between two events."""

    turn_starts: tuple["State", ...] = ()

    @property
    def board(self) -> Board:
        return RULESETS[self.setup.ruleset].board


class MutableState(Fields[list[int], list[tuple[int, ...]]]):
    """The table while events are recorded in it, with lists for what changes most."""

    turn_starts: tuple[State, ...] = ()
    board: Board = PRINTED_BOARD


NEW_GAME = State()
LISTS = [i for i, field in enumerate(fields(MutableState)) if get_origin(field.type) is list]
"""The fields, by number, that are lists in a mutable state."""


def thaw(state: State) -> MutableState:
    values = [*astuple(state), state.board]
    for number in LISTS:
        values[number] = list(values[number])
    return MutableState(*values)


def freeze(mutable: MutableState) -> State:
    values = list(astuple(mutable))
    values.pop()
    for number in LISTS:
        values[number] = tuple(values[number])
    return State(*values)


def with_item(items: tuple[T, ...], at: int, item: T) -> tuple[T, ...]:
    changed = list(items)
    changed[at] = item
    return tuple(changed)


def plus(numbers: tuple[int, ...], at: int, amount: int) -> tuple[int, ...]:
    changed = list(numbers)
    changed[at] += amount
    return tuple(changed)
