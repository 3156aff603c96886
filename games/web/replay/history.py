"""A game's history as the viewer needs it, folded once a version, and who may see it."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

from django.http import Http404, HttpRequest
from msgspec import Struct

from games.access import GameView, person_of, see_game
from games.domain import NEW_GAME, Event, State
from games.domain.course import Sample, course, effective_events
from games.domain.events import (
    AroundTheTable,
    GameStarted,
    SetupStageBegan,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.evolve import walk
from games.domain.notation import Language, language_of, numbered_sheet
from games.events import store
from games.web.wording import current_language

CACHE_SIZE = 24


class History(Struct, frozen=True, eq=False):
    """`states[n]` is the table at version n; `states[0]` is the one before the first event.

    `lost` has the versions that were taken back, each with the version at which it was.
    """

    game_id: UUID
    version: int
    events: tuple[Event, ...]
    states: tuple[State, ...]
    samples: tuple[Sample, ...]
    counting: frozenset[int]
    lost: dict[int, int]
    turns: tuple[int, ...]
    rounds: tuple[int, ...]

    @property
    def last(self) -> State:
        return self.states[-1]

    @property
    def result(self) -> int:
        """The newest version at which something happened on the board, however the clock went on
        after it."""
        return self.turns[-1]

    def holds(self, since: int, version: int) -> bool:
        """Whether the event `since` still holds at a version: its turn may have been taken back."""
        return since <= version < self.lost.get(since, version + 1)

    def turn_of(self, version: int) -> int:
        """In which turn an event came; 0 before the first."""
        return self.states[max(0, version - 1)].turn

    def round_of(self, version: int) -> int:
        turn = self.turn_of(version)
        return (turn - 1) // len(self.last.money) + 1 if turn else 0

    def sample_of(self, version: int) -> int:
        """The index of the sample that was current then."""
        after = bisect_right(self.samples, version, key=lambda sample: sample.version)
        return max(0, after - 1)


def see_history(request: HttpRequest, game_id: UUID) -> tuple[GameView, History]:
    view = see_game(person_of(request), game_id)
    return view, history_of(game_id, view.version)


def version_or_404(history: History, version: int) -> int:
    if not 1 <= version <= history.version:
        raise Http404
    return version


def language_from(request: HttpRequest) -> Language:
    """The address can name a language, so that a picture stays what it is."""
    tag = request.GET.get("language", "")
    return language_of(tag) if tag else current_language()


@lru_cache(maxsize=CACHE_SIZE)
def history_of(game_id: UUID, version: int) -> History:
    events = store.read(game_id, up_to=version)
    states = (NEW_GAME, *walk(events))
    return History(
        game_id,
        version,
        events,
        states,
        course(events, states),
        frozenset(number for number, _ in effective_events(events)),
        _versions_taken_back(events),
        _turns(events),
        _rounds(events, states),
    )


def _turns(events: Sequence[Event]) -> tuple[int, ...]:
    """The versions at which a turn or a choice of the set-up ended, or was taken back."""
    ends = {number for number, _ in numbered_sheet(events)}
    marks = {
        number
        for number, event in enumerate(events, 1)
        if isinstance(event, GameStarted | TurnTakenBack)
    }
    return tuple(sorted(ends | marks | {_last_on_the_board(events)}))


def _last_on_the_board(events: Sequence[Event]) -> int:
    """A table that has not begun has none: there it is the last event."""
    numbers = range(len(events), 0, -1)
    on_board = (n for n in numbers if not isinstance(events[n - 1], AroundTheTable))
    return next(on_board, len(events))


def _versions_taken_back(events: Sequence[Event]) -> dict[int, int]:
    lost: dict[int, int] = {}
    for number, event in enumerate(events, 1):
        if isinstance(event, TurnTakenBack):
            lost = dict.fromkeys(range(event.to_version + 1, number), number) | lost
    return lost


def _rounds(events: Sequence[Event], states: Sequence[State]) -> tuple[int, ...]:
    """The versions at which play began, and at which a round ended."""
    ends = {_last_on_the_board(events)}
    for number, event in enumerate(events, 1):
        after = states[number]
        match event:
            case GameStarted() | SetupStageBegan(stage="playing"):
                ends.add(number)
            case TurnEnded() if (after.turn - 1) % len(after.money) == 0:
                ends.add(number)
    return tuple(sorted(ends))
