"""What happened since a player's last turn, for turn mails and pages."""

from itertools import pairwise

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
        effective = effective_events(self.events)
        sheet = numbered_sheet((event for _, event in effective), language)
        since = 0 if self.is_all else self.then.version
        return tuple(line for number, line in sheet if effective[number - 1][0] > since)

    def turns(self) -> tuple[tuple[Event, ...], ...]:
        """The events of each line."""
        return self.turns_after(0 if self.is_all else self.then.version)

    def turns_after(self, version: int) -> tuple[tuple[Event, ...], ...]:
        return tuple(turn for end, turn in self._numbered_turns() if end > version)

    def last_turns(self) -> tuple[tuple[Event, ...], ...]:
        """The last turn alone, for a seat since whose own nothing has happened."""
        return tuple(turn for _, turn in self._numbered_turns()[-1:])

    def _numbered_turns(self) -> list[tuple[int, tuple[Event, ...]]]:
        effective = effective_events(self.events)
        ends = [number for number, _ in numbered_sheet(event for _, event in effective)]
        return [
            (effective[end - 1][0], tuple(event for _, event in effective[begin:end]))
            for begin, end in pairwise((0, *ends))
        ]

    def changes(self) -> tuple[str, ...]:
        """The places and regions that look different since then."""
        return differences(self.then, self.now)


def story(events: tuple[Event, ...], seat: int | None) -> Story:
    """Since the seat's last turn; for a spectator, since the last turn but one."""
    ends = [
        number
        for number, event in effective_events(events)
        if isinstance(event, TurnEnded) and seat in (None, event.seat)
    ]
    if seat is None:
        ends = ends[:-1]
    stages = [i for i, event in enumerate(events, 1) if isinstance(event, SetupStageBegan)]
    last = next(reversed(ends or stages), 0)
    then = replay(events[:last])
    now = replay(events[last:], then)
    reader = NOBODY if seat is None else seat
    return Story(now, then if then.setup.seats else now, events, reader, is_all=not ends)


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
