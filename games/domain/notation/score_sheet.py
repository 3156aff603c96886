"""The score sheet: one line a turn, as a careful player would keep it.

Blue: Detroit > Chicago $3, + Omaha; Omaha scored: Red 4
"""

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from games.domain import events
from games.domain.board import PRINTED_BOARD, Board
from games.domain.events import Event, by_type
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.notation.words import WORDS, Language, Words, region_name


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
    return (*lines[0].split(WORDS[language].semicolon)[1:], *lines[1:]) if lines else ()


class _Writer:
    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board
        self._begin_turn()

    def _begin_turn(self) -> None:
        self.actions: list[str] = []
        self.outcomes: list[str] = []
        self.expanded: list[str] = []
        self.opened: list[str] = []
        self.scored: list[str] = []

    def turn(self, seat: int) -> str:
        """The line of the turn so far, which is at its end."""
        actions = ", ".join([*self._ordered_actions(), *self._sequences()]) or self.words.passes
        line = self.words.semicolon.join([self.head(self.colour(seat)) + actions, *self.outcomes])
        self._begin_turn()
        return line

    def _ordered_actions(self) -> list[str]:
        """T12: increases stand in the order in which they open."""
        increases = [f"+ {self.board.name_of(place)}" for place in dict.fromkeys(self.opened)]
        opened = (each for each in increases if each in self.actions)
        return [next(opened) if each in increases else each for each in self.actions]

    def _sequences(self) -> Iterator[str]:
        """What opened before an expansion (T12), and regions that did not score in the map's
        order (T18)."""
        before = f" {self.words.links['before'][0]} "
        opened = list(dict.fromkeys(self.opened))
        if opened[: len(self.expanded)] != self.expanded:
            yield before.join(map(self.board.name_of, opened))
        if self.scored != sorted(self.scored, key=self.board.region_index.__getitem__):
            yield before.join(map(self.region, self.scored))

    def colour(self, seat: int) -> str:
        return self.words.colours[self.board.colours[seat]]

    def head(self, text: str) -> str:
        """Text with what is told of it to follow."""
        return text + self.words.colon

    def dollars(self, amount: int) -> str:
        return self.words.dollars.format(amount)

    def region(self, region: str) -> str:
        return region_name(region, self.words, self.board)


def write_nothing(_writer: _Writer, _event: Event) -> None:
    """The event stands in no line."""


def _town_chosen(writer: _Writer, event: events.TownChosen) -> str:
    return (
        f"{writer.colour(event.seat)} {writer.words.starts_in} {writer.board.name_of(event.town)}"
    )


def _tile_chosen(writer: _Writer, event: events.TileChosen) -> str:
    return f"{writer.colour(event.seat)} {writer.words.chooses_tile} {event.tile}"


def _tile_placed(writer: _Writer, event: events.TilePlaced) -> str:
    is_city = isinstance(event.tile, int)
    space = writer.board.name_of(event.where) if is_city else writer.region(event.where)
    return f"{writer.colour(event.seat)} {writer.head(f'{writer.words.places_tile} {event.tile}')}{space}"


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
    words = writer.words
    wins = words.wins if len(event.winners) == 1 else words.win_together
    return f"{writer.head(words.ends)}{scores}. {winners} {wins}."


def _boom_moved(writer: _Writer, event: events.BoomMoved) -> None:
    writer.actions.append(f"Boom > {writer.board.name_of(event.city)}")


def _time_ran_out(writer: _Writer, _: events.TimeRanOut) -> None:
    writer.actions.append(writer.words.time_ran_out)


def _bonus_tile_spent(writer: _Writer, event: events.BonusTileSpent) -> None:
    words = writer.words
    use = writer.dollars(event.amount) if event.use == "cash" else words.bonus[event.use][0]
    writer.actions.append(f"{words.verbs['bonus'][0]} {use}")


def _tool_spent(writer: _Writer, event: events.ToolSpent) -> None:
    words = writer.words
    writer.actions.append(f"{words.verbs['use'][0]} {words.tools[event.tool][0]}")


def _expanded(writer: _Writer, event: events.Expanded) -> None:
    writer.expanded.append(event.place)
    path = " > ".join(writer.board.name_of(stop) for stop in event.path)
    writer.actions.append(f"{path} {writer.dollars(event.cost)}")


def _market_share_increased(writer: _Writer, event: events.MarketShareIncreased) -> None:
    mark = "+" if event.cost else "++"
    writer.actions.append(f"{mark} {writer.board.name_of(event.city)}")


def _franchise_opened(writer: _Writer, event: events.FranchiseOpened) -> None:
    writer.opened.append(event.place)


def _city_scored(writer: _Writer, event: events.CityScored) -> None:
    winner = f"{writer.colour(event.winner)} {event.influence}"
    head = writer.head(f"{writer.board.name_of(event.city)} {writer.words.scored}")
    writer.outcomes.append(head + winner)


def _region_marked(writer: _Writer, event: events.RegionMarked) -> None:
    region = writer.region(event.region)
    writer.outcomes.append(f"{writer.colour(event.seat)} {writer.words.marks} {region}")


def _region_scored(writer: _Writer, event: events.RegionScored) -> None:
    writer.scored.append(event.region)
    gains = []
    for share in event.shares:
        gain = writer.dollars(share.dollars) if share.dollars else share.influence
        gains.append(f"{writer.colour(share.seat)} {gain}")
    words, mover = writer.words, writer.colour(event.seat)
    scored = writer.head(f"{writer.region(event.region)} {words.scored}") + ", ".join(gains)
    track = writer.head(f"{words.track} {event.space}")
    writer.outcomes.append(f"{scored}, {track}{mover} {event.influence}")


def _dear_link_marked(writer: _Writer, event: events.DearLinkMarked) -> None:
    tile = writer.words.milestones[DEAR_LINKS]
    writer.outcomes.append(f"{writer.colour(event.seat)} {writer.words.marks} {tile}")


def _milestone_reached(writer: _Writer, event: events.MilestoneReached) -> None:
    tile = writer.words.milestones[event.milestone]
    head = writer.head(writer.colour(event.seat))
    writer.outcomes.append(f"{head}{writer.words.reaches} {tile}")


WRITERS: dict[type[Event], Callable[[_Writer, Any], str | None]] = by_type(
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
    FranchiseOpened=_franchise_opened,
    CityScored=_city_scored,
    RegionMarked=_region_marked,
    RegionScored=_region_scored,
    DearLinkMarked=_dear_link_marked,
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
    RulesetAgreed=write_nothing,
    RulesetWithdrawn=write_nothing,
    ComputerWanted=write_nothing,
    RulesetChanged=write_nothing,
    PlayersRenumbered=write_nothing,
    GameAbandoned=write_nothing,
    GameEnded=_game_ended,
)
