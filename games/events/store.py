"""Appending to a game's history and reading it. The only code that touches the event table."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import UUID

from django.db import IntegrityError
from django.db.models import Q, QuerySet
from msgspec import Raw, Struct

from games import sql
from games.domain import Event
from games.domain.chain import Stamp, genesis, link
from games.domain.record import Entry
from games.events.codec import decode, encode, present
from games.events.models import StoredEvent

LABEL = "event_store"
REFUSED_BY_TRIGGER = "an event is never changed"
TABLE = f"{LABEL}_storedevent"


class StaleVersion(Exception):
    """The game has gone on since the version that the caller saw."""

    def __init__(self, seen: int, present: int | None = None) -> None:
        self.seen = seen
        self.present = present
        super().__init__(f"the game has gone on since version {seen}")


class Head(Struct, frozen=True):
    """Where a game's history ends: the last version and its hash."""

    version: int
    hash: bytes


class Cause(Struct, frozen=True):
    """Who asked for it, when, and by which command; `fingerprint` tells one request from another."""

    actor: str
    at: datetime
    command_id: str
    fingerprint: str


class Stored(Struct, frozen=True):
    """An event as it lies in the table, for whoever checks it."""

    type: str
    entry: Entry
    digest: str


def head_of(game_id: UUID) -> Head:
    """The end of a history, by reading it; a game's row knows it without."""
    last = _rows(game_id).order_by("-version").values_list("version", "hash").first()
    return Head(0, genesis(str(game_id))) if last is None else Head(last[0], bytes(last[1]))


def hash_at(game_id: UUID, version: int) -> str:
    """Of one event, in hex; the event has to be there."""
    where = {"game_id =": game_id, "version =": version}
    ((found,),) = sql.select(TABLE, ("hash",), where)
    return bytes(found).hex()


class Last(Struct, frozen=True):
    """Where a history ended at some moment, and when that event was."""

    head: Head
    at: datetime


def last_before(game_id: UUID, moment: datetime) -> Last | None:
    rows = _rows(game_id).filter(at__lt=moment).order_by("-version")
    found = rows.values_list("version", "hash", "at").first()
    return None if found is None else Last(Head(found[0], bytes(found[1])), found[2])


@contextmanager
def claiming(head: Head) -> Iterator[None]:
    """Whatever belongs to the events after `head` is written in here, within a transaction.

    `StaleVersion`, if others came first, must undo all of it.
    """
    try:
        with sql.in_one_go():
            yield
    except IntegrityError as error:
        if LABEL not in str(error) and REFUSED_BY_TRIGGER not in str(error):
            raise
        raise StaleVersion(head.version) from error


def append(
    game_id: UUID, head: Head, events: Sequence[Event], cause: Cause, digest: str = ""
) -> Head:
    """Adds events right after `head`, within `claiming`."""
    stamp = Stamp(_stamped(cause.at), cause.actor, cause.command_id)
    previous, last = head.hash, head.version + len(events)
    rows: list[sql.Row] = []
    for version, event in enumerate(events, head.version + 1):
        kind, payload = encode(event)
        previous = link(previous, version, stamp, payload)
        fingerprint = "" if rows else cause.fingerprint
        position = digest if version == last else ""
        rows.append((version, kind, payload.decode(), previous, fingerprint, position))
    shared = {
        "game_id": game_id,
        "actor": cause.actor,
        "command_id": cause.command_id,
        "at": cause.at,
    }
    columns = ("version", "type", "payload", "hash", "fingerprint", "digest")
    sql.insert(TABLE, shared, columns, rows)
    return Head(last, previous)


def read(game_id: UUID, *, after: int = 0, up_to: int | None = None) -> tuple[Event, ...]:
    where: dict[str, object] = {"game_id =": game_id, "version >": after}
    if up_to is not None:
        where["version <="] = up_to
    return decode([text for (text,) in sql.select(TABLE, ("payload",), where, order="version")])


class Dated(Struct, frozen=True):
    version: int
    at: datetime
    event: Event


