"""What a worker goes through at once, and what is read once for all of it."""

from collections.abc import Sequence
from datetime import datetime
from functools import cached_property
from typing import Any
from uuid import UUID

from games.domain import State
from games.domain.evolve import replay
from games.events.store import History, read_histories
from games.models import Person
from notifications.models import NO_GAME, Notice
from notifications.preferences import Wishes, wishes_of


class Batch:
    """`memory` is of what a kind of message reads for all of its own."""

    def __init__(self, at: datetime, notices: Sequence[Notice]) -> None:
        self.at, self.notices = at, notices
        self.memory: dict[str, Any] = {}

    @cached_property
    def histories(self) -> dict[UUID, History]:
        return read_histories({each.game_id for each in self.notices} - {NO_GAME})

    @cached_property
    def tables(self) -> dict[UUID, State]:
        """As they are now."""
        return {game: replay(history.events) for game, history in self.histories.items()}

    @cached_property
    def people(self) -> dict[int, Person]:
        """The recipients, and who sits at their tables."""
        seats = (seat for state in self.tables.values() for seat in state.setup.seats)
        players = {seat.player for seat in seats if seat.player is not None}
        return Person.objects.in_bulk(players | {each.recipient_id for each in self.notices})

    @cached_property
    def wishes(self) -> dict[int, Wishes]:
        return wishes_of({each.recipient_id for each in self.notices})
