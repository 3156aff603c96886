"""Checking, rebuilding, exporting and importing games: rows against events, events against hashes."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from django.db import transaction
from msgspec import Struct

from games.domain import NEW_GAME, State
from games.domain.digest import digest
from games.domain.evolve import evolve
from games.domain.record import Entry, Record, Tampered, check, check_chain, record_from
from games.events import codec, store
from games.events.store import Head, Stored
from games.models import Game, Person, Seat
from games.rows import differences, fields_of, seats_of


class AlreadyHere(Exception):
    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"the game {game_id} is here already")


class Finding(Struct, frozen=True):
    """What is wrong with a game; `version` is the first bad event, None where a row is."""

    game_id: UUID
    version: int | None
    what: str

    def __str__(self) -> str:
        place = "row" if self.version is None else f"event {self.version}"
        return f"{self.game_id}: {place}: {self.what}"


def verify_game(game_id: UUID) -> Finding | None:
    """Chain, types, tables and digests, then the rows: the first thing that does not agree."""
    history = store.stored(game_id)
    try:
        check_chain(str(game_id), [each.entry for each in history])
        state = _checked_fold(history)
    except Tampered as found:
        return Finding(game_id, found.version, found.what)
    return _wrong_rows(game_id, state, history)


def _checked_fold(history: list[Stored]) -> State:
    events = codec.decode([bytes(each.entry.event).decode() for each in history])
    state = NEW_GAME
    for each, event in zip(history, events, strict=True):
        version = each.entry.version
        if each.type not in codec.UPCASTERS and each.type != type(event).__name__:
            raise Tampered(version, f"its type says {each.type}")
        state = evolve(state, event)
        if each.digest and each.digest != digest(state):
            raise Tampered(version, "the table after it is another one than its digest says")
    return state


def _wrong_rows(game_id: UUID, state: State, history: list[Stored]) -> Finding | None:
    game = Game.objects.filter(id=game_id).first()
    if game is None:
        return Finding(game_id, None, "it is missing")
    if not history:
        return Finding(game_id, None, "it has no events")
    wrong = differences(game, _fields(state, history))
    if wrong:
        return Finding(game_id, None, f"not as the events say: {', '.join(wrong)}")
    people = _known_people(state)
    expected = [
        (s.number, s.player_id if s.player_id in people else None, s.bot)
        for s in seats_of(game_id, state)
    ]
    found = Seat.objects.filter(game_id=game_id).order_by("number")
    if list(found.values_list("number", "player_id", "bot")) != expected:
        return Finding(game_id, None, "the seats are not as the events say")
    return None


def _fields(state: State, history: list[Stored]) -> dict[str, object]:
    last = history[-1].entry
    at = datetime.fromisoformat(last.stamp.at)
    head = Head(last.version, bytes.fromhex(last.hash))
    fields = fields_of(state, head, at, digest(state))
    people = _known_people(state)
    # Who was forgotten is a number in the events and nobody in the rows.
    return {
        name: value if not name.endswith("_id") or value in people else None
        for name, value in fields.items()
    } | {"created": datetime.fromisoformat(history[0].entry.stamp.at)}


def _known_people(state: State) -> set[int]:
    named = {who.player for who in state.setup.seats} | {state.terms.owner}
    return set(Person.objects.filter(id__in=named - {None}).values_list("id", flat=True))


def rebuild_game(game_id: UUID) -> None:
    """Throws a game's rows away and makes them again from its events."""
    history = store.stored(game_id)
    _write_rows(game_id, _checked_fold(history), history)


@transaction.atomic
def _write_rows(game_id: UUID, state: State, history: list[Stored]) -> None:
    Game.objects.update_or_create(id=game_id, defaults=_fields(state, history))
    people = _known_people(state)
    Seat.objects.filter(game_id=game_id).delete()
    seats = seats_of(game_id, state)
    for seat in seats:
        if seat.player_id not in people:
            seat.player_id = None
    Seat.objects.bulk_create(seats)


def export_game(game_id: UUID, *, up_to: int | None = None) -> Record:
    return record_from(str(game_id), [each.entry for each in store.stored(game_id)[:up_to]])


@transaction.atomic
def import_game(record: Record) -> UUID:
    """Brings in a game from its record, or refuses it with the first thing that is wrong."""
    check(record)
    game_id = UUID(record.game)
    if store.head_of(game_id).version:
        raise AlreadyHere(game_id)
    history = list(_as_stored(record))
    store.restore(game_id, history)
    _write_rows(game_id, _checked_fold(history), history)
    return game_id


def _as_stored(record: Record) -> Iterable[Stored]:
    """The entries with their types, and a digest where a command's events end."""
    state = NEW_GAME
    following: list[Entry | None] = [*record.entries[1:], None]
    for entry, after, event in zip(record.entries, following, record.events, strict=True):
        state = evolve(state, event)
        ends = after is None or after.stamp.command != entry.stamp.command
        yield Stored(type(event).__name__, entry, digest(state) if ends else "")
