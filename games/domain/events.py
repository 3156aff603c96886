"""Events: what happens at a table. Seats count from 0.

The `tag` is the stored name of an event and stays for ever; a class may be renamed.
"""

from typing import Literal, TypeVar, get_args

from msgspec import UNSET, Struct, UnsetType

from games.domain.board import RegionTile
from games.domain.state import Final, Options, Seat, Share, Terms, Tool
from games.domain.units import (
    CityId,
    ComputerName,
    Dollars,
    Influence,
    MilestoneId,
    PersonNumber,
    PlaceId,
    RegionId,
    RulesetName,
    SeatNumber,
    TileId,
    TownId,
    UnixTime,
    VersionNumber,
)

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
    """What was agreed on around the table."""
    seats: int
    """How many seats the table has."""
    options: Options
    """The variant and the expansions."""
    ruleset: RulesetName


class SeatTaken(AroundTheTable, frozen=True, tag="SeatTaken"):
    seat: SeatNumber
    player: PersonNumber | None = None
    bot: ComputerName | None = None


class SeatLeft(AroundTheTable, frozen=True, tag="SeatLeft"):
    seat: SeatNumber


class PlayerInvited(AroundTheTable, frozen=True, tag="PlayerInvited"):
    """The invitation's row says who is invited, so that this can be forgotten."""

    invitation: str
    """A keyed hash that stands for the invitation."""


class GameStarted(Struct, frozen=True, tag="GameStarted"):
    """The game before the first choice; a size of 0 or a tile of None waits for the tile draft."""

    ruleset: RulesetName
    seats: tuple[Seat, ...]
    """Who sits where."""
    first: SeatNumber
    """The seat of the first player."""
    options: Options
    """The variant and the expansions."""
    seed: int
    """What all draws of the game come from."""
    money: tuple[Dollars, ...]
    """Starting money by seat, in dollars."""
    franchises: int
    """The franchises that each seat has."""
    bonus_tiles: int
    """The bonus tiles that each seat begins with."""
    reserve: int
    """Bonus tiles that each seat can earn by milestones."""
    closed_regions: tuple[RegionId, ...]
    """The regions out of play."""
    sizes: tuple[int, ...]
    """The number of spaces of each place, in the map’s order."""
    tiles: tuple[RegionTile | None, ...]
    """The tile of each region, in the map’s order."""
    city_pool: tuple[int, ...] = ()
    """City tiles to draft, by their sizes."""
    region_pool: tuple[RegionTile, ...] = ()
    """Region tiles to draft or to choose from."""
    milestones: tuple[MilestoneId, ...] = ()
    """The milestones that lie on the table."""


class SetupStageBegan(Struct, frozen=True, tag="SetupStageBegan"):
    stage: Stage
    """What the game waits for now."""
    seat: SeatNumber
    """The seat that is to move first."""


class TileChosen(Struct, frozen=True, tag="TileChosen"):
    """Expansion 3, third way: a tile that will be in the game; `last` ends the choice."""

    seat: SeatNumber
    tile: TileId
    next: SeatNumber
    """The seat that is to move next."""
    last: bool
    """Whether this ends the choice."""


class TilesDealt(Struct, frozen=True, tag="TilesDealt"):
    """Chosen tiles laid at random, one a region in play, in the map's order."""

    tiles: tuple[str, ...]
    """Tiles by their ids."""


class TilePlaced(Struct, frozen=True, tag="TilePlaced"):
    """Tile draft: a city tile by its size, or a region tile by its id."""

    seat: SeatNumber
    where: str
    """The city or the region that it lies in now."""
    tile: int | str
    """A city tile by its size, a region tile by its id."""
    next: SeatNumber
    """The seat that is to move next."""


class TownChosen(Struct, frozen=True, tag="TownChosen"):
    seat: SeatNumber
    town: TownId
    next: SeatNumber
    """The seat that is to move next."""


class BoomMoved(Struct, frozen=True, tag="BoomMoved"):
    seat: SeatNumber
    city: CityId


