"""Golden games on the site: with a name, an owner, and people in their seats."""

from uuid import UUID

from msgspec import Raw
from msgspec.structs import replace

from games.audit import import_game
from games.domain import Event
from games.domain.chain import Stamp, genesis, link, payload_of
from games.domain.events import GameCreated, GameStarted
from games.domain.record import Entry, record_from
from games.domain.state import Seat, Terms, Watch
from games.edge import new_game_id
from games.models import Person
from tests.golden.golden import FOLDER, read

STAMP = Stamp("2026-05-01T12:00:00.000000+00:00", "host", "golden")


def events_of(name: str) -> tuple[Event, ...]:
    return read(FOLDER / f"{name}.json").record.events


def recorded(
    name: str,
    *people: Person,
    watch: Watch = "public",
    until: int | None = None,
    called: str = "Route 66",
) -> UUID:
    """The game up to its event number `until`."""
    started, *later = events_of(name)[:until]
    assert isinstance(started, GameStarted)
    seats = len(started.seats)
    sitting = [Seat(player=person.pk) for person in people]
    who = (*sitting, *(Seat(bot="greedy") for _ in range(seats - len(sitting))))
    terms = Terms(called, owner=people[0].pk if people else None, watch=watch)
    created = GameCreated(terms, seats, started.options, started.ruleset)
    return brought_in((created, replace(started, seats=who), *later))


def brought_in(events: tuple[Event, ...]) -> UUID:
    game_id = new_game_id()
    entries, previous = [], genesis(str(game_id))
    for version, event in enumerate(events, 1):
        previous = link(previous, version, STAMP, payload_of(event))
        entries.append(Entry(version, STAMP, previous.hex(), Raw(payload_of(event))))
    return import_game(record_from(str(game_id), entries))
