"""The score sheet: one line a turn, as a careful player would keep it.

Blue: Detroit > Chicago $3, + Omaha; Omaha scored: Red 4
"""

from collections.abc import Iterable, Iterator

from games.domain.board import PRINTED_BOARD, Board
from games.domain.events import (
    BonusTileSpent,
    BoomMoved,
    CityScored,
    Event,
    Expanded,
    GameEnded,
    MarketShareIncreased,
    MilestoneReached,
    RegionMarked,
    RegionScored,
    SetupStageBegan,
    TileChosen,
    TilePlaced,
    TilesDealt,
    TimeRanOut,
    ToolSpent,
    TownChosen,
    TurnEnded,
)
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
        for line in writer.lines(event):
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

    def lines(self, event: Event) -> Iterator[str]:
        words = self.words
        match event:
            case TownChosen():
                yield f"{self._colour(event.seat)} {words.starts_in} {self._place(event.town)}"
            case TileChosen():
                yield f"{self._colour(event.seat)} {words.chooses_tile} {event.tile}"
            case TilePlaced():
                is_city = isinstance(event.tile, int)
                space = self._place(event.where) if is_city else self._region(event.where)
                yield f"{self._colour(event.seat)} {words.places_tile} {event.tile}: {space}"
            case TilesDealt():
                yield ", ".join(event.tiles)
            case SetupStageBegan(stage="playing") if self.actions:
                # The Boom marker has its first city.
                yield self._turn(event.seat)
            case TurnEnded():
                yield self._turn(event.seat)
            case GameEnded():
                yield self._end(event)
            case _:
                self._add_action(event)
                self._add_outcome(event)

    def _add_action(self, event: Event) -> None:
        words = self.words
        match event:
            case BoomMoved():
                self.actions.append(f"Boom > {self._place(event.city)}")
            case BonusTileSpent(use="cash"):
                self.actions.append(f"{words.verbs['bonus'][0]} ${event.amount}")
            case ToolSpent():
                self.actions.append(words.tools[event.tool][0])
            case Expanded():
                path = " > ".join(self._place(stop) for stop in event.path)
                self.actions.append(f"{path} ${event.cost}")
            case MarketShareIncreased():
                mark = "+" if event.cost else "++"
                self.actions.append(f"{mark} {self._place(event.city)}")
            case TimeRanOut():
                self.actions.append(words.time_ran_out)
            case _:
                pass

    def _add_outcome(self, event: Event) -> None:
        words = self.words
        match event:
            case CityScored():
                winner = f"{self._colour(event.winner)} {event.influence}"
                self.outcomes.append(f"{self._place(event.city)} {words.scored}: {winner}")
            case RegionMarked():
                self.outcomes.append(
                    f"{self._colour(event.seat)} {words.marks} {self._region(event.region)}"
                )
            case MilestoneReached():
                tile = words.milestones[event.milestone]
                self.outcomes.append(f"{self._colour(event.seat)}: {words.reaches} {tile}")
            case RegionScored():
                self.outcomes.append(self._region_outcome(event))
            case _:
                pass

    def _region_outcome(self, event: RegionScored) -> str:
        gains = []
        for share in event.shares:
            gain = f"${share.dollars}" if share.dollars else share.influence
            gains.append(f"{self._colour(share.seat)} {gain}")
        track = f"{self.words.track} {event.space}: {self._colour(event.seat)} {event.influence}"
        return f"{self._region(event.region)} {self.words.scored}: {', '.join(gains)}, {track}"

    def _turn(self, seat: int) -> str:
        actions = ", ".join(self.actions) or self.words.passes
        line = SEPARATOR.join([f"{self._colour(seat)}: {actions}", *self.outcomes])
        self.actions, self.outcomes = [], []
        return line

    def _end(self, event: GameEnded) -> str:
        scores = ", ".join(f"{self._colour(final.seat)} {final.influence}" for final in event.final)
        winners = " & ".join(self._colour(seat) for seat in event.winners)
        return f"{self.words.ends}: {scores}. {winners} {self.words.wins}."

    def _colour(self, seat: int) -> str:
        return self.words.colours[self.board.colours[seat]]

    def _place(self, place: str) -> str:
        return self.board.places[self.board.index[place]].name

    def _region(self, region: str) -> str:
        return region_name(region, self.words, self.board)
