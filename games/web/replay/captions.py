"""A sentence for each event, in the reader's language."""

from collections.abc import Callable, Sequence
from typing import Any

from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy, ngettext
from msgspec import Struct

from games.domain import events
from games.domain.board import Board
from games.domain.events import ByEvent, Event, by_type
from games.domain.notation import WORDS, Language, sheet
from games.domain.notation.words import region_name


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

    def place(self, place: str) -> str:
        return self.board.places[self.board.index[place]].name

    def region(self, region: str) -> str:
        return region_name(region, WORDS[self.language], self.board)


Sentence = Callable[[Teller, Any], str]


def _say(text: Promise) -> Sentence:
    """The same sentence for each such event, with the seat's colour in it."""

    def tell(teller: Teller, event: Any) -> str:
        seat = getattr(event, "seat", None)
        return str(text) if seat is None else str(text) % {"who": teller.colour(seat)}

    return tell


def _sheet_line(teller: Teller, event: Event) -> str:
    return "; ".join(sheet((event,), teller.language, teller.board))


def _seat_taken(teller: Teller, event: events.SeatTaken) -> str:
    who = {"who": teller.colour(event.seat)}
    if event.bot is None:
        return _("%(who)s: a player sits down.") % who
    return _("%(who)s: a computer player sits down.") % who


def _player_replaced(teller: Teller, event: events.PlayerReplaced) -> str:
    who = {"who": teller.colour(event.seat)}
    if event.bot is None:
        return _("%(who)s: another player takes the seat.") % who
    return _("%(who)s: a computer player plays on.") % who


def _deadline_set(_teller: Teller, event: events.DeadlineSet) -> str:
    return _("The clock stops.") if event.at is None else _("The clock is set.")


def _setup_stage_began(teller: Teller, event: events.SetupStageBegan) -> str:
    who = {"who": teller.colour(event.seat)}
    if event.stage == "playing":
        return _("%(who)s takes the first turn.") % who
    return _("%(who)s is the first to choose.") % who


def _turn_taken_back(teller: Teller, event: events.TurnTakenBack) -> str:
    if event.seat is None:
        return _("The game goes back.")
    return _("%(who)s takes the turn back.") % {"who": teller.colour(event.seat)}


def _boom_moved(teller: Teller, event: events.BoomMoved) -> str:
    return _("%(who)s puts the Boom marker beside %(place)s.") % {
        "who": teller.colour(event.seat),
        "place": teller.place(event.city),
    }


def _income_collected(teller: Teller, event: events.IncomeCollected) -> str:
    return ngettext(
        "%(who)s collects $%(amount)s for %(spaces)s empty space.",
        "%(who)s collects $%(amount)s for %(spaces)s empty spaces.",
        event.empty_spaces,
    ) % {
        "who": teller.colour(event.seat),
        "amount": event.amount,
        "spaces": event.empty_spaces,
    }


def _bonus_tile_spent(teller: Teller, event: events.BonusTileSpent) -> str:
    values = {"who": teller.colour(event.seat), "amount": event.amount}
    match event.use:
        case "cash":
            return _("%(who)s turns in a bonus tile for $%(amount)s.") % values
        case "share":
            return _("%(who)s turns in a bonus tile to double a market share.") % values
        case "expand":
            return _("%(who)s turns in a bonus tile to expand a second time.") % values


def _tool_spent(teller: Teller, event: events.ToolSpent) -> str:
    who = {"who": teller.colour(event.seat)}
    match event.tool:
        case "route":
            return _("%(who)s uses the Route tile.") % who
        case "development":
            return _("%(who)s uses the Development tile.") % who


def _expanded(teller: Teller, event: events.Expanded) -> str:
    return _("%(who)s expands from %(origin)s to %(place)s for $%(cost)s.") % {
        "who": teller.colour(event.seat),
        "origin": teller.place(event.path[0]),
        "place": teller.place(event.place),
        "cost": event.cost,
    }


