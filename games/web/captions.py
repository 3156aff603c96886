"""A sentence for each event, in the reader's language."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct
from msgspec.structs import asdict

from games.computers import computer_name
from games.domain import events
from games.domain.board import Board
from games.domain.events import Event, by_type
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.notation import WORDS, Language, sheet
from games.domain.notation.words import region_name
from games.domain.rulesets import version_of


def captions(events: Sequence[Event], language: Language, board: Board) -> list[str]:
    teller = Teller(language, board)
    return [teller.tell(event) for event in events]


class Teller(Struct, frozen=True):
    language: Language
    board: Board

    def tell(self, event: Event) -> str:
        return SENTENCES[type(event)](self, event)

    def colour(self, seat: int) -> str:
        return WORDS[self.language].colours[self.board.colours[seat]]

    def fill(self, sentence: str, event: Event, **more: object) -> str:
        """The sentence with the event's fields: its seat by colour, its places by name."""
        words = WORDS[self.language]
        values: dict[str, object] = {}
        for name, value in asdict(event).items():
            match name:
                case "seat" if value is not None:
                    values["who"] = self.colour(value)
                case "place" | "city" | "town":
                    values["place"] = self.board.name_of(value)
                case "path":
                    values["origin"] = self.board.name_of(value[0])
                case "region":
                    values["region"] = region_name(value, words, self.board)
                case "milestone":
                    values["tile"] = words.milestones[value]
                case _:
                    values[name] = value
        return sentence % (values | more)


Sentence = Callable[[Teller, Any], str]


def _say(text: Promise) -> Sentence:
    """The same sentence for each such event."""

    def tell(teller: Teller, event: Event) -> str:
        return teller.fill(str(text), event)

    return tell


def _sheet_line(teller: Teller, event: Event) -> str:
    return WORDS[teller.language].semicolon.join(sheet((event,), teller.language, teller.board))


def _seat_taken(teller: Teller, event: events.SeatTaken) -> str:
    if event.bot is None:
        return teller.fill(_("%(who)s: a player sits down."), event)
    return teller.fill(
        _("%(who)s: %(computer)s sits down."), event, computer=computer_name(event.bot)
    )


def _player_replaced(teller: Teller, event: events.PlayerReplaced) -> str:
    if event.bot is None:
        return teller.fill(_("%(who)s: another player takes the seat."), event)
    return teller.fill(
        _("%(who)s: %(computer)s plays on."), event, computer=computer_name(event.bot)
    )


def _computer_wanted(teller: Teller, event: events.ComputerWanted) -> str:
    whose = teller.colour(event.of)
    if event.bot is None:
        sentence = _("%(who)s wants no other computer player for %(whose)s.")
        return teller.fill(sentence, event, whose=whose)
    sentence = _("%(who)s would like %(computer)s to play %(whose)s.")
    return teller.fill(sentence, event, whose=whose, computer=computer_name(event.bot))


def _deadline_set(_teller: Teller, event: events.DeadlineSet) -> str:
    return _("The clock stops.") if event.at is None else _("The clock is set.")


def _setup_stage_began(teller: Teller, event: events.SetupStageBegan) -> str:
    if event.stage == "playing":
        return teller.fill(_("%(who)s takes the first turn."), event)
    return teller.fill(_("%(who)s is the first to choose."), event)


def _turn_taken_back(teller: Teller, event: events.TurnTakenBack) -> str:
    if event.seat is None:
        return _("The game goes back.")
    return teller.fill(_("%(who)s takes the turn back."), event)


def _income_collected(teller: Teller, event: events.IncomeCollected) -> str:
    sentence = ngettext(
        "%(who)s collects $%(amount)s for %(spaces)s empty space.",
        "%(who)s collects $%(amount)s for %(spaces)s empty spaces.",
        event.empty_spaces,
    )
    return teller.fill(sentence, event, spaces=event.empty_spaces)


def _bonus_tile_spent(teller: Teller, event: events.BonusTileSpent) -> str:
    match event.use:
        case "cash":
            sentence = _("%(who)s turns in a bonus tile for $%(amount)s.")
        case "share":
            sentence = _("%(who)s turns in a bonus tile to double a market share.")
        case "expand":
            sentence = _("%(who)s turns in a bonus tile to expand a second time.")
    return teller.fill(sentence, event)


def _tool_spent(teller: Teller, event: events.ToolSpent) -> str:
    match event.tool:
        case "route":
            return teller.fill(_("%(who)s uses the Route tile."), event)
        case "development":
            return teller.fill(_("%(who)s uses the Development tile."), event)


