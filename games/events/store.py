"""Appends to histories and reads them. The only code that touches the event table."""

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Any
from uuid import UUID

from django.db import IntegrityError, transaction
from django.db.models import Max, Q, QuerySet
from msgspec import Raw, Struct
from msgspec.structs import replace

from games.domain import Event
from games.domain.chain import FORMAT, Link, Stamp, format_of, genesis, hash_of, payload_of
from games.domain.record import Entry
from games.events import sql
from games.events.codec import decode, upcast
from games.events.models import StoredEvent

LABEL = "event_store"
REFUSED_BY_TRIGGER = "an event is never changed"
TABLE = f"{LABEL}_storedevent"
LONGEST = {
    "actor": StoredEvent.actor.field.max_length,
    "command": StoredEvent.command_id.field.max_length,
    "fingerprint": StoredEvent.fingerprint.field.max_length,
}
"""The most characters of each."""


class StaleVersion(Exception):
    """The game has gone on since the version that the caller expected."""

    def __init__(self, expected: int, present: int | None = None) -> None:
        self.expected = expected
        self.present = present
        super().__init__(f"the game has gone on since version {expected}")


class Head(Struct, frozen=True):
    """Where a game's history ends: the last version, its hash, and the format of its chain."""

    version: int
    hash: bytes
    chain: int = FORMAT


class Cause(Struct, frozen=True):
    """Who asked for it, when, and by which command; `fingerprint` tells one request from another."""

    actor: str
    at: datetime
    command_id: str
    fingerprint: str


class EventRow(Struct, frozen=True):
    """An event as it is stored, for checking."""

    type: str
    entry: Entry

    def link(self) -> Link:
        return replace(self.entry.link(), type=self.type)


def new_head(game_id: UUID) -> Head:
    """Where a history begins."""
    return Head(0, genesis(str(game_id)))


def head_of(game_id: UUID) -> Head:
    """Reads the end of a history; a game's row holds it too."""
    last = _events_of(game_id).order_by("-version").values_list("version", "hash").first()
    if last is None:
        return new_head(game_id)
    (first,) = _rows_of(_events_of(game_id).filter(version=1))
    chain = format_of(str(game_id), first.link(), bytes.fromhex(first.entry.hash))
    return Head(last[0], bytes(last[1]), chain or FORMAT)


def hash_at(game_id: UUID, version: int) -> str:
    """The hash of one event in hex. The event must exist."""
    hash_ = _events_of(game_id).values_list("hash", flat=True).get(version=version)
    return bytes(hash_).hex()


class LastEvent(Struct, frozen=True):
    """The last event of a history at some moment, and when it was."""

    version: int
    hash: bytes
    at: datetime


def last_events_before(game_ids: Sequence[UUID], moment: datetime) -> dict[UUID, LastEvent]:
    """Of the games that had events by then. Reads one row each, all in one round trip."""
    columns, newest = ("version", "hash", "at"), "version DESC LIMIT 1"
    with sql.in_one_go():
        reads = {
            game_id: sql.select_later(
                TABLE, columns, {"game_id =": game_id, "at <": moment}, newest
            )
            for game_id in game_ids
        }
    return {
        game_id: LastEvent(version, bytes(hash_), sql.moment(at))
        for game_id, rows in reads.items()
        for version, hash_, at in rows()
    }


@contextmanager
def claim(head: Head) -> Iterator[None]:
    """Write the events after `head`, and all that belongs to them, within it: one transaction.

    If another writer was first, nothing of it is written.
    """
    try:
        with sql.in_one_go(), transaction.atomic():
            yield
    except IntegrityError as error:
        if LABEL not in str(error) and REFUSED_BY_TRIGGER not in str(error):
            raise
        raise StaleVersion(head.version) from error


