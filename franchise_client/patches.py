"""Merge patches (RFC 7396), for viewers that step through a game."""

from collections.abc import Iterator, Mapping
from typing import Any, cast

from franchise_client.shapes import Replay, Table


def apply_patch(table: Mapping[str, Any], patch: Mapping[str, Any]) -> dict[str, Any]:
    """The table after the patch; the one before stays as it is."""
    after = dict(table)
    for key, value in patch.items():
        if value is None:
            after.pop(key, None)
        elif isinstance(value, Mapping):
            old = after.get(key)
            after[key] = apply_patch(old if isinstance(old, Mapping) else {}, value)
        else:
            after[key] = value
    return after


def tables(replay: Replay) -> Iterator[Table]:
    """The table at version 0, and after each event."""
    table = replay["first"]
    yield table
    for step in replay["steps"]:
        table = cast("Table", apply_patch(table, step["patch"]))
        yield table
