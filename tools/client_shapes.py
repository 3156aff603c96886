"""Writes the types of the client from what calls take and answer with: `make client`."""

import json
import subprocess
import sys
from collections.abc import Iterator
from datetime import datetime
from inspect import cleandoc
from keyword import iskeyword
from pathlib import Path
from textwrap import indent
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, Union, get_args, get_origin
from uuid import UUID

from msgspec import Struct, UnsetType, structs

from games.api import answers
from games.api.game_table import GameTable
from games.bots import BotName
from games.computers import ComputerPlayer
from games.domain import Event, Options
from games.domain.board import TileKind
from games.domain.commands import Choice, TurnBody
from games.domain.events import BonusUse
from games.domain.moves import Choices
from games.domain.state import Status, TakeBacks, Tool, Watch, WhenLate

TARGET = Path(__file__).parents[1] / "franchise_client" / "shapes.py"
HEAD = '''"""What is sent and what comes back, as plain dictionaries with their types.

`make client` writes this file from the answers of the server.
"""

from typing import Any, Literal, NotRequired, TypedDict
'''
PLAIN = '''Event = dict[str, Any]
"""By `type`, as in {"type": "Expanded", "seat": 0, "place": "detroit", …}."""
Body = dict[str, Any]
"""What is sent to play: a town, a place of the Boom marker, a tile, or a turn."""
Order = Body
"""What is suggested, as it is sent."""
TablePatch = dict[str, Any]
"""A JSON merge patch (RFC 7396) to a table."""
'''
NAMES: dict[object, str] = {
    BotName: "BotName",
    Status: "Status",
    Choice: "Kind",
    Tool: "Tool",
    BonusUse: "Bonus",
    TileKind: "TileKind",
    Watch: "Watch",
    TakeBacks: "TakeBacks",
    WhenLate: "WhenLate",
}
OTHERS: dict[object, str] = {Event: "Event", TurnBody: "Turn", UUID: "str", datetime: "str"}
ROOTS: tuple[type[Struct], ...] = (
    TurnBody, Options, GameTable, answers.ListedGame, answers.Played, answers.Invitation,
    answers.MadeInvitation, answers.Feed, answers.Replay, Choices, answers.Preview,
    answers.Hints, answers.WhatIfAnswer, answers.Analysis, answers.Me, ComputerPlayer,
)  # fmt: skip


def client_shapes() -> str:
    names = [f"{name} = {spell_literal(kind)}" for kind, name in NAMES.items()]
    definitions: dict[type[Struct], str] = {}
    for root in ROOTS:
        define(root, definitions)
    text = "\n".join((HEAD, *names, PLAIN, *definitions.values()))
    ruff = [sys.executable, "-m", "ruff", "format", "-"]
    return subprocess.run(  # noqa: S603 - of what stands here alone
        ruff, input=text, capture_output=True, text=True, check=True, cwd=TARGET.parent
    ).stdout


def define(struct: type[Struct], definitions: dict[type[Struct], str]) -> None:
    """Adds the struct after all that it is made of."""
    base: type[Struct] = struct.__bases__[0]
    fields = [each for each in structs.fields(struct) if each.name not in base.__struct_fields__]
    for needed in (
        *structs_in(base),
        *(each for field in fields for each in structs_in(field.type)),
    ):
        if needed not in definitions:
            define(needed, definitions)
    keys = {}
    for field in fields:
        kind = spell(field.type)
        keys[field.encode_name] = kind if field.required else f"NotRequired[{kind}]"
    parent = "TypedDict" if base is Struct else spell(base)
    definitions[struct] = write(spell(struct), parent, keys, cleandoc(struct.__doc__ or ""))


def structs_in(hint: object) -> Iterator[type[Struct]]:
    if isinstance(hint, type) and issubclass(hint, Struct):
        if hint is not Struct:
            yield hint
    elif hint != Event:
        for part in get_args(hint):
            yield from structs_in(part)


def write(name: str, parent: str, keys: dict[str, str], doc: str) -> str:
    end = "\n" if "\n" in doc else ""
    text = f'"""{doc}{end}"""\n' if doc else ""
    if any(map(iskeyword, keys)):
        items = "".join(f'"{key}": {kind}, ' for key, kind in keys.items())
        return f'{name} = TypedDict("{name}", {{{items}}})\n{text}'
    lines = "".join(f"{key}: {kind}\n" for key, kind in keys.items())
    return f"class {name}({parent}):\n{indent(text + lines, '    ')}"


def spell(hint: Any) -> str:
    """The type of what JSON brings."""
    parts = get_args(hint)
    match get_origin(hint):
        case kind if kind is Annotated:
            return parts[1].title or spell(parts[0])
        case _ if hint in NAMES or hint in OTHERS:
            return NAMES.get(hint) or OTHERS[hint]
        case kind if kind is Literal:
            return spell_literal(hint)
        case kind if kind in (Union, UnionType):
            return " | ".join(spell(part) for part in parts if part is not UnsetType)
        case kind if kind in (tuple, list):
            return f"list[{spell(parts[0])}]"
        case kind if kind is dict:
            return f"dict[{spell(parts[0])}, {spell(parts[1])}]"
        case _ if hint is NoneType:
            return "None"
        case _:
            return str(hint.__name__)


def spell_literal(kind: object) -> str:
    return f"Literal[{', '.join(map(json.dumps, get_args(kind)))}]"


if __name__ == "__main__":
    TARGET.write_text(client_shapes())
