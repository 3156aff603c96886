"""Stored text to events and back. Old texts are upcast when they are read, never edited.

A stored type is an explicit name, never a class path. Where an event's form has changed,
`UPCASTERS` lists its old type with a function that gives the present form.
"""

from collections.abc import Callable, Mapping, Sequence

import msgspec

from games.domain import Event
from games.domain.chain import type_of
from games.domain.payloads import from_payloads
from games.domain.state import upcast_layout

Plain = dict[str, object]


def upcast_expanded(old: Plain) -> Plain:
    """`Expanded.1` named the origin of a single link and had its cost alone."""
    return {
        "type": "Expanded",
        "seat": old["seat"],
        "place": old["place"],
        "path": [old["origin"], old["place"]],
        "links": [old["cost"]],
        "cost": old["cost"],
    }


UPCASTERS: Mapping[str, Callable[[Plain], Plain]] = {"Expanded.1": upcast_expanded}


def decode(payloads: Sequence[str]) -> tuple[Event, ...]:
    """Decodes all at once; one by one only where a history has old types."""
    try:
        return from_payloads(payloads)
    except msgspec.ValidationError:
        return from_payloads(upcast(type_of(payload.encode()), payload) for payload in payloads)


def upcast(kind: str, payload: str) -> str:
    """The payload as it would be written today."""
    upcast = UPCASTERS.get(kind)
    if upcast is None:
        return upcast_layout(payload)
    return msgspec.json.encode(upcast(msgspec.json.decode(payload, type=Plain))).decode()