def _market_share_increased(teller: Teller, event: events.MarketShareIncreased) -> str:
    values = {
        "who": teller.colour(event.seat),
        "place": teller.place(event.city),
        "cost": event.cost,
    }
    if event.cost:
        return _("%(who)s increases the market share in %(place)s for $%(cost)s.") % values
    return _("%(who)s gets one more franchise in %(place)s for the bonus tile.") % values


def _franchise_opened(teller: Teller, event: events.FranchiseOpened) -> str:
    return _("%(who)s opens a franchise in %(place)s.") % {
        "who": teller.colour(event.seat),
        "place": teller.place(event.place),
    }


def _city_scored(teller: Teller, event: events.CityScored) -> str:
    values = {
        "who": teller.colour(event.winner),
        "place": teller.place(event.city),
        "points": event.influence,
    }
    if event.majority:
        return _("%(place)s is scored: %(who)s has the majority, %(points)s IP.") % values
    return _("%(place)s is full: %(who)s has the most there, %(points)s IP.") % values


def _region_marked(teller: Teller, event: events.RegionMarked) -> str:
    return _("%(who)s marks the region tile of %(region)s.") % {
        "who": teller.colour(event.seat),
        "region": teller.region(event.region),
    }


def _region_scored(teller: Teller, event: events.RegionScored) -> str:
    gains = []
    for share in event.shares:
        dollars = _("$%(amount)s") % {"amount": share.dollars}
        gain = dollars if share.dollars else f"+{share.influence}"
        gains.append(f"{teller.colour(share.seat)} {gain}")
    return _("%(region)s is scored: %(shares)s. For the track %(who)s gains %(points)s IP.") % {
        "region": teller.region(event.region),
        "shares": ", ".join(gains),
        "who": teller.colour(event.seat),
        "points": event.influence,
    }


def _milestone_reached(teller: Teller, event: events.MilestoneReached) -> str:
    return _("%(who)s reaches a milestone: %(tile)s.") % {
        "who": teller.colour(event.seat),
        "tile": WORDS[teller.language].milestones[event.milestone],
    }


SENTENCES = by_type(
    ByEvent[Sentence](
        GameCreated=_say(gettext_lazy("A table is set up.")),
        SeatTaken=_seat_taken,
        SeatLeft=_say(gettext_lazy("%(who)s: the seat is free again.")),
        PlayerInvited=_say(gettext_lazy("Somebody is invited.")),
        GameStarted=_say(gettext_lazy("The board is laid out.")),
        SetupStageBegan=_setup_stage_began,
        TileChosen=_sheet_line,
        TilesDealt=_sheet_line,
        TilePlaced=_sheet_line,
        TownChosen=_sheet_line,
        BoomMoved=_boom_moved,
        TimeRanOut=_say(gettext_lazy("%(who)s has run out of time.")),
        IncomeCollected=_income_collected,
        BonusTileSpent=_bonus_tile_spent,
        ToolSpent=_tool_spent,
        Expanded=_expanded,
        MarketShareIncreased=_market_share_increased,
        FranchiseOpened=_franchise_opened,
        CityScored=_city_scored,
        RegionMarked=_region_marked,
        RegionScored=_region_scored,
        MilestoneReached=_milestone_reached,
        TurnEnded=_say(gettext_lazy("%(who)s ends the turn.")),
        TurnTakenBack=_turn_taken_back,
        PlayerReplaced=_player_replaced,
        DeadlineSet=_deadline_set,
        BankOpened=_say(gettext_lazy("%(who)s draws on the time in the bank.")),
        BankUsed=_say(gettext_lazy("%(who)s draws on the time in the bank.")),
        PauseAgreed=_say(gettext_lazy("%(who)s agrees to a pause.")),
        PauseWithdrawn=_say(gettext_lazy("%(who)s no longer wants a pause.")),
        PauseEnded=_say(gettext_lazy("%(who)s ends the pause.")),
        PlayersRenumbered=_say(gettext_lazy("The game came here from another server.")),
        GameAbandoned=_say(gettext_lazy("The game is abandoned.")),
        GameEnded=_sheet_line,
    )
)
