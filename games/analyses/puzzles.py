"""Puzzles, kept with their positions; each day has one, the same for everybody."""

from collections.abc import Sequence
from datetime import date
from uuid import UUID

import msgspec
from msgspec import Struct

from games.analyses.models import Puzzle
from games.bots.analysis import TurnReview, order_of
from games.bots.puzzles import without_people
from games.domain import State
from games.domain.commands import TakeTurn
from games.domain.recall import PlayedTurn
from games.rows import decode_state, encoder

review_decoder = msgspec.json.Decoder(TurnReview)


class DailyPuzzle(Struct, frozen=True):
    day: date
    state: State
    review: TurnReview

    @property
    def best(self) -> TakeTurn:
        return order_of(self.review.best, self.state.mover)

    @property
    def played(self) -> TakeTurn:
        return order_of(self.review.played, self.state.mover)

    @property
    def colour(self) -> str:
        """Of whoever is to move."""
        return self.state.board.colours[self.state.mover]


def keep_puzzle(game_id: UUID, turn: PlayedTurn, review: TurnReview) -> None:
    position = encoder.encode(without_people(turn.start)).decode()
    told = msgspec.json.encode(review).decode()
    row = Puzzle(
        game_id=game_id,
        version=turn.start.version,
        position=position,
        review=told,
        margin=review.margin,
    )
    Puzzle.objects.bulk_create([row], ignore_conflicts=True)


def choose_daily(day: date) -> None:
    """Of those that had no day yet the clearest. Harmless when it runs twice, or at the same time."""
    if Puzzle.objects.filter(day=day).exists():
        return
    row = Puzzle.objects.filter(day=None).order_by("-margin", "game_id", "version").first()
    if row is not None:
        Puzzle.objects.filter(game_id=row.game_id, version=row.version, day=None).update(day=day)


def puzzle_of(day: date) -> DailyPuzzle | None:
    return _read(Puzzle.objects.filter(day=day).order_by("game_id").first())


def newest_puzzle(until: date) -> DailyPuzzle | None:
    return _read(Puzzle.objects.filter(day__lte=until).order_by("-day", "game_id").first())


def days_of_puzzles(until: date, most: int) -> Sequence[date]:
    """The newest first."""
    days = Puzzle.objects.filter(day__lte=until).order_by("-day").values_list("day", flat=True)
    return [day for day in days[:most] if day is not None]


def _read(row: Puzzle | None) -> DailyPuzzle | None:
    if row is None or row.day is None:
        return None
    return DailyPuzzle(row.day, decode_state(row.position), review_decoder.decode(row.review))
