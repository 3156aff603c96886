"""`events_appended`: sent within the transaction of the events, so that a receiver's rows
and the events are written together or not at all. Its argument `change` is a `Change`.

`person_left`: sent within the transaction in which a person is forgotten, so that other apps
forget too. Its argument is the `person`.
"""

from datetime import datetime
from uuid import UUID

from django.dispatch import Signal
from msgspec import Struct

from games.domain import Event, State
from games.domain.clock import TableHours

events_appended = Signal()
person_left = Signal()


class Change(Struct, frozen=True):
    """`actor` is who caused it: `user:7`, `bot:strong`, `host:1`, `clock`."""

    game_id: UUID
    before: State
    after: State
    events: tuple[Event, ...]
    actor: str
    at: datetime
    hours: TableHours
