"""A game as a file: its events with their hash chain, its head, and the last table.

`python -m games.domain.verify FILE` checks one: it computes the chain again, reads from the
events what each command was, judges that again, and compares the results with the file.

A record has the format of its game's chain. In format 2 the last event of a command carries
the digest of the table, and its hash covers it; format 1 lists the digests of the turns' ends.
"""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Annotated, Literal

import msgspec
from msgspec import Meta, Raw, Struct

from games.domain.chain import (
    FORMAT,
    NO_STAMP,
    Link,
    ShortHead,
    Stamp,
    genesis,
    hash_of,
    payload_of,
    short_head,
)
from games.domain.digest import digest
from games.domain.errors import Malformed, Tampered
from games.domain.events import Event, TurnEnded
from games.domain.evolve import walk
from games.domain.numbers import check_renumberings
from games.domain.payloads import from_payloads
from games.domain.rejudge import rejudge
from games.domain.state import NEW_GAME, State
from games.domain.table import PlainTable, table
from games.domain.units import VersionNumber

LARGEST = 8 * 1024 * 1024
"""Bytes that are read of a file; a long game has a twentieth of it."""

UNREADABLE = (msgspec.DecodeError, UnicodeDecodeError, RecursionError)
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]*\Z", max_length=64)]


EventText = Annotated[Raw, Meta(title="Event")]
"""An event's JSON, as it is stored."""


class Entry(Struct, frozen=True, omit_defaults=True):
    """The first event of a command has its fingerprint, the last one the table's digest."""

    version: VersionNumber
    stamp: Stamp
    """Who caused it, when, and by which command."""
    hash: Hex
    """Its place in the chain of hashes, in hex."""
    event: EventText
    """As it was stored."""
    fingerprint: Hex = ""
    """Of what was asked for; at the first event of a command."""
    digest: Hex = ""
    """Of the table after it; at the last event of a command."""

    def link(self) -> Link:
        return Link(self.version, self.stamp, bytes(self.event), self.fingerprint, self.digest)


class TurnDigest(Struct, frozen=True):
    version: VersionNumber
    digest: Hex
    """Of the table after it, in hex."""


class Record(Struct, frozen=True, forbid_unknown_fields=True):
    """`digests` at the turns' ends are listed in format 1 alone, that of older games."""

    format: Literal[1, 2]
    """That of the chain of hashes."""
    game: str
    """The game’s id."""
    entries: tuple[Entry, ...]
    """The events, oldest first."""
    table: PlainTable
    """After the last event."""
    digests: tuple[TurnDigest, ...] = ()
    """At the turns’ ends, in format 1 alone."""
    head: str = ""
    """The last version and how its hash begins."""

    @property
    def events(self) -> tuple[Event, ...]:
        return read_events(self.entries)


def read_events(entries: Sequence[Entry]) -> tuple[Event, ...]:
    """All events at once; if one cannot be read, `Malformed` with its version."""
    try:
        return from_payloads(bytes(entry.event).decode() for entry in entries)
    except UNREADABLE:
        return tuple(_read_event(entry) for entry in entries)


def _read_event(entry: Entry) -> Event:
    try:
        (event,) = from_payloads([bytes(entry.event).decode()])
    except UNREADABLE as error:
        raise Malformed(f"event {entry.version}", _problem(error)) from error
    return event


def record_of(events: Sequence[Event], game: str = "") -> Record:
    """A record of events without stamps, as of a game played at one table."""
    entries, previous = [], genesis(game)
    for event, state in zip(events, walk(events), strict=True):
        version = state.version
        ends = isinstance(event, TurnEnded) or version == len(events)
        link = Link(version, NO_STAMP, payload_of(event), digest=digest(state) if ends else "")
        previous = hash_of(link, previous)
        entries.append(
            Entry(version, NO_STAMP, previous.hex(), Raw(link.payload), digest=link.digest)
        )
    return record_from(game, entries)


def record_from(game: str, entries: Iterable[Entry], form: int = FORMAT) -> Record:
    entries = tuple(entries)
    state, digests, events = NEW_GAME, [], read_events(entries)
    for event, state in zip(events, walk(events), strict=True):
        if form == 1 and isinstance(event, TurnEnded):
            digests.append(TurnDigest(state.version, digest(state)))
    last_table, head = _plain_table(state), _head(entries)
    return Record(1 if form == 1 else 2, game, entries, last_table, tuple(digests), head)


def _head(entries: Sequence[Entry]) -> str:
    return short_head(entries[-1].version, entries[-1].hash) if entries else ""