class TimeRanOut(Struct, frozen=True, tag="TimeRanOut"):
    seat: SeatNumber


class IncomeCollected(Struct, frozen=True, tag="IncomeCollected"):
    seat: SeatNumber
    empty_spaces: int
    """The empty spaces that paid."""
    amount: Dollars


class BonusTileSpent(Struct, frozen=True, tag="BonusTileSpent"):
    seat: SeatNumber
    use: BonusUse
    """A second expansion, a double market share, or $10."""
    amount: Dollars = 0
    """The dollars that it brought."""


class ToolSpent(Struct, frozen=True, tag="ToolSpent"):
    """The Route or the Development tile of expansion 3."""

    seat: SeatNumber
    tool: Tool
    """Which of the two."""


class Expanded(Struct, frozen=True, tag="Expanded"):
    """A marker went along `path`, own place first; `links` are the printed costs on the way."""

    seat: SeatNumber
    place: PlaceId
    path: tuple[PlaceId, ...]
    """The places on the way, the own one first."""
    links: tuple[int, ...]
    """The printed costs on the way."""
    cost: Dollars
    """What was paid."""


class MarketShareIncreased(Struct, frozen=True, tag="MarketShareIncreased"):
    seat: SeatNumber
    city: CityId
    cost: Dollars
    """What was paid."""


class FranchiseOpened(Struct, frozen=True, tag="FranchiseOpened"):
    seat: SeatNumber
    place: PlaceId


class CityScored(Struct, frozen=True, tag="CityScored"):
    """`seat` is the active player; `winner` gets the points and all franchises there but one."""

    seat: SeatNumber
    """The active player’s seat."""
    city: CityId
    winner: SeatNumber
    """The seat that gets the influence."""
    majority: bool
    """Whether the winner had more than half of the spaces."""
    influence: Influence
    """What the winner gets."""
    taken_back: int
    """Franchises that go back to the winner’s supply."""


class RegionMarked(Struct, frozen=True, tag="RegionMarked"):
    """The right is recorded even without a franchise in the supply."""

    seat: SeatNumber
    region: RegionId
    franchise: bool
    """Whether a franchise went beside the tile."""


class RegionScored(Struct, frozen=True, tag="RegionScored"):
    """`seat` is the active player, who gains the influence of the track's space."""

    seat: SeatNumber
    """The active player’s seat."""
    region: RegionId
    space: int
    """The space of the track, counted from 1."""
    influence: Influence
    """What the active player gets for the space."""
    shares: tuple[Share, ...]
    """What each seat gets for the region, the most franchises first."""
    bonus_tile_back: bool = False
    """Whether the first seat takes back a used bonus tile."""
    takes: Tool | None = None
    """The tool that the first seat takes."""


class DearLinkMarked(Struct, frozen=True, tag="DearLinkMarked"):
    """The first $8 link, beside its milestone; noted even without a franchise in the supply."""

    seat: SeatNumber
    franchise: bool
    """Whether a franchise went beside the milestone."""


class MilestoneReached(Struct, frozen=True, tag="MilestoneReached"):
    """`franchise` says whether one goes there now from the supply; a mark may lie there."""

    seat: SeatNumber
    milestone: MilestoneId
    franchise: bool
    """Whether a franchise goes there from the supply."""


class TurnTakenBack(Struct, frozen=True, tag="TurnTakenBack"):
    """The table is again that of `to_version`; the events before remain."""

    to_version: VersionNumber
    """The version whose table holds again."""
    seat: SeatNumber | None = None
    """Whose turn it was."""


class PlayerReplaced(AroundTheTable, frozen=True, tag="PlayerReplaced"):
    """A player whom the host has put out cannot return to the seat without the host."""

    seat: SeatNumber
    player: PersonNumber | None = None
    bot: ComputerName | None = None
    by_host: bool | UnsetType = UNSET
    """Whether the host put the player before out."""


class DeadlineSet(AroundTheTable, frozen=True, tag="DeadlineSet", omit_defaults=True):
    """`at` in seconds since 1970 UTC; None where no clock runs. A pause left `left` seconds."""

    at: UnixTime | None
    """In seconds since 1970, UTC; null where no clock runs."""
    reason: DeadlineReason
    """Why it changed."""
    left: int | None = None
    """The seconds that a pause left."""


