"""Events: what happens at a table. Seats count from 0.

The `tag` is the stored name of an event and stays for ever; a class may be renamed.
"""

from collections.abc import Iterable
from typing import Generic, Literal, TypedDict, TypeVar, cast, get_args

from msgspec import UNSET, Struct, UnsetType, json

from games.domain.board import RegionTile
from games.domain.state import Final, Options, Seat, Share, Terms, Tool

T = TypeVar("T")
BonusUse = Literal["expand", "share", "cash"]
EndReason = Literal["red-zone", "no-expansion"]
Stage = Literal["draft", "towns", "boom", "playing"]


DeadlineReason = Literal[
    "turn", "bank", "extended", "holiday", "paused", "agreed-pause", "resumed", "late", "over"
]


class AroundTheTable(Struct, frozen=True):
    """Who plays and when, and nothing on the board."""


class GameCreated(AroundTheTable, frozen=True, tag="GameCreated"):
    terms: Terms
    seats: int
    options: Options
    ruleset: str


class SeatTaken(AroundTheTable, frozen=True, tag="SeatTaken"):
    seat: int
    player: int | None = None
    bot: str | None = None


class SeatLeft(AroundTheTable, frozen=True, tag="SeatLeft"):
    seat: int


class PlayerInvited(AroundTheTable, frozen=True, tag="PlayerInvited"):
    """The invitation's row says who is invited, so that this can be forgotten."""

    invitation: str


class GameStarted(Struct, frozen=True, tag="GameStarted"):
    """The game before the first choice; a size of 0 or a tile of None waits for the tile draft."""

    ruleset: str
    seats: tuple[Seat, ...]
    first: int
    options: Options
    seed: int
    money: tuple[int, ...]
    franchises: int
    bonus_tiles: int
    reserve: int
    closed_regions: tuple[str, ...]
    sizes: tuple[int, ...]
    tiles: tuple[RegionTile | None, ...]
    city_pool: tuple[int, ...] = ()
    region_pool: tuple[RegionTile, ...] = ()
    milestones: tuple[str, ...] = ()


class SetupStageBegan(Struct, frozen=True, tag="SetupStageBegan"):
    stage: Stage
    seat: int


class TileChosen(Struct, frozen=True, tag="TileChosen"):
    """Expansion 3, third way: a tile that will be in the game; `last` ends the choice."""

    seat: int
    tile: str
    next: int
    last: bool


class TilesDealt(Struct, frozen=True, tag="TilesDealt"):
    """Chosen tiles laid at random, one a region in play, in the map's order."""

    tiles: tuple[str, ...]


class TilePlaced(Struct, frozen=True, tag="TilePlaced"):
    """Tile draft: a city tile by its size, or a region tile by its id."""

    seat: int
    where: str
    tile: int | str
    next: int


class TownChosen(Struct, frozen=True, tag="TownChosen"):
    seat: int
    town: str
    next: int


class BoomMoved(Struct, frozen=True, tag="BoomMoved"):
    seat: int
    city: str


class TimeRanOut(Struct, frozen=True, tag="TimeRanOut"):
    seat: int


class IncomeCollected(Struct, frozen=True, tag="IncomeCollected"):
    seat: int
    empty_spaces: int
    amount: int


class BonusTileSpent(Struct, frozen=True, tag="BonusTileSpent"):
    seat: int
    use: BonusUse
    amount: int = 0


class ToolSpent(Struct, frozen=True, tag="ToolSpent"):
    """The Route or the Development tile of expansion 3."""

    seat: int
    tool: Tool


class Expanded(Struct, frozen=True, tag="Expanded"):
    """A marker went along `path`, own place first; `links` are the printed costs on the way."""

    seat: int
    place: str
    path: tuple[str, ...]
    links: tuple[int, ...]
    cost: int


class MarketShareIncreased(Struct, frozen=True, tag="MarketShareIncreased"):
    seat: int
    city: str
    cost: int


class FranchiseOpened(Struct, frozen=True, tag="FranchiseOpened"):
    seat: int
    place: str


class CityScored(Struct, frozen=True, tag="CityScored"):
    """`seat` is the active player; `winner` gets the points and all franchises there but one."""

    seat: int
    city: str
    winner: int
    majority: bool
    influence: int
    taken_back: int


class RegionMarked(Struct, frozen=True, tag="RegionMarked"):
    """The right is recorded even without a franchise in the supply."""

    seat: int
    region: str
    franchise: bool


class RegionScored(Struct, frozen=True, tag="RegionScored"):
    """`seat` is the active player, who gains the influence of the track's space."""

    seat: int
    region: str
    space: int
    influence: int
    shares: tuple[Share, ...]
    bonus_tile_back: bool = False
    takes: Tool | None = None


