"""Rebuilding, exporting and importing games."""

from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.domain import NEW_GAME, State, decide, replay
from games.domain.clock import EVERY_HOUR, clock_after
from games.domain.digest import digest
from games.domain.errors import Malformed
from games.domain.evolve import evolve
from games.domain.numbers import HOST, RenumberPlayers, people_named, renumberings
from games.domain.record import Entry, Record, check, record_from
from games.edge import new_command_id
from games.events import codec, store
from games.events.store import Cause, Head, Stored
from games.models import Game, Person, Seat
from games.rows import fields_of, seats_of

ONCE_ONLY = (
    "its players were renumbered there, and a game is renumbered once: it comes in only where"
    " each person whom it names is the one with that number, and is named by --player"
)


class AlreadyHere(Exception):
    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"the game {game_id} is here already")


def known_people(states: Iterable[State]) -> set[int]:
    """Who was forgotten is a number in the events and nobody in the rows."""
    named: set[int | None] = set()
    for state in states:
        named |= {who.player for who in state.setup.seats} | {state.terms.owner}
    return set(Person.objects.filter(id__in=named - {None}).values_list("id", flat=True))


def true_fields(
    state: State, history: Sequence[Stored], head: Head, people: Container[object]
) -> dict[str, object]:
    """The columns of the game's row, as its events have them."""
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


def _fold(history: Sequence[Stored]) -> State:
    return replay(codec.decode([bytes(each.entry.event).decode() for each in history]))


def rebuild_game(game_id: UUID) -> None:
    """Throws a game's rows away and makes them again from its events."""
    history = store.stored(game_id)
    _write_rows(game_id, _fold(history), history)


@transaction.atomic
def _write_rows(game_id: UUID, state: State, history: Sequence[Stored]) -> None:
    people = known_people([state])
    fields = true_fields(state, history, store.head_of(game_id), people)
    Game.objects.update_or_create(id=game_id, defaults=fields)
    Seat.objects.filter(game_id=game_id).delete()
    Seat.objects.bulk_create(true_seats(game_id, state, people))


def export_game(game_id: UUID, *, up_to: int | None = None) -> Record:
    chain = store.head_of(game_id).chain
    entries = [each.entry for each in store.stored(game_id)[:up_to]]
    if chain == 1:
        # What stands beside the chain in format 1 is nowhere under it.
        entries = [replace(entry, fingerprint="", digest="") for entry in entries]
    return record_from(str(game_id), entries, chain)


class UnknownNumber(Exception):
    def __init__(self, number: int, named: Sequence[int]) -> None:
        known = ", ".join(map(str, named)) or "nobody"
        super().__init__(f"the record names no person {number}; it names {known}")


@transaction.atomic
def import_game(record: Record, players: Mapping[int, Person], at: datetime) -> UUID:
    """Brings in a game from its record, or refuses it with the first thing that is wrong.

    Whoever the record names by number is nobody here, but for those who are said to be somebody.
    """
    game_id = _id_of(record)
    state = check(record)
    if store.head_of(game_id).version:
        raise AlreadyHere(game_id)
    store.restore(game_id, list(_as_stored(record)))
    order = _numbers_here(state, players)
    if any(old != new for old, new in order.numbers):
        for version in renumberings(record.events):
            raise Malformed(f"event {version}", ONCE_ONLY)
        state = _renumber(game_id, state, order, at)
    _write_rows(game_id, state, store.stored(game_id))
    return game_id


def _numbers_here(state: State, players: Mapping[int, Person]) -> RenumberPlayers:
    """A number below 1 is nobody's on any server, and stays."""
    named = people_named(state)
    for number in players:
        if number not in named:
            raise UnknownNumber(number, named)
    nobody = count(min((0, *named)) - 1, -1)
    return RenumberPlayers(
        tuple((n, players[n].pk if n in players else next(nobody) if n > 0 else n) for n in named)
    )


def _renumber(game_id: UUID, state: State, order: RenumberPlayers, at: datetime) -> State:
    """By an event, so that the history itself says who is who from here on."""
    events = decide(state, order)
    after = replay(events, state)
    clock = clock_after(state, after, int(at.timestamp()), EVERY_HOUR)
    events, after = (*events, *clock), replay(clock, after)
    head, cause = store.head_of(game_id), Cause(HOST, at, new_command_id(), "")
    with store.claiming(head):
        store.append(game_id, head, events, cause, digest(after))
    return after


def _id_of(record: Record) -> UUID:
    for entry in record.entries:
        if not entry.stamp.at or not entry.stamp.command:
            what = "it has no time or no command: this game was never on a server"
            raise Malformed(f"event {entry.version}", what)
    if not record.entries:
        raise Malformed("$.entries", "there are none")
    try:
        return UUID(record.game)
    except ValueError as error:
        raise Malformed("$.game", f"{record.game!r} is no game's id") from error


def _as_stored(record: Record) -> Iterator[Stored]:
    """The entries with their types, and a digest where a command's events end."""
    state = NEW_GAME
    following: list[Entry | None] = [*record.entries[1:], None]
    for entry, after, event in zip(record.entries, following, record.events, strict=True):
        state = evolve(state, event)
        ends = after is None or after.stamp.command != entry.stamp.command
        position = digest(state) if ends else ""
        yield Stored(type(event).__name__, replace(entry, digest=position))
