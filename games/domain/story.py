"""What happened since a player's last turn, for turn mails and pages."""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct

from games.domain.course import effective_events
from games.domain.events import Event, SetupStageBegan, TurnEnded
from games.domain.evolve import replay
from games.domain.notation.score_sheet import numbered_sheet
from games.domain.notation.words import Language
from games.domain.state import NOBODY, State


class Story(Struct, frozen=True):
    """A game as a seat is told of it: the present table, and the one after its last turn.

    A spectator's seat is NOBODY. A seat that has had no turn yet is told everything.
    """

    now: State
    then: State
    events: tuple[Event, ...]
    seat: int
    is_all: bool = False

    def lines(self, language: Language) -> tuple[str, ...]:
        """A line a turn since then."""
        return tuple(
            line
            for number, line in _numbered_lines(self.events, language)
            if self.is_all or number > self.then.version
        )

    def own_turn(self, language: Language) -> str:
        """The line of the player's last turn; empty if there was none."""
        numbered = _numbered_lines(self.events, language)
        lines = [line for number, line in numbered if number <= self.then.version]
        return lines[-1] if lines and not self.is_all else ""

    def changes(self) -> tuple[str, ...]:
        """The places and regions that look different since then."""
        return differences(self.then, self.now)


def story(events: tuple[Event, ...], seat: int | None) -> Story:
    """Since the seat's last turn; for a spectator, since the last turn but one."""
    ends = _turn_ends(events, seat)
    last = ends[-1] if ends else _play_start(events)
    then = replay(events[:last])
    now = replay(events[last:], then)
    reader = NOBODY if seat is None else seat
    return Story(now, then if then.setup.seats else now, events, reader, is_all=not ends)


def _turn_ends(events: Sequence[Event], seat: int | None) -> list[int]:
    ends = [
        number
        for number, event in effective_events(events)
        if isinstance(event, TurnEnded) and seat in (None, event.seat)
    ]
    return ends[:-1] if seat is None else ends


def _numbered_lines(events: Iterable[Event], language: Language) -> Iterator[tuple[int, str]]:
    effective = effective_events(events)
    for number, line in numbered_sheet((event for _, event in effective), language):
        yield effective[number - 1][0], line


def _play_start(events: Sequence[Event]) -> int:
    stages = [i for i, event in enumerate(events, 1) if isinstance(event, SetupStageBegan)]
    return stages[-1] if stages else 0


def differences(before: State, after: State) -> tuple[str, ...]:
    """The ids of places and regions that look different."""
    if not before.owners or not after.owners:
        return ()
    board = after.board
    places = (
        name
        for i, name in enumerate(board.ids)
        if (before.owners[i], before.sizes[i], before.free >> i & 1)
        != (after.owners[i], after.sizes[i], after.free >> i & 1)
    )
    regions = (
        region.id
        for i, region in enumerate(board.regions)
        if (before.scored[i], before.markers[i]) != (after.scored[i], after.markers[i])
    )
    return (*places, *regions)