class BankOpened(AroundTheTable, frozen=True, tag="BankOpened"):
    """The time of the pace is over, and the seat's bank runs."""

    seat: SeatNumber


class BankUsed(AroundTheTable, frozen=True, tag="BankUsed"):
    seat: SeatNumber
    seconds: int
    """The seconds that the turn took of the bank."""


class PauseAgreed(AroundTheTable, frozen=True, tag="PauseAgreed"):
    """The clock stops when all persons at the table have agreed."""

    seat: SeatNumber


class PauseWithdrawn(AroundTheTable, frozen=True, tag="PauseWithdrawn"):
    seat: SeatNumber


class PauseEnded(AroundTheTable, frozen=True, tag="PauseEnded"):
    seat: SeatNumber


class RulesetAgreed(AroundTheTable, frozen=True, tag="RulesetAgreed"):
    """The game goes on by this ruleset when all persons at the table have agreed."""

    seat: SeatNumber
    ruleset: RulesetName


class RulesetWithdrawn(AroundTheTable, frozen=True, tag="RulesetWithdrawn"):
    seat: SeatNumber


class RulesetChanged(Struct, frozen=True, tag="RulesetChanged"):
    """What has happened stays; from here on the game is played by this ruleset."""

    ruleset: RulesetName


class ComputerWanted(AroundTheTable, frozen=True, tag="ComputerWanted"):
    """A computer player plays seat `of` as soon as all persons at the table want it."""

    seat: SeatNumber
    of: SeatNumber
    """The seat that it is to play."""
    bot: ComputerName | None
    """Null where `seat` takes its wish back."""


class PlayersRenumbered(AroundTheTable, frozen=True, tag="PlayersRenumbered"):
    """The game came from another server: people's old numbers and their new ones.

    A number below 1 is that of somebody unknown here.
    """

    numbers: tuple[tuple[int, int], ...]
    """Pairs of an old number and its new one."""


class GameAbandoned(Struct, frozen=True, tag="GameAbandoned"):
    pass


class TurnEnded(Struct, frozen=True, tag="TurnEnded"):
    """`still` are the seats that have not expanded since anybody last did."""

    seat: SeatNumber
    next: SeatNumber
    """The seat that is to move next."""
    still: tuple[SeatNumber, ...] = ()
    """Seats by their numbers."""


class GameEnded(Struct, frozen=True, tag="GameEnded"):
    reason: EndReason
    """A region tile in the red zone, or a round in which nobody expanded."""
    final: tuple[Final, ...]
    """The final scoring by seat."""
    winners: tuple[SeatNumber, ...]
    """The seats that have won; several share it."""


Event = (
    GameCreated | SeatTaken | SeatLeft | PlayerInvited | GameStarted | SetupStageBegan
    | TileChosen | TilesDealt | TilePlaced | TownChosen | BoomMoved | TimeRanOut | IncomeCollected
    | BonusTileSpent | ToolSpent | Expanded | MarketShareIncreased | FranchiseOpened
    | CityScored | RegionMarked | RegionScored | DearLinkMarked | MilestoneReached | TurnEnded
    | TurnTakenBack | PlayerReplaced | DeadlineSet | BankOpened | BankUsed | PauseAgreed
    | PauseWithdrawn | PauseEnded | RulesetAgreed | RulesetWithdrawn | RulesetChanged
    | ComputerWanted | PlayersRenumbered | GameAbandoned | GameEnded
)  # fmt: skip


def by_type(**rows: T) -> dict[type[Event], T]:
    """Fails, so that nothing starts, where an event has no row or a row no event."""
    types: dict[str, type[Event]] = {event.__name__: event for event in get_args(Event)}
    if rows.keys() != types.keys():
        raise LookupError(f"an event without a row, or the reverse: {rows.keys() ^ types.keys()}")
    return {types[name]: row for name, row in rows.items()}
