"""The score sheet: one line a turn, as a careful player would keep it.

Blue: Detroit > Chicago $3, + Omaha; Omaha scored: Red 4
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.domain import events
from games.domain.board import PRINTED_BOARD, Board
from games.domain.events import ByEvent, Event, by_type
from games.domain.notation.words import WORDS, Language, Words, region_name

SEPARATOR = "; "


def sheet(
    events: Iterable[Event], language: Language = "en", board: Board = PRINTED_BOARD
) -> tuple[str, ...]:
    """The lines of a game, or of a part of one that begins with a turn."""
    return tuple(line for _, line in numbered_sheet(events, language, board))


def numbered_sheet(
    events: Iterable[Event], language: Language = "en", board: Board = PRINTED_BOARD
) -> Iterator[tuple[int, str]]:
    """Each line with the number, from 1, of the event that completed it."""
    writer = _Writer(WORDS[language], board)
    for number, event in enumerate(events, 1):
        line = WRITERS[type(event)](writer, event)
        if line is not None:
            yield number, line


def outcome(
    events: Iterable[Event], language: Language = "en", board: Board = PRINTED_BOARD
) -> tuple[str, ...]:
    """What a turn leads to, without what the player did: who scores, reaches, wins."""
    lines = sheet(events, language, board)
    return (*lines[0].split(SEPARATOR)[1:], *lines[1:]) if lines else ()


class _Writer:
    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board
        self.actions: list[str] = []
        self.outcomes: list[str] = []

    def turn(self, seat: int) -> str:
        """The line of the turn so far, which is at its end."""
        actions = ", ".join(self.actions) or self.words.passes
        line = SEPARATOR.join([f"{self.colour(seat)}: {actions}", *self.outcomes])
        self.actions, self.outcomes = [], []
        return line

    def colour(self, seat: int) -> str:
        return self.words.colours[self.board.colours[seat]]

    def place(self, place: str) -> str:
        return self.board.places[self.board.index[place]].name

    def region(self, region: str) -> str:
        return region_name(region, self.words, self.board)


def write_nothing(_writer: _Writer, _event: Event) -> None:
    """The event stands in no line."""


def _town_chosen(writer: _Writer, event: events.TownChosen) -> str:
    return f"{writer.colour(event.seat)} {writer.words.starts_in} {writer.place(event.town)}"


def _tile_chosen(writer: _Writer, event: events.TileChosen) -> str:
    return f"{writer.colour(event.seat)} {writer.words.chooses_tile} {event.tile}"


def _tile_placed(writer: _Writer, event: events.TilePlaced) -> str:
    is_city = isinstance(event.tile, int)
    space = writer.place(event.where) if is_city else writer.region(event.where)
    return f"{writer.colour(event.seat)} {writer.words.places_tile} {event.tile}: {space}"


def _tiles_dealt(_: _Writer, event: events.TilesDealt) -> str:
    return ", ".join(event.tiles)


def _setup_stage_began(writer: _Writer, event: events.SetupStageBegan) -> str | None:
    # The Boom marker has its first city.
    return writer.turn(event.seat) if event.stage == "playing" and writer.actions else None


def _turn_ended(writer: _Writer, event: events.TurnEnded) -> str:
    return writer.turn(event.seat)


def _game_ended(writer: _Writer, event: events.GameEnded) -> str:
    scores = ", ".join(f"{writer.colour(final.seat)} {final.influence}" for final in event.final)
    winners = " & ".join(writer.colour(seat) for seat in event.winners)
    return f"{writer.words.ends}: {scores}. {winners} {writer.words.wins}."


def _boom_moved(writer: _Writer, event: events.BoomMoved) -> None:
    writer.actions.append(f"Boom > {writer.place(event.city)}")


def _time_ran_out(writer: _Writer, _: events.TimeRanOut) -> None:
    writer.actions.append(writer.words.time_ran_out)


def _bonus_tile_spent(writer: _Writer, event: events.BonusTileSpent) -> None:
    """For another expansion or franchise, that one stands in the line."""
    if event.use == "cash":
        writer.actions.append(f"{writer.words.verbs['bonus'][0]} ${event.amount}")


def _tool_spent(writer: _Writer, event: events.ToolSpent) -> None:
    writer.actions.append(writer.words.tools[event.tool][0])


def _expanded(writer: _Writer, event: events.Expanded) -> None:
    path = " > ".join(writer.place(stop) for stop in event.path)
    writer.actions.append(f"{path} ${event.cost}")


def _market_share_increased(writer: _Writer, event: events.MarketShareIncreased) -> None:
    mark = "+" if event.cost else "++"
    writer.actions.append(f"{mark} {writer.place(event.city)}")


def _city_scored(writer: _Writer, event: events.CityScored) -> None:
    winner = f"{writer.colour(event.winner)} {event.influence}"
    writer.outcomes.append(f"{writer.place(event.city)} {writer.words.scored}: {winner}")


def _region_marked(writer: _Writer, event: events.RegionMarked) -> None:
    region = writer.region(event.region)
    writer.outcomes.append(f"{writer.colour(event.seat)} {writer.words.marks} {region}")


def _region_scored(writer: _Writer, event: events.RegionScored) -> None:
    gains = []
    for share in event.shares:
        gain = f"${share.dollars}" if share.dollars else share.influence
        gains.append(f"{writer.colour(share.seat)} {gain}")
    words, mover = writer.words, writer.colour(event.seat)
    scored = f"{writer.region(event.region)} {words.scored}: {', '.join(gains)}"
    writer.outcomes.append(f"{scored}, {words.track} {event.space}: {mover} {event.influence}")


def _milestone_reached(writer: _Writer, event: events.MilestoneReached) -> None:
    tile = writer.words.milestones[event.milestone]
    writer.outcomes.append(f"{writer.colour(event.seat)}: {writer.words.reaches} {tile}")


WRITERS = by_type(
    ByEvent[Callable[[_Writer, Any], str | None]](
        GameCreated=write_nothing,
        SeatTaken=write_nothing,
        SeatLeft=write_nothing,
        PlayerInvited=write_nothing,
        GameStarted=write_nothing,
        SetupStageBegan=_setup_stage_began,
        TileChosen=_tile_chosen,
        TilesDealt=_tiles_dealt,
        TilePlaced=_tile_placed,
        TownChosen=_town_chosen,
        BoomMoved=_boom_moved,
        TimeRanOut=_time_ran_out,
        IncomeCollected=write_nothing,
        BonusTileSpent=_bonus_tile_spent,
        ToolSpent=_tool_spent,
        Expanded=_expanded,
        MarketShareIncreased=_market_share_increased,
        FranchiseOpened=write_nothing,
        CityScored=_city_scored,
        RegionMarked=_region_marked,
        RegionScored=_region_scored,
        MilestoneReached=_milestone_reached,
        TurnEnded=_turn_ended,
        TurnTakenBack=write_nothing,
        PlayerReplaced=write_nothing,
        DeadlineSet=write_nothing,
        BankOpened=write_nothing,
        BankUsed=write_nothing,
        PauseAgreed=write_nothing,
        PauseWithdrawn=write_nothing,
        PauseEnded=write_nothing,
        PlayersRenumbered=write_nothing,
        GameAbandoned=write_nothing,
        GameEnded=_game_ended,
    )
)
