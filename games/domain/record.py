"""A game as a file: its events with their hash chain, the digest of the table at every turn's
end, and the last table.

Anybody can check one: the chain is computed anew, the events are folded anew, and both
must come to what the file says. `python -m games.domain.verify FILE` does it.
"""

from collections.abc import Iterable, Sequence

import msgspec
from msgspec import Raw, Struct

from games.domain.chain import NO_STAMP, Stamp, genesis, link, payload_of
from games.domain.digest import digest
from games.domain.events import Event, TurnEnded, from_payloads
from games.domain.evolve import evolve
from games.domain.state import NEW_GAME, State
from games.domain.table import table

FORMAT = 1


class Entry(Struct, frozen=True):
    version: int
    stamp: Stamp
    hash: str
    event: Raw


class TurnDigest(Struct, frozen=True):
    version: int
    digest: str


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    format: int
    game: str
    entries: tuple[Entry, ...]
    digests: tuple[TurnDigest, ...]
    table: dict[str, object]

    @property
    def events(self) -> tuple[Event, ...]:
        return from_payloads(bytes(entry.event).decode() for entry in self.entries)


class Tampered(Exception):
    """The first place where a record does not agree with itself."""

    def __init__(self, version: int, what: str) -> None:
        self.version = version
        self.what = what
        super().__init__(f"event {version}: {what}")


def record_of(events: Sequence[Event], game: str = "") -> Record:
    """A record of events that nobody stamped, as of a game at one table."""
    entries, previous = [], genesis(game)
    for version, event in enumerate(events, 1):
        payload = payload_of(event)
        previous = link(previous, version, NO_STAMP, payload)
        entries.append(Entry(version, NO_STAMP, previous.hex(), Raw(payload)))
    return record_from(game, entries)


def record_from(game: str, entries: Iterable[Entry]) -> Record:
    kept = tuple(entries)
    events = from_payloads(bytes(entry.event).decode() for entry in kept)
    state, digests = _folded(events)
    return Record(FORMAT, game, kept, digests, _plain_table(state))


def _plain_table(state: State) -> dict[str, object]:
    return msgspec.json.decode(msgspec.json.encode(table(state)), type=dict[str, object])


def _folded(events: Sequence[Event]) -> tuple[State, tuple[TurnDigest, ...]]:
    state, digests = NEW_GAME, []
    for event in events:
        state = evolve(state, event)
        if isinstance(event, TurnEnded):
            digests.append(TurnDigest(state.version, digest(state)))
    return state, tuple(digests)


def check(record: Record) -> State:
    """The last table of a record that agrees with itself, or `Tampered`."""
    check_chain(record.game, record.entries)
    state, digests = _folded(record.events)
    for said, found in zip(record.digests, digests, strict=False):
        if said != found:
            raise Tampered(found.version, "the table at this turn's end is another one")
    if len(record.digests) != len(digests):
        raise Tampered(state.version, f"{len(digests)} turns, but {len(record.digests)} digests")
    if _plain_table(state) != record.table:
        raise Tampered(state.version, "the last table is another one")
    return state


def check_chain(game: str, entries: Iterable[Entry]) -> None:
    previous = genesis(game)
    for version, entry in enumerate(entries, 1):
        if entry.version != version:
            raise Tampered(version, f"it is missing; event {entry.version} stands in its place")
        previous = link(previous, version, entry.stamp, bytes(entry.event))
        if entry.hash != previous.hex():
            raise Tampered(version, "its hash does not follow from what it says")


def to_json(record: Record) -> bytes:
    """One event a line, so that two records can be compared line by line."""
    encode = msgspec.json.encode
    return b'{"format":%d,"game":%s,\n"entries":[\n%s\n],\n"digests":[\n%s\n],\n"table":%s}\n' % (
        record.format,
        encode(record.game),
        b",\n".join(map(encode, record.entries)),
        b",\n".join(map(encode, record.digests)),
        encode(record.table),
    )


def from_json(text: bytes) -> Record:
    return msgspec.json.decode(text, type=Record)
