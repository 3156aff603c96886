"""Replays, packed once a version: a viewer needs a first table and patches, and no rules."""

import gzip
from functools import lru_cache
from itertools import pairwise, starmap
from uuid import UUID

import msgspec

from games.api.answers import Line, Replay, Step
from games.domain import NEW_GAME
from games.domain.evolve import walk
from games.domain.notation import numbered_sheet
from games.domain.patch import difference, without_nulls
from games.domain.table import table
from games.events import store

KEPT = 100


@lru_cache(maxsize=KEPT)
def packed_replay(game_id: UUID, version: int) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(game_id, version)), mtime=0)


def inflate(body: bytes) -> bytes:
    return gzip.decompress(body)


def replay_of(game_id: UUID, version: int) -> Replay:
    entries = store.feed(game_id, after=0, limit=version)
    events = store.read(game_id, up_to=version)
    tables = [table(state) for state in (NEW_GAME, *walk(events))]
    patches = starmap(difference, pairwise(tables))
    steps = tuple(
        Step(entry.version, entry.stamp.at, entry.stamp.actor, entry.event, patch)
        for entry, patch in zip(entries, patches, strict=True)
    )
    lines = tuple(Line(at, line) for at, line in numbered_sheet(events))
    return Replay(game_id, version, without_nulls(tables[0]), steps, lines)
