"""A game comes in from its record."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import count
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.audit import write_rows
from games.domain import NEW_GAME, State, decide, replay
from games.domain.clock import EVERY_HOUR, clock_after
from games.domain.digest import digest
from games.domain.errors import Malformed
from games.domain.evolve import evolve
from games.domain.numbers import HOST, RenumberPlayers, people_named, renumberings
from games.domain.record import Entry, Record, check
from games.edge import new_command_id
from games.events import store
from games.events.store import Cause, Stored
from games.models import Person

ONCE_ONLY = (
    "its players were renumbered there, and a game is renumbered once: it comes in only where"
    " each person whom it names is the one with that number, and is named by --player"
)


class AlreadyHere(Exception):
    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"the game {game_id} is here already")


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
    write_rows(game_id, state, store.stored(game_id))
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