def _market_share_increased(teller: Teller, event: events.MarketShareIncreased) -> str:
    if event.cost:
        return teller.fill(
            _("%(who)s increases the market share in %(place)s for $%(cost)s."), event
        )
    return teller.fill(_("%(who)s gets one more franchise in %(place)s for the bonus tile."), event)


def _city_scored(teller: Teller, event: events.CityScored) -> str:
    sentence = (
        _("%(place)s is scored: %(who)s has the majority, %(points)s IP.")
        if event.majority
        else _("%(place)s is full: %(who)s has the most there, %(points)s IP.")
    )
    winner = teller.colour(event.winner)
    return teller.fill(sentence, event, who=winner, points=event.influence)


def _region_scored(teller: Teller, event: events.RegionScored) -> str:
    gains = []
    for share in event.shares:
        dollars = _("$%(amount)s") % {"amount": share.dollars}
        gain = dollars if share.dollars else f"+{share.influence}"
        gains.append(f"{teller.colour(share.seat)} {gain}")
    sentence = _("%(region)s is scored: %(shares)s. For the track %(who)s gains %(points)s IP.")
    return teller.fill(sentence, event, shares=", ".join(gains), points=event.influence)


def _dear_link_marked(teller: Teller, event: events.DearLinkMarked) -> str:
    tile = WORDS[teller.language].milestones[DEAR_LINKS]
    return teller.fill(_("%(who)s marks the milestone: %(tile)s."), event, tile=tile)


def _ruleset_changed(teller: Teller, event: events.RulesetChanged) -> str:
    sentence = _("All agree: ruleset %(version)s holds from here on.")
    return teller.fill(sentence, event, version=version_of(event.ruleset))


SENTENCES: dict[type[Event], Sentence] = by_type(
    GameCreated=_say(gettext_lazy("A table is set up.")),
    SeatTaken=_seat_taken,
    SeatLeft=_say(gettext_lazy("%(who)s: the seat is free again.")),
    PlayerInvited=_say(gettext_lazy("Somebody is invited.")),
    GameStarted=_say(gettext_lazy("The board is laid out.")),
    SetupStageBegan=_setup_stage_began,
    TileChosen=_sheet_line,
    TilesDealt=_sheet_line,
    TilePlaced=_sheet_line,
    TownChosen=_say(gettext_lazy("%(who)s starts in %(place)s.")),
    BoomMoved=_say(gettext_lazy("%(who)s puts the Boom marker beside %(place)s.")),
    TimeRanOut=_say(gettext_lazy("%(who)s has run out of time.")),
    IncomeCollected=_income_collected,
    BonusTileSpent=_bonus_tile_spent,
    ToolSpent=_tool_spent,
    Expanded=_say(gettext_lazy("%(who)s expands from %(origin)s to %(place)s for $%(cost)s.")),
    MarketShareIncreased=_market_share_increased,
    FranchiseOpened=_say(gettext_lazy("%(who)s opens a franchise in %(place)s.")),
    CityScored=_city_scored,
    RegionMarked=_say(gettext_lazy("%(who)s marks the region tile of %(region)s.")),
    RegionScored=_region_scored,
    DearLinkMarked=_dear_link_marked,
    MilestoneReached=_say(gettext_lazy("%(who)s reaches a milestone: %(tile)s.")),
    TurnEnded=_say(gettext_lazy("%(who)s ends the turn.")),
    TurnTakenBack=_turn_taken_back,
    PlayerReplaced=_player_replaced,
    DeadlineSet=_deadline_set,
    BankOpened=_say(gettext_lazy("%(who)s draws on the time in the bank.")),
    BankUsed=_say(gettext_lazy("%(who)s draws on the time in the bank.")),
    PauseAgreed=_say(gettext_lazy("%(who)s agrees to a pause.")),
    PauseWithdrawn=_say(gettext_lazy("%(who)s no longer wants a pause.")),
    PauseEnded=_say(gettext_lazy("%(who)s ends the pause.")),
    RulesetAgreed=_say(gettext_lazy("%(who)s agrees to the new ruleset.")),
    RulesetWithdrawn=_say(gettext_lazy("%(who)s keeps to the old ruleset.")),
    RulesetChanged=_ruleset_changed,
    ComputerWanted=_computer_wanted,
    PlayersRenumbered=_say(gettext_lazy("The game came here from another server.")),
    GameAbandoned=_say(gettext_lazy("The game is abandoned.")),
    GameEnded=_sheet_line,
)