def _plain_table(state: State) -> PlainTable:
    return msgspec.json.decode(msgspec.json.encode(table(state)), type=PlainTable)


def check(record: Record) -> State:
    """The last table, or `Tampered` where the record contradicts itself or the rules."""
    check_chain(record.game, record.entries, record.format)
    events = record.events
    state = check_rules(record.entries, events, _digests(record, events))
    if _plain_table(state) != record.table:
        raise Tampered(state.version, "the last table is another one")
    if record.head and record.head != _head(record.entries):
        raise Tampered(state.version, f"its head is {_head(record.entries)}, not {record.head}")
    return state


def _digests(record: Record, events: Sequence[Event]) -> Mapping[int, str]:
    if record.format != 1:
        return digests_of(record.entries)
    digests = {each.version: each.digest for each in record.digests}
    ends = [version for version, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    if list(digests) != ends or len(digests) != len(record.digests):
        what = f"{len(ends)} turns, but {len(record.digests)} digests, or at other events"
        raise Tampered(len(events), what)
    return digests


def digests_of(entries: Sequence[Entry]) -> dict[int, str]:
    """The digests by version; the last event of each command must have one."""
    for entry, after in zip(entries, [*entries[1:], None], strict=False):
        ends = after is None or after.stamp.command != entry.stamp.command
        if ends and not entry.digest:
            raise Tampered(entry.version, "the digest of the table after it is missing")
    return {entry.version: entry.digest for entry in entries if entry.digest}


def check_chain(game: str, entries: Iterable[Entry], form: int = FORMAT) -> None:
    previous = genesis(game, form)
    for version, entry in enumerate(entries, 1):
        if entry.version != version:
            raise Tampered(version, f"it is missing; event {entry.version} stands in its place")
        try:
            previous = hash_of(entry.link(), previous, form)
        except UNREADABLE as error:
            raise Malformed(f"event {version}", _problem(error)) from error
        if entry.hash != previous.hex():
            raise Tampered(version, "its hash does not follow from what it says")


def check_rules(
    entries: Sequence[Entry], events: Sequence[Event], digests: Mapping[int, str]
) -> State:
    """Judges each command again and compares the table with each digest."""
    state, begins = NEW_GAME, 0
    known: set[str] = set()
    for command, group in groupby(entries, key=lambda entry: entry.stamp.command):
        if command and command in known:
            raise Tampered(begins + 1, f"the command {command} stands apart from its events")
        known.add(command)
        stamps = [entry.stamp for entry in group]
        ends = begins + len(stamps)
        for version, stamp in enumerate(stamps, begins + 1):
            if stamp != stamps[0]:
                what = "its time or actor is not that of its command's first event"
                raise Tampered(version, what)
        for after in rejudge(state, events[begins:ends], stamps[0], digests):
            state = after
        begins = ends
    check_renumberings(events, [entry.link() for entry in entries])
    return state


def check_head(record: Record, head: ShortHead) -> None:
    """The record contains this head, which may be older than its own."""
    if head.version > len(record.entries):
        last = len(record.entries)
        raise Tampered(head.version, f"it is missing: the record ends with event {last}")
    if not record.entries[head.version - 1].hash.startswith(head.hash):
        raise Tampered(head.version, f"its hash is not that of the head {head}")


def to_json(record: Record) -> bytes:
    """One event a line, so that two records can be compared line by line."""
    encode = msgspec.json.encode
    digests = b"".join(
        (b'"digests":[\n', b",\n".join(map(encode, record.digests)), b"\n],\n")
        if record.format == 1
        else ()
    )
    return b'{"format":%d,"game":%s,"head":%s,\n"entries":[\n%s\n],\n%s"table":%s}\n' % (
        record.format,
        encode(record.game),
        encode(record.head),
        b",\n".join(map(encode, record.entries)),
        digests,
        encode(record.table),
    )


def read_file(path: Path) -> Record:
    with path.open("rb") as file:
        return from_json(file.read(LARGEST + 1))


def from_json(text: bytes) -> Record:
    """A record, or `Malformed` with the place of the fault."""
    if len(text) > LARGEST:
        raise Malformed("$", f"a record has at most {LARGEST} bytes, and this one has more")
    try:
        return msgspec.json.decode(text, type=Record)
    except UNREADABLE as error:
        place = str(error).partition(" - at ")[2].strip("`")
        raise Malformed(place or "$", _problem(error)) from error


def _problem(error: Exception) -> str:
    if isinstance(error, RecursionError):
        return "it is nested too deep"
    if isinstance(error, UnicodeDecodeError):
        return "it is no UTF-8"
    return str(error).partition(" - at ")[0]
