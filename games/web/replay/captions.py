"""A sentence for each event, in the reader's language."""

from collections.abc import Sequence
from typing import assert_never

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.domain.board import Board
from games.domain.events import (
    BankOpened,
    BankUsed,
    BonusTileSpent,
    BoomMoved,
    CityScored,
    DeadlineSet,
    Event,
    Expanded,
    FranchiseOpened,
    GameAbandoned,
    GameCreated,
    GameEnded,
    GameStarted,
    IncomeCollected,
    MarketShareIncreased,
    MilestoneReached,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerInvited,
    PlayerReplaced,
    PlayersRenumbered,
    RegionMarked,
    RegionScored,
    SeatLeft,
    SeatTaken,
    SetupStageBegan,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TimeRanOut,
    ToolSpent,
    TownChosen,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.notation import WORDS, Language, sheet
from games.domain.notation.words import region_name

Clock = DeadlineSet | BankOpened | BankUsed | PauseAgreed | PauseWithdrawn | PauseEnded
Lobby = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | PlayerInvited
    | PlayerReplaced
    | PlayersRenumbered
    | GameAbandoned
)
Choice = TownChosen | TileChosen | TilePlaced | TilesDealt | GameEnded
Stage = GameStarted | SetupStageBegan | TurnEnded | TurnTakenBack | TimeRanOut
Scoring = CityScored | RegionMarked | RegionScored | MilestoneReached


def captions(events: Sequence[Event], language: Language, board: Board) -> list[str]:
    teller = Teller(language, board)
    return [teller.tell(event) for event in events]