class MilestoneReached(Struct, frozen=True, tag="MilestoneReached"):
    seat: int
    milestone: str
    franchise: bool


class TurnTakenBack(Struct, frozen=True, tag="TurnTakenBack"):
    """The table is again that of `to_version`; the events before remain."""

    to_version: int
    seat: int | None = None


class PlayerReplaced(AroundTheTable, frozen=True, tag="PlayerReplaced"):
    """A player whom the host has put out cannot return to the seat without the host."""

    seat: int
    player: int | None = None
    bot: str | None = None
    by_host: bool | UnsetType = UNSET


class DeadlineSet(AroundTheTable, frozen=True, tag="DeadlineSet", omit_defaults=True):
    """`at` in seconds since 1970 UTC; None where no clock runs. A pause left `left` seconds."""

    at: int | None
    reason: DeadlineReason
    left: int | None = None


class BankOpened(AroundTheTable, frozen=True, tag="BankOpened"):
    """The time of the pace is over, and the seat's bank runs."""

    seat: int


class BankUsed(AroundTheTable, frozen=True, tag="BankUsed"):
    seat: int
    seconds: int


class PauseAgreed(AroundTheTable, frozen=True, tag="PauseAgreed"):
    """The clock stops when all persons at the table have agreed."""

    seat: int


class PauseWithdrawn(AroundTheTable, frozen=True, tag="PauseWithdrawn"):
    seat: int


class PauseEnded(AroundTheTable, frozen=True, tag="PauseEnded"):
    seat: int


class PlayersRenumbered(AroundTheTable, frozen=True, tag="PlayersRenumbered"):
    """The game came from another server: people's old numbers and their new ones.

    A number below 1 is that of somebody unknown here.
    """

    numbers: tuple[tuple[int, int], ...]


class GameAbandoned(Struct, frozen=True, tag="GameAbandoned"):
    pass


class TurnEnded(Struct, frozen=True, tag="TurnEnded"):
    """`still` are the seats that have not expanded since anybody last did."""

    seat: int
    next: int
    still: tuple[int, ...] = ()


class GameEnded(Struct, frozen=True, tag="GameEnded"):
    reason: EndReason
    final: tuple[Final, ...]
    winners: tuple[int, ...]


Event = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | PlayerInvited
    | GameStarted
    | SetupStageBegan
    | TileChosen
    | TilesDealt
    | TilePlaced
    | TownChosen
    | BoomMoved
    | TimeRanOut
    | IncomeCollected
    | BonusTileSpent
    | ToolSpent
    | Expanded
    | MarketShareIncreased
    | FranchiseOpened
    | CityScored
    | RegionMarked
    | RegionScored
    | MilestoneReached
    | TurnEnded
    | TurnTakenBack
    | PlayerReplaced
    | DeadlineSet
    | BankOpened
    | BankUsed
    | PauseAgreed
    | PauseWithdrawn
    | PauseEnded
    | PlayersRenumbered
    | GameAbandoned
    | GameEnded
)


class ByEvent(TypedDict, Generic[T]):
    """A row for each type of event; the type checker names a row that is missing."""

    GameCreated: T
    SeatTaken: T
    SeatLeft: T
    PlayerInvited: T
    GameStarted: T
    SetupStageBegan: T
    TileChosen: T
    TilesDealt: T
    TilePlaced: T
    TownChosen: T
    BoomMoved: T
    TimeRanOut: T
    IncomeCollected: T
    BonusTileSpent: T
    ToolSpent: T
    Expanded: T
    MarketShareIncreased: T
    FranchiseOpened: T
    CityScored: T
    RegionMarked: T
    RegionScored: T
    MilestoneReached: T
    TurnEnded: T
    TurnTakenBack: T
    PlayerReplaced: T
    DeadlineSet: T
    BankOpened: T
    BankUsed: T
    PauseAgreed: T
    PauseWithdrawn: T
    PauseEnded: T
    PlayersRenumbered: T
    GameAbandoned: T
    GameEnded: T


def by_type(rows: ByEvent[T]) -> dict[type[Event], T]:
    types: dict[str, type[Event]] = {event.__name__: event for event in get_args(Event)}
    return {types[name]: row for name, row in cast("dict[str, T]", rows).items()}


encoder = json.Encoder()
decoder: json.Decoder[tuple[Event, ...]] = json.Decoder(tuple[Event, ...])


def to_json(events: tuple[Event, ...]) -> bytes:
    return encoder.encode(events)


def from_json(text: bytes | str) -> tuple[Event, ...]:
    return decoder.decode(text)


def from_payloads(payloads: Iterable[str]) -> tuple[Event, ...]:
    """Events that were encoded one by one, decoded in one go."""
    return decoder.decode(f"[{','.join(payloads)}]")
