"""A game as a file: its events, the digest of the table at every turn's end, the last table.

Anybody can check one: the events are folded anew and must lead to the same digests.
"""

from collections.abc import Sequence

import msgspec
from msgspec import Struct

from games.domain.digest import digest
from games.domain.events import Event, TurnEnded
from games.domain.evolve import evolve
from games.domain.state import NEW_GAME, State
from games.domain.table import table


class TurnDigest(Struct, frozen=True):
    version: int
    digest: str


class Record(Struct, frozen=True):
    format: int
    events: tuple[Event, ...]
    digests: tuple[TurnDigest, ...]
    table: dict[str, object]


class Tampered(Exception):
    """The first place where a record does not agree with itself."""

    def __init__(self, version: int, what: str) -> None:
        self.version = version
        self.what = what
        super().__init__(f"event {version}: {what}")


def record_of(events: Sequence[Event]) -> Record:
    state, digests = _folded(events)
    return Record(1, tuple(events), digests, msgspec.json.decode(msgspec.json.encode(table(state))))


def _folded(events: Sequence[Event]) -> tuple[State, tuple[TurnDigest, ...]]:
    state, digests = NEW_GAME, []
    for event in events:
        state = evolve(state, event)
        if isinstance(event, TurnEnded):
            digests.append(TurnDigest(state.version, digest(state)))
    return state, tuple(digests)


def check(record: Record) -> State:
    """The last table of a record that agrees with itself, or `Tampered`."""
    state, digests = _folded(record.events)
    for said, found in zip(record.digests, digests, strict=False):
        if said != found:
            raise Tampered(found.version, "the table at this turn's end is another one")
    if len(record.digests) != len(digests):
        raise Tampered(state.version, f"{len(digests)} turns, but {len(record.digests)} digests")
    if record_of(record.events).table != record.table:
        raise Tampered(state.version, "the last table is another one")
    return state


def to_json(record: Record) -> bytes:
    """One event a line, so that two records can be compared line by line."""
    lines = [msgspec.json.encode(event).decode() for event in record.events]
    digests = [msgspec.json.encode(each).decode() for each in record.digests]
    parts = {"events": lines, "digests": digests}
    body = [f'"{name}":[\n{_lines(part)}\n]' for name, part in parts.items()]
    last = msgspec.json.encode(record.table).decode()
    return (f'{{"format":{record.format},\n' + ",\n".join(body) + f',\n"table":{last}}}\n').encode()


def _lines(parts: list[str]) -> str:
    return ",\n".join(parts)


def from_json(text: bytes) -> Record:
    return msgspec.json.decode(text, type=Record)
