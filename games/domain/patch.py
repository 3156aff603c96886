"""JSON merge patches (RFC 7396), which lead from one table to the next.

A merge patch cannot say null: where tables are patched, what is null is left out.
"""

from typing import Any

from msgspec import Struct
from msgspec.structs import asdict

Plain = dict[str, Any]


def without_nulls(answer: Struct) -> Plain:
    """What JSON is made of. Nulls stay within lists, which a patch replaces as a whole."""
    return {key: _plain(value) for key, value in asdict(answer).items() if value is not None}


def _plain(value: object) -> object:
    if isinstance(value, Struct):
        return without_nulls(value)
    if isinstance(value, dict):
        return {key: _plain(each) for key, each in value.items()}
    return value


def difference(before: Struct, after: Struct) -> Plain:
    """The patch that turns `before` into `after`, both of them without nulls."""
    return _difference(asdict(before), asdict(after))


def _difference(before: Plain, after: Plain) -> Plain:
    patch: Plain = {key: None for key in before if key not in after}
    for key, value in after.items():
        old = before.get(key)
        if old == value:
            continue
        if isinstance(old, Struct) and isinstance(value, Struct):
            patch[key] = difference(old, value)
        elif isinstance(old, dict) and isinstance(value, dict):
            patch[key] = _difference(old, value)
        else:
            patch[key] = _plain(value)
    return patch
