"""A game's history as the viewer needs it, folded once a version."""

from collections.abc import Sequence
from functools import lru_cache
from uuid import UUID

from msgspec import Struct

from games.domain import NEW_GAME, Event, State
from games.domain.course import Sample, course, effective_events
from games.domain.events import GameStarted, SetupStageBegan, TurnEnded, TurnTakenBack
from games.domain.evolve import walk
from games.domain.notation import numbered_sheet
from games.events import store

CACHE_SIZE = 24


class History(Struct, frozen=True, eq=False):
    """`states[n]` is the table at version n; `states[0]` is the one before the first event."""

    game_id: UUID
    version: int
    events: tuple[Event, ...]
    states: tuple[State, ...]
    samples: tuple[Sample, ...]
    counting: frozenset[int]
    turns: tuple[int, ...]
    rounds: tuple[int, ...]

    @property
    def last(self) -> State:
        return self.states[-1]

    def turn_of(self, version: int) -> int:
        """In which turn an event came; 0 before the first."""
        return self.states[max(0, version - 1)].turn

    def round_of(self, version: int) -> int:
        turn = self.turn_of(version)
        return (turn - 1) // len(self.last.money) + 1 if turn else 0

    def sample_of(self, version: int) -> int:
        """The index of the sample that was current then."""
        earlier = [i for i, sample in enumerate(self.samples) if sample.version <= version]
        return earlier[-1] if earlier else 0


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
    return tuple(sorted(ends | marks | {len(events)}))


def _rounds(events: Sequence[Event], states: Sequence[State]) -> tuple[int, ...]:
    """The versions at which play began, and at which a round ended."""
    ends = {
        number
        for number, event in enumerate(events, 1)
        if _begins_a_round(event, states[number]) or isinstance(event, GameStarted)
    }
    return tuple(sorted(ends | {len(events)}))


def _begins_a_round(event: Event, after: State) -> bool:
    match event:
        case SetupStageBegan(stage="playing"):
            return True
        case TurnEnded():
            return (after.turn - 1) % len(after.money) == 0
        case _:
            return False
