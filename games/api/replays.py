"""Replays, packed once a version: a viewer needs a first table and patches, and no rules."""

import gzip
from functools import lru_cache
from uuid import UUID

import msgspec

from games.api.answers import Plain, without_nulls
from games.domain import NEW_GAME
from games.domain.evolve import evolve
from games.domain.notation import numbered_sheet
from games.domain.patch import difference
from games.domain.table import table
from games.events import store

KEPT = 100


@lru_cache(maxsize=KEPT)
def packed_replay(game_id: UUID, version: int) -> bytes:
    return gzip.compress(msgspec.json.encode(replay_of(game_id, version)), mtime=0)


def inflated(body: bytes) -> bytes:
    return gzip.decompress(body)


def replay_of(game_id: UUID, version: int) -> Plain:
    state, steps = NEW_GAME, []
    first = before = without_nulls(table(state))
    entries = store.feed(game_id, after=0, limit=version)
    events = store.read(game_id, up_to=version)
    for entry, event in zip(entries, events, strict=True):
        state = evolve(state, event)
        after = without_nulls(table(state))
        steps.append(
            {
                "version": entry.version,
                "at": entry.stamp.at,
                "actor": entry.stamp.actor,
                "event": entry.event,
                "patch": difference(before, after),
            }
        )
        before = after
    lines = [{"version": at, "line": line} for at, line in numbered_sheet(events)]
    return {
        "game": str(game_id),
        "version": version,
        "first": first,
        "steps": steps,
        "lines": lines,
    }