def append(
    game_id: UUID, head: Head, events: Sequence[Event], cause: Cause, digest: str = ""
) -> Head:
    """Adds events right after `head`, within `claim`."""
    stamp = Stamp(time_text(cause.at), cause.actor, cause.command_id)
    previous, last = head.hash, head.version + len(events)
    rows: list[sql.Row] = []
    for version, event in enumerate(events, head.version + 1):
        kind, payload = type(event).__name__, payload_of(event)
        fingerprint = "" if rows else cause.fingerprint
        position = digest if version == last else ""
        link = Link(version, stamp, payload, fingerprint, position, kind)
        previous = hash_of(link, previous, head.chain)
        rows.append((version, kind, payload.decode(), previous, fingerprint, position))
    shared = {
        "game_id": game_id,
        "actor": cause.actor,
        "command_id": cause.command_id,
        "at": cause.at,
    }
    columns = ("version", "type", "payload", "hash", "fingerprint", "digest")
    sql.insert(TABLE, shared, columns, rows)
    return Head(last, previous, head.chain)


def read(game_id: UUID, *, after: int = 0, up_to: int | None = None) -> tuple[Event, ...]:
    where: dict[str, object] = {"game_id =": game_id, "version >": after}
    if up_to is not None:
        where["version <="] = up_to
    return decode([text for (text,) in sql.select(TABLE, ("payload",), where, order="version")])


class History(Struct, frozen=True):
    """A whole history, and the hash of its last event in hex."""

    events: tuple[Event, ...]
    hash: str


def read_histories(game_ids: Iterable[UUID]) -> dict[UUID, History]:
    """Of several games, by one read."""
    rows = StoredEvent.objects.filter(game_id__in=list(game_ids)).order_by("game_id", "version")
    texts: dict[UUID, list[str]] = {}
    hashes: dict[UUID, bytes] = {}
    for game_id, payload, hash_ in rows.values_list("game_id", "payload", "hash"):
        texts.setdefault(game_id, []).append(payload)
        hashes[game_id] = bytes(hash_)
    return {
        game_id: History(decode(history), hashes[game_id].hex())
        for game_id, history in texts.items()
    }


class DatedEvent(Struct, frozen=True):
    version: int
    at: datetime
    event: Event


def read_since(game_ids: Sequence[UUID], since: datetime) -> dict[UUID, list[DatedEvent]]:
    """The later events of several games, by one read."""
    rows = StoredEvent.objects.filter(game_id__in=game_ids, at__gt=since)
    columns = ("game_id", "version", "at", "payload")
    rows_read = list(rows.order_by("game_id", "version").values_list(*columns))
    events = decode([payload for *_, payload in rows_read])
    by_game: dict[UUID, list[DatedEvent]] = {}
    for (game_id, version, at, _), event in zip(rows_read, events, strict=True):
        by_game.setdefault(game_id, []).append(DatedEvent(version, at, event))
    return by_game


def feed(game_id: UUID, *, after: int, limit: int) -> list[Entry]:
    """Events in their present form, with who caused them and when."""
    rows = _events_of(game_id).filter(version__gt=after, version__lte=after + limit)
    return [upcast_entry(each) for each in _rows_of(rows)]


def upcast_entry(stored: EventRow) -> Entry:
    """With the event in its present form."""
    text = bytes(stored.entry.event).decode()
    payload = upcast(stored.type, text)
    return stored.entry if payload == text else replace(stored.entry, event=Raw(payload.encode()))


def command_span(game_id: UUID, version: int) -> tuple[int, int] | None:
    """The versions before and after the command inside of which a version lies, if any."""
    around = feed(game_id, after=version - 1, limit=2) if version else []
    if len(around) < 2 or around[0].stamp.command != around[1].stamp.command:
        return None
    answer = events_of_command(game_id, around[0].stamp.command)
    return None if answer is None else (answer.first - 1, answer.last)


class CommandEvents(Struct, frozen=True):
    """What a command led to when it first came; `fingerprint` is of its request."""

    fingerprint: str
    first: int
    last: int
    events: tuple[Event, ...]


