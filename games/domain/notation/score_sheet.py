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
    """The lines of a game, or of any stretch of one that begins with a turn."""
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
    """What comes of a turn beside what is done in it: who scores, reaches, wins."""
    lines = sheet(events, language, board)
    return (*lines[0].split(SEPARATOR)[1:], *lines[1:]) if lines else ()


class _Writer:
    def __init__(self, words: Words, board: Board) -> None:
        self.words = words
        self.board = board
        self.done: list[str] = []
        self.came: list[str] = []

    def lines(self, event: Event) -> Iterator[str]:
        words = self.words
        match event:
            case TownChosen():
                yield f"{self._who(event.seat)} {words.starts_in} {self._place(event.town)}"
            case TileChosen():
                yield f"{self._who(event.seat)} {words.chooses_tile} {event.tile}"
            case TilePlaced():
                yield f"{self._who(event.seat)} {words.places_tile} {event.tile}: {self._where(event)}"
            case TilesDealt():
                yield ", ".join(event.tiles)
            case SetupStageBegan(stage="playing") if self.done:
                # The Boom marker was put beside its first city.
                yield self._turn(event.seat)
            case TurnEnded():
                yield self._turn(event.seat)
            case GameEnded():
                yield self._end(event)
            case _:
                self._done(event)
                self._came(event)

    def _done(self, event: Event) -> None:
        """What the player did."""
        words = self.words
        match event:
            case BoomMoved():
                self.done.append(f"Boom > {self._place(event.city)}")
            case BonusTileSpent(use="cash"):
                self.done.append(f"{words.verbs['bonus'][0]} ${event.amount}")
            case ToolSpent():
                self.done.append(words.tools[event.tool][0])
            case Expanded():
                way = " > ".join(self._place(stop) for stop in event.path)
                self.done.append(f"{way} ${event.cost}")
            case MarketShareIncreased():
                mark = "+" if event.cost else "++"
                self.done.append(f"{mark} {self._place(event.city)}")
            case TimeRanOut():
                self.done.append(words.time_ran_out)
            case _:
                pass

    def _came(self, event: Event) -> None:
        """What came of it."""
        words = self.words
        match event:
            case CityScored():
                winner = f"{self._who(event.winner)} {event.influence}"
                self.came.append(f"{self._place(event.city)} {words.scored}: {winner}")
            case RegionMarked():
                self.came.append(
                    f"{self._who(event.seat)} {words.marks} {self._region(event.region)}"
                )
            case MilestoneReached():
                tile = words.milestones[event.milestone]
                self.came.append(f"{self._who(event.seat)}: {words.reaches} {tile}")
            case RegionScored():
                self.came.append(self._region_scored(event))
            case _:
                pass

    def _region_scored(self, event: RegionScored) -> str:
        gains = [
            f"{self._who(share.seat)} {f'${share.dollars}' if share.dollars else share.influence}"
            for share in event.shares
        ]
        track = f"{self.words.track} {event.space}: {self._who(event.seat)} {event.influence}"
        return f"{self._region(event.region)} {self.words.scored}: {', '.join(gains)}, {track}"

    def _turn(self, seat: int) -> str:
        done = ", ".join(self.done) or self.words.passes
        line = SEPARATOR.join([f"{self._who(seat)}: {done}", *self.came])
        self.done, self.came = [], []
        return line

    def _end(self, event: GameEnded) -> str:
        scores = ", ".join(f"{self._who(final.seat)} {final.influence}" for final in event.final)
        winners = " & ".join(self._who(seat) for seat in event.winners)
        return f"{self.words.ends}: {scores}. {winners} {self.words.wins}."

    def _who(self, seat: int) -> str:
        return self.words.colours[self.board.colours[seat]]

    def _place(self, place: str) -> str:
        return self.board.places[self.board.index[place]].name

    def _region(self, region: str) -> str:
        return region_name(region, self.words, self.board)

    def _where(self, event: TilePlaced) -> str:
        if isinstance(event.tile, int):
            return self._place(event.where)
        return self._region(event.where)
