"""Rebuilds a game's rows from its events, and exports games."""

from collections.abc import Container, Iterable, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.domain import State
from games.domain.digest import digest
from games.domain.evolve import replay
from games.domain.record import Record, record_from
from games.events import store
from games.events.store import EventRow, Head
from games.models import Game, Person, Seat
from games.rows import fields_of, seats_of


def known_people(states: Iterable[State]) -> set[int]:
    """The people of these games who have a row; who was forgotten is only a number in the events."""
    numbers: set[int | None] = set()
    for state in states:
        numbers |= {seat.player for seat in state.setup.seats} | {state.terms.owner}
    return set(Person.objects.filter(id__in=numbers - {None}).values_list("id", flat=True))


def true_fields(
    state: State, history: Sequence[EventRow], head: Head, people: Container[object]
) -> dict[str, object]:
    """The columns of the game's row, as its events say."""
    last = history[-1].entry
    fields = fields_of(state, head, datetime.fromisoformat(last.stamp.at), digest(state))
    return {
        name: value if not name.endswith("_id") or value in people else None
        for name, value in fields.items()
    } | {"created": datetime.fromisoformat(history[0].entry.stamp.at)}


def true_seats(game_id: UUID, state: State, people: Container[object]) -> list[Seat]:
    seats = seats_of(game_id, state)
    for seat in seats:
        if seat.player_id not in people:
            seat.player_id = None
    return seats


def rebuild_game(game_id: UUID) -> None:
    """Makes a game's rows anew from its events."""
    write_rows(game_id, replay(store.read(game_id)))


@transaction.atomic
def write_rows(game_id: UUID, state: State) -> None:
    people = known_people([state])
    fields = true_fields(state, store.read_rows(game_id), store.head_of(game_id), people)
    Game.objects.update_or_create(id=game_id, defaults=fields)
    Seat.objects.filter(game_id=game_id).delete()
    Seat.objects.bulk_create(true_seats(game_id, state, people))


def export_game(game_id: UUID, *, up_to: int | None = None) -> Record:
    chain = store.head_of(game_id).chain
    entries = [each.entry for each in store.read_rows(game_id)[:up_to]]
    if chain == 1:
        # In format 1 the chain does not cover these two.
        entries = [replace(entry, fingerprint="", digest="") for entry in entries]
    return record_from(str(game_id), entries, chain)
