"""Replays, packed once a version: a viewer needs a first table and patches, and no rules."""

import gzip
from functools import lru_cache
from uuid import UUID

import msgspec

from games.api.answers import Line, Replay, Step
from games.domain import NEW_GAME
from games.domain.evolve import evolve
from games.domain.notation import numbered_sheet
from games.domain.patch import difference, without_nulls
from games.domain.table import table
from games.events import store

KEPT = 100


@lru_cache(maxsize=KEPT)
def packed_replay(game_id: UUID, version: int) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(game_id, version)), mtime=0)


def inflated(body: bytes) -> bytes:
    return gzip.decompress(body)


def replay_of(game_id: UUID, version: int) -> Replay:
    state, steps = NEW_GAME, []
    first = before = table(state)
    entries = store.feed(game_id, after=0, limit=version)
    events = store.read(game_id, up_to=version)
    for entry, event in zip(entries, events, strict=True):
        state = evolve(state, event)
        after = table(state)
        patch = difference(before, after)
        stamp = entry.stamp
        steps.append(Step(entry.version, stamp.at, stamp.actor, entry.event, patch))
        before = after
    lines = tuple(Line(at, line) for at, line in numbered_sheet(events))
    return Replay(game_id, version, without_nulls(first), tuple(steps), lines)
