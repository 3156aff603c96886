"""Golden games stored on the site, with a name, an owner and people in their seats."""

from datetime import UTC, datetime
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.audit.rebuild import rebuild_game
from games.domain import Event
from games.domain.digest import digest
from games.domain.events import GameCreated, GameStarted
from games.domain.evolve import replay
from games.domain.state import Seat, Terms, Watch
from games.edge import new_game_id
from games.events import store
from games.events.store import Cause
from games.models import Person
from tests.golden.golden import events_of

CAUSE = Cause("host", datetime(2026, 5, 1, 12, tzinfo=UTC), "golden", "f" * 32)


def store_golden(
    name: str,
    *people: Person,
    watch: Watch = "public",
    until: int | None = None,
    called: str = "Route 66",
) -> UUID:
    """The first `until` events of the game."""
    started, *later = events_of(name)[:until]
    assert isinstance(started, GameStarted)
    seats = len(started.seats)
    sitting = [Seat(player=person.pk) for person in people]
    who = (*sitting, *(Seat(bot="greedy") for _ in range(seats - len(sitting))))
    terms = Terms(called, owner=people[0].pk if people else None, watch=watch)
    created = GameCreated(terms, seats, started.options, started.ruleset)
    return store_events((created, replace(started, seats=who), *later))


def store_events(events: tuple[Event, ...]) -> UUID:
    game_id = new_game_id()
    with transaction.atomic():
        store.append(game_id, store.new_head(game_id), events, CAUSE, digest(replay(events)))
        rebuild_game(game_id)
    return game_id