def events_of_command(game_id: UUID, command_id: str) -> CommandEvents | None:
    rows = _events_of(game_id).filter(command_id=command_id)
    first = rows.exclude(fingerprint="").values_list("version", "fingerprint").first()
    if first is None:
        return None
    payloads = list(
        rows.filter(version__gte=first[0]).order_by("version").values_list("version", "payload")
    )
    events = decode([payload for _, payload in payloads])
    return CommandEvents(first[1], first[0], payloads[-1][0], events)


COLUMNS = (
    "version", "type", "payload", "actor", "command_id", "fingerprint", "at", "hash", "digest"
)  # fmt: skip


def read_rows(game_id: UUID) -> list[EventRow]:
    return _rows_of(_events_of(game_id))


def events_of(rows: Sequence[EventRow]) -> tuple[Event, ...]:
    """In their present form."""
    return decode([bytes(each.entry.event).decode() for each in rows])


def read_rows_of_games(game_ids: Sequence[UUID]) -> dict[UUID, list[EventRow]]:
    """The whole histories of several games, by one read."""
    histories: dict[UUID, list[EventRow]] = {}
    rows = StoredEvent.objects.filter(game_id__in=game_ids).order_by("game_id", "version")
    for game_id, *row in rows.values_list("game_id", *COLUMNS):
        histories.setdefault(game_id, []).append(_event_row(row))
    return histories


def _rows_of(events: QuerySet[StoredEvent]) -> list[EventRow]:
    return [_event_row(row) for row in events.order_by("version").values_list(*COLUMNS)]


def _event_row(columns: Iterable[Any]) -> EventRow:
    version, kind, payload, actor, command_id, fingerprint, at, hash_, digest = columns
    stamp = Stamp(time_text(at), actor, command_id)
    event = Raw(payload.encode())
    return EventRow(kind, Entry(version, stamp, bytes(hash_).hex(), event, fingerprint, digest))


def restore(game_id: UUID, history: Sequence[EventRow]) -> None:
    """Inserts a history from elsewhere, which the caller has checked."""
    StoredEvent.objects.bulk_create(
        StoredEvent(
            game_id=game_id,
            version=each.entry.version,
            type=each.type,
            payload=bytes(each.entry.event).decode(),
            actor=each.entry.stamp.actor,
            command_id=each.entry.stamp.command,
            fingerprint=each.entry.fingerprint,
            at=datetime.fromisoformat(each.entry.stamp.at),
            hash=bytes.fromhex(each.entry.hash),
            digest=each.entry.digest,
        )
        for each in history
    )


def _events_of(game_id: UUID) -> QuerySet[StoredEvent]:
    return StoredEvent.objects.filter(game_id=game_id)


def time_text(at: datetime) -> str:
    """A time as the hash of its event covers it."""
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def game_ids(after: UUID | None = None, most: int | None = None) -> list[UUID]:
    """Games that have any event, in order."""
    rows = StoredEvent.objects.order_by("game_id").values_list("game_id", flat=True).distinct()
    return list((rows if after is None else rows.filter(game_id__gt=after))[:most])


def heads_of(game_ids: Sequence[UUID]) -> dict[UUID, tuple[int, bytes]]:
    """The last version and hash of each, by one read of the table itself."""
    ends = StoredEvent.objects.filter(game_id__in=game_ids).values("game_id")
    last = {row["game_id"]: row["last"] for row in ends.annotate(last=Max("version")).order_by()}
    wanted = Q()
    for game_id, version in last.items():
        wanted |= Q(game_id=game_id, version=version)
    rows = StoredEvent.objects.filter(wanted) if last else StoredEvent.objects.none()
    ends_found = rows.values_list("game_id", "version", "hash")
    return {game_id: (version, bytes(hash_)) for game_id, version, hash_ in ends_found}
