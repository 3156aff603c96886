"""Values from outside, read into structs; a fault is told with its place and what is wanted there."""

import re
from collections.abc import Iterator
from difflib import get_close_matches
from typing import TypeVar

import msgspec
from msgspec import inspect

from games.domain.errors import Unreadable

T = TypeVar("T")
UNKNOWN = re.compile("Object contains unknown field `(.*)`", re.DOTALL)
STEP = re.compile(r"\.(?P<name>[^.\[\]]+)|\[[^\]]*\]")
LONGEST = 40


def read_value(value: object, kind: type[T]) -> T:
    """The value as `kind`, or `Unreadable` with the path of the fault."""
    try:
        return msgspec.convert(value, kind)
    except msgspec.ValidationError as error:
        problem, _, place = str(error).partition(" - at ")
        path = place.strip("`") or "$"
        unknown = UNKNOWN.fullmatch(problem)
        if unknown:
            raise _refuse_field(kind, path, unknown[1]) from error
        possible = tuple(values_at(kind, path))
        if possible:
            problem = f"{problem}; possible are {', '.join(map(str, possible))}"
        raise Unreadable(value, possible, path=path, problem=problem) from error


def _refuse_field(kind: type, path: str, name: str) -> Unreadable:
    known = tuple(fields_at(kind, path))
    near = get_close_matches(name[:LONGEST], known, n=1)
    wanted = f"{near[0]} may be meant" if near else f"known are {', '.join(known) or 'none'}"
    problem = f"unknown field `{name[:LONGEST]}`; {wanted}"
    return Unreadable(name, near or known, path=path, problem=problem)


def fields_at(kind: type, path: str) -> Iterator[str]:
    """The names of the fields at a path in what is read as `kind`."""
    for each in _kinds_at(kind, path):
        if isinstance(each, inspect.StructType):
            yield from (field.encode_name for field in each.fields)


def values_at(kind: type, path: str) -> Iterator[int | str]:
    """What may stand there, where only a few values may."""
    for each in _kinds_at(kind, path):
        if isinstance(each, inspect.LiteralType):
            yield from (value for value in each.values if isinstance(value, int | str))


def _kinds_at(kind: type, path: str) -> Iterator[inspect.Type]:
    found = [inspect.type_info(kind)]
    for step in STEP.finditer(path):
        found = [inner for each in found for inner in _inside(each, step["name"])]
    yield from _alternatives(found)


def _inside(kind: inspect.Type, name: str | None) -> Iterator[inspect.Type]:
    for each in _alternatives([kind]):
        if isinstance(each, inspect.StructType):
            yield from (field.type for field in each.fields if field.encode_name == name)
        elif isinstance(each, inspect.ListType | inspect.VarTupleType) and name is None:
            yield each.item_type
        elif isinstance(each, inspect.DictType) and name is None:
            yield each.value_type


def _alternatives(kinds: list[inspect.Type]) -> Iterator[inspect.Type]:
    for each in kinds:
        if isinstance(each, inspect.UnionType):
            yield from each.types
        else:
            yield each