class Teller(Struct, frozen=True):
    language: Language
    board: Board

    def tell(self, event: Event) -> str:
        match event:
            case (
                GameCreated()
                | SeatTaken()
                | SeatLeft()
                | PlayerInvited()
                | PlayerReplaced()
                | PlayersRenumbered()
                | GameAbandoned()
            ):
                return self._lobby(event)
            case (
                DeadlineSet()
                | BankOpened()
                | BankUsed()
                | PauseAgreed()
                | PauseWithdrawn()
                | PauseEnded()
            ):
                return self._clock(event)
            case TownChosen() | TileChosen() | TilePlaced() | TilesDealt() | GameEnded():
                return "; ".join(sheet((event,), self.language, self.board))
            case GameStarted() | SetupStageBegan() | TurnEnded() | TurnTakenBack() | TimeRanOut():
                return self._course(event)
            case CityScored() | RegionMarked() | RegionScored() | MilestoneReached():
                return self._scoring(event)
            case _:
                return self._action(event)

    def _lobby(self, event: Lobby) -> str:
        match event:
            case GameCreated():
                return _("A table is set up.")
            case PlayerInvited():
                return _("Somebody is invited.")
            case PlayersRenumbered():
                return _("The game came here from another server.")
            case GameAbandoned():
                return _("The game is abandoned.")
            case _:
                return self._seat(event)

    def _seat(self, event: SeatTaken | SeatLeft | PlayerReplaced) -> str:
        match event:
            case SeatTaken(bot=None):
                return _("%(who)s: a player sits down.") % self._who(event.seat)
            case SeatTaken():
                return _("%(who)s: a computer player sits down.") % self._who(event.seat)
            case SeatLeft():
                return _("%(who)s: the seat is free again.") % self._who(event.seat)
            case PlayerReplaced(bot=None):
                return _("%(who)s: another player takes the seat.") % self._who(event.seat)
            case PlayerReplaced():
                return _("%(who)s: a computer player plays on.") % self._who(event.seat)
            case _:
                assert_never(event)

    def _clock(self, event: Clock) -> str:
        match event:
            case DeadlineSet(at=None):
                return _("The clock stops.")
            case DeadlineSet():
                return _("The clock is set.")
            case BankOpened() | BankUsed():
                return _("%(who)s draws on the time in the bank.") % self._who(event.seat)
            case PauseAgreed():
                return _("%(who)s agrees to a pause.") % self._who(event.seat)
            case PauseWithdrawn():
                return _("%(who)s no longer wants a pause.") % self._who(event.seat)
            case PauseEnded():
                return _("%(who)s ends the pause.") % self._who(event.seat)
            case _:
                assert_never(event)

    def _course(self, event: Stage) -> str:
        match event:
            case GameStarted():
                return _("The board is laid out.")
            case SetupStageBegan(stage="playing"):
                return _("%(who)s takes the first turn.") % self._who(event.seat)
            case SetupStageBegan():
                return _("%(who)s is the first to choose.") % self._who(event.seat)
            case TurnEnded():
                return _("%(who)s ends the turn.") % self._who(event.seat)
            case TurnTakenBack(seat=None):
                return _("The game goes back.")
            case TurnTakenBack():
                return _("%(who)s takes the turn back.") % self._who(event.seat or 0)
            case TimeRanOut():
                return _("%(who)s has run out of time.") % self._who(event.seat)
            case _:
                assert_never(event)

    def _action(
        self,
        event: BoomMoved
        | IncomeCollected
        | BonusTileSpent
        | ToolSpent
        | Expanded
        | MarketShareIncreased
        | FranchiseOpened,
    ) -> str:
        who = self._who(event.seat)
        match event:
            case BoomMoved():
                return _("%(who)s puts the Boom marker beside %(place)s.") % {
                    **who,
                    "place": self._place(event.city),
                }
            case IncomeCollected():
                return ngettext(
                    "%(who)s collects $%(amount)s for %(spaces)s empty space.",
                    "%(who)s collects $%(amount)s for %(spaces)s empty spaces.",
                    event.empty_spaces,
                ) % {**who, "amount": event.amount, "spaces": event.empty_spaces}
            case FranchiseOpened():
                return _("%(who)s opens a franchise in %(place)s.") % {
                    **who,
                    "place": self._place(event.place),
                }
            case BonusTileSpent() | ToolSpent():
                return self._tile_use(event, who)
            case Expanded() | MarketShareIncreased():
                return self._purchase(event, who)
            case _:
                assert_never(event)

    def _tile_use(self, event: BonusTileSpent | ToolSpent, who: dict[str, object]) -> str:
        match event:
            case BonusTileSpent(use="cash"):
                return _("%(who)s turns in a bonus tile for $%(amount)s.") % {
                    **who,
                    "amount": event.amount,
                }
            case BonusTileSpent(use="share"):
                return _("%(who)s turns in a bonus tile to double a market share.") % who
            case BonusTileSpent():
                return _("%(who)s turns in a bonus tile to expand a second time.") % who
            case ToolSpent(tool="route"):
                return _("%(who)s uses the Route tile.") % who
            case ToolSpent():
                return _("%(who)s uses the Development tile.") % who
            case _:
                assert_never(event)

    def _purchase(self, event: Expanded | MarketShareIncreased, who: dict[str, object]) -> str:
        values = {**who, "cost": event.cost}
        match event:
            case Expanded():
                values |= {
                    "place": self._place(event.place),
                    "origin": self._place(event.path[0]),
                }
                return _("%(who)s expands from %(origin)s to %(place)s for $%(cost)s.") % values
            case MarketShareIncreased(cost=0):
                values["place"] = self._place(event.city)
                return (
                    _("%(who)s gets one more franchise in %(place)s for the bonus tile.") % values
                )
            case MarketShareIncreased():
                values["place"] = self._place(event.city)
                return _("%(who)s increases the market share in %(place)s for $%(cost)s.") % values
            case _:
                assert_never(event)

    def _scoring(self, event: Scoring) -> str:
        match event:
            case CityScored():
                values = {
                    **self._who(event.winner),
                    "place": self._place(event.city),
                    "points": event.influence,
                }
                if event.majority:
                    return (
                        _("%(place)s is scored: %(who)s has the majority, %(points)s IP.") % values
                    )
                return _("%(place)s is full: %(who)s has the most there, %(points)s IP.") % values
            case RegionMarked():
                values = {**self._who(event.seat), "region": self._region(event.region)}
                return _("%(who)s marks the region tile of %(region)s.") % values
            case RegionScored():
                return self._region_scored(event)
            case MilestoneReached():
                tile = WORDS[self.language].milestones[event.milestone]
                return _("%(who)s reaches a milestone: %(tile)s.") % {
                    **self._who(event.seat),
                    "tile": tile,
                }
            case _:
                assert_never(event)

    def _region_scored(self, event: RegionScored) -> str:
        shares = ", ".join(
            f"{self._colour(share.seat)} "
            + (
                _("$%(amount)s") % {"amount": share.dollars}
                if share.dollars
                else f"+{share.influence}"
            )
            for share in event.shares
        )
        return _("%(region)s is scored: %(shares)s. For the track %(who)s gains %(points)s IP.") % {
            "region": self._region(event.region),
            "shares": shares,
            "who": self._colour(event.seat),
            "points": event.influence,
        }

    def _who(self, seat: int) -> dict[str, object]:
        return {"who": self._colour(seat)}

    def _colour(self, seat: int) -> str:
        return WORDS[self.language].colours[self.board.colours[seat]]

    def _place(self, place: str) -> str:
        return self.board.places[self.board.index[place]].name

    def _region(self, region: str) -> str:
        return region_name(region, WORDS[self.language], self.board)
