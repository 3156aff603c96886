"""Imports a game from its record."""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime, timedelta
from itertools import count
from uuid import UUID

from django.db import transaction
from msgspec.structs import replace

from games.audit.rebuild import write_rows
from games.audit.verify import verify_game
from games.domain import State
from games.domain.clock import EVERY_HOUR, clock_events
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.errors import Malformed, Tampered
from games.domain.evolve import replay, walk
from games.domain.numbers import HOST, RenumberPlayers, people_named, renumberings
from games.domain.record import Entry, Record, check
from games.edge import new_command_id
from games.events import store
from games.events.store import Cause, EventRow
from games.models import Person, Seat

RENUMBERED_ONCE = (
    "its players were renumbered there, and a game is renumbered once: it comes in only where"
    " each person whom it names is the one with that number, and is named by --player"
)

CLOCK_TOLERANCE = timedelta(days=1)


class AlreadyHere(Exception):
    def __init__(self, game_id: UUID) -> None:
        super().__init__(f"the game {game_id} is here already")


class UnknownNumber(Exception):
    def __init__(self, number: int, known: Sequence[int]) -> None:
        names = ", ".join(map(str, known)) or "nobody"
        super().__init__(f"the record names no person {number}; it names {names}")


@transaction.atomic
def import_game(record: Record, players: Mapping[int, Person], at: datetime) -> UUID:
    """Imports a game from its record, or refuses it with the first thing that is wrong.

    `players` are the people of this site behind the record's numbers; the other numbers are nobody
    here.
    """
    _check_spelling(record, at)
    game_id = UUID(record.game)
    state = check(record)
    for number, seat in enumerate(state.setup.seats):
        name = f"computer player in seat {number}"
        _check_text("$.table", name, seat.bot or "", Seat.bot.field.max_length)
    if store.head_of(game_id).version:
        raise AlreadyHere(game_id)
    store.restore(game_id, list(_stored_entries(record)))
    order = _renumbering(state, players)
    if any(old != new for old, new in order.numbers):
        for version in renumberings(record.events):
            raise Malformed(f"event {version}", RENUMBERED_ONCE)
        state = _renumber(game_id, state, order, at)
    write_rows(game_id, state)
    _check_stored(game_id)
    return game_id


def _check_stored(game_id: UUID) -> None:
    """Refuses what `verify_games` would find bad, since an event cannot be taken out again."""
    finding = verify_game(game_id)
    if finding is not None and finding.version is not None:
        raise Tampered(finding.version, finding.what)
    if finding is not None:
        raise Malformed("$", finding.what)


def _renumbering(state: State, players: Mapping[int, Person]) -> RenumberPlayers:
    """Gives each player a number of this site. A number below 1 is nobody anywhere, and stays."""
    numbers = people_named(state)
    for number in players:
        if number not in numbers:
            raise UnknownNumber(number, numbers)
    nobody = count(min((0, *numbers)) - 1, -1)
    return RenumberPlayers(
        tuple((n, players[n].pk if n in players else next(nobody) if n > 0 else n) for n in numbers)
    )


def _renumber(game_id: UUID, state: State, order: RenumberPlayers, at: datetime) -> State:
    """Renumbers by an event, so that the history itself says who is who."""
    events, after = judge(state, order)
    clock = clock_events(state, after, int(at.timestamp()), EVERY_HOUR)
    events, after = (*events, *clock), replay(clock, after)
    head, cause = store.head_of(game_id), Cause(HOST, at, new_command_id(), "")
    with store.claim(head):
        store.append(game_id, head, events, cause, digest(after))
    return after


def _check_spelling(record: Record, at: datetime) -> None:
    """Refuses what the store would spell in another way, since its hash would differ."""
    try:
        game = str(UUID(record.game))
    except ValueError as error:
        raise Malformed("$.game", f"{record.game!r:.80} is no game's id") from error
    if game != record.game:
        raise Malformed("$.game", f"the game's id is to be written {game}, not {record.game:.80}")
    if not record.entries:
        raise Malformed("$.entries", "there are none")
    for entry in record.entries:
        place = f"event {entry.version}"
        if not entry.stamp.at or not entry.stamp.command:
            what = "it has no time or no command: this game was never on a server"
            raise Malformed(place, what)
        _check_time(place, entry.stamp.at, at + CLOCK_TOLERANCE)
        stamp = entry.stamp
        texts = {"actor": stamp.actor, "command": stamp.command, "fingerprint": entry.fingerprint}
        for name, text in texts.items():
            _check_text(place, name, text, store.LONGEST[name])


def _check_time(place: str, text: str, latest: datetime) -> None:
    try:
        moment = datetime.fromisoformat(text)
        canonical = store.time_text(moment)
    except (ValueError, OverflowError) as error:
        raise Malformed(place, f"{text!r:.80} is no time") from error
    if canonical != text:
        example = "as 2026-01-02T12:00:00.000000+00:00, in UTC and to the microsecond"
        raise Malformed(place, f"its time is to be written {example}, not {text!r:.80}")
    if moment > latest:
        raise Malformed(place, f"its time, {text}, is still to come")


def _check_text(place: str, name: str, text: str, most: int | None) -> None:
    if most is not None and len(text) > most:
        raise Malformed(place, f"its {name} has {len(text)} characters, and {most} are the most")
    if "\0" in text:
        raise Malformed(place, f"its {name} holds a NUL, which is no character of a text")


def _stored_entries(record: Record) -> Iterator[EventRow]:
    """The entries with their types, and a digest at the end of each command's events."""
    events = record.events
    following: list[Entry | None] = [*record.entries[1:], None]
    for entry, after, event, state in zip(
        record.entries, following, events, walk(events), strict=True
    ):
        ends = after is None or after.stamp.command != entry.stamp.command
        position = digest(state) if ends else ""
        yield EventRow(type(event).__name__, replace(entry, digest=position))