def read_since(game_ids: Sequence[UUID], since: datetime) -> dict[UUID, list[Dated]]:
    """Of many games, by one read: what came later than that."""
    rows = StoredEvent.objects.filter(game_id__in=game_ids, at__gt=since)
    columns = ("game_id", "version", "at", "payload")
    found = list(rows.order_by("game_id", "version").values_list(*columns))
    events = decode([payload for *_, payload in found])
    by_game: dict[UUID, list[Dated]] = {}
    for (game_id, version, at, _), event in zip(found, events, strict=True):
        by_game.setdefault(game_id, []).append(Dated(version, at, event))
    return by_game


def latest(versions: Mapping[UUID, int], most: int) -> dict[UUID, tuple[Event, ...]]:
    """The last events of several games, by one read; `versions` are those that they have come to."""
    if not versions:
        return {}
    wanted = Q()
    for game_id, version in versions.items():
        wanted |= Q(game_id=game_id, version__gt=version - most)
    rows = StoredEvent.objects.filter(wanted).order_by("game_id", "version")
    texts: dict[UUID, list[str]] = {}
    for game_id, payload in rows.values_list("game_id", "payload"):
        texts.setdefault(game_id, []).append(payload)
    return {game_id: decode(found) for game_id, found in texts.items()}


def feed(game_id: UUID, *, after: int, limit: int) -> list[Entry]:
    """Events as they are told outside: in their present form, with who caused them and when."""
    columns = ("version", "type", "payload", "actor", "command_id", "at", "hash")
    where = {"game_id =": game_id, "version >": after, "version <=": after + limit}
    return [
        Entry(
            version,
            Stamp(_stamped(sql.moment(at)), actor, command_id),
            bytes(hash_).hex(),
            Raw(present(kind, payload).encode()),
        )
        for version, kind, payload, actor, command_id, at, hash_ in sql.select(
            TABLE, columns, where, order="version"
        )
    ]


def command_at(game_id: UUID, version: int) -> tuple[int, int] | None:
    """Where the command began and ended that a version lies inside of, if it lies inside of one."""
    around = feed(game_id, after=version - 1, limit=2) if version else []
    if len(around) < 2 or around[0].stamp.command != around[1].stamp.command:
        return None
    answer = answer_to(game_id, around[0].stamp.command)
    return None if answer is None else (answer.first - 1, answer.last)


class Answer(Struct, frozen=True):
    """What a command led to when it first came."""

    fingerprint: str
    first: int
    last: int
    events: tuple[Event, ...]


def answer_to(game_id: UUID, command_id: str) -> Answer | None:
    rows = _rows(game_id).filter(command_id=command_id)
    began = rows.exclude(fingerprint="").values_list("version", "fingerprint").first()
    if began is None:
        return None
    found = list(
        rows.filter(version__gte=began[0]).order_by("version").values_list("version", "payload")
    )
    events = decode([payload for _, payload in found])
    return Answer(began[1], began[0], found[-1][0], events)


def stored(game_id: UUID) -> list[Stored]:
    fields = ("version", "type", "payload", "actor", "command_id", "at", "hash", "digest")
    return [
        Stored(
            kind,
            Entry(
                version,
                Stamp(_stamped(at), actor, command_id),
                bytes(hash_).hex(),
                Raw(payload.encode()),
            ),
            digest,
        )
        for version, kind, payload, actor, command_id, at, hash_, digest in (
            _rows(game_id).order_by("version").values_list(*fields)
        )
    ]


def restore(game_id: UUID, history: Sequence[Stored]) -> None:
    """A history from elsewhere, already checked."""
    columns = ("version", "type", "payload", "actor", "command_id", "at", "hash", "digest")
    rows = [
        (
            each.entry.version,
            each.type,
            bytes(each.entry.event).decode(),
            each.entry.stamp.actor,
            each.entry.stamp.command,
            datetime.fromisoformat(each.entry.stamp.at),
            bytes.fromhex(each.entry.hash),
            each.digest,
        )
        for each in history
    ]
    sql.insert(TABLE, {"game_id": game_id, "fingerprint": ""}, columns, rows)


def _rows(game_id: UUID) -> QuerySet[StoredEvent]:
    return StoredEvent.objects.filter(game_id=game_id)


def _stamped(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def game_ids() -> Iterator[UUID]:
    """Every game that has events."""
    yield from StoredEvent.objects.filter(version=1).values_list("game_id", flat=True).iterator()
