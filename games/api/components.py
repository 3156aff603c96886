"""The shapes of the schema, each once, from the structs that are read and answered with.

A union is a component of its own, and a type whose title names a component refers to it.
"""

import ast
import inspect
import json
import sys
from collections.abc import Iterable, Iterator
from functools import lru_cache
from itertools import pairwise
from typing import Any, get_args

import msgspec
from msgspec import Struct, structs

from games.api.answers import ListedGame
from games.api.bodies import NewGame
from games.api.game_table import Agreed
from games.domain import Event
from games.domain.commands import BoomBody, DraftBody, TownBody, TurnBody
from games.domain.state import Terms

Plain = dict[str, Any]

REF = "#/components/schemas/{name}"
ORDERS = (TownBody, BoomBody, DraftBody, TurnBody)
TYPES = {str: "string", int: "integer"}
ALIKE: dict[type[Struct], type[Struct]] = {Agreed: Terms, NewGame: Terms, ListedGame: Terms}
"""What a field is called in the one it means in the other."""
LEFT_OUT = ("default", "propertyNames")
WHICH = {"type": "Which event it is.", "kind": "What is told."}
NULL: Plain = {"type": "null"}


def reference(name: str) -> Plain:
    return {"$ref": REF.format(name=name)}


def components(roots: Iterable[type[Struct]]) -> Plain:
    roots = (*ORDERS, *roots)
    (event, *_), schemas = msgspec.json.schema_components([Event, *roots], ref_template=REF)
    shapes = {
        struct.__name__: describe(struct, schemas[struct.__name__], event)
        for struct in dict.fromkeys(structs_in((Event, *roots)))
    }
    add_patch("Table", shapes)
    return {**shapes, **unions(event)}


def unions(event: Plain) -> Plain:
    return {
        "Event": {
            "description": "What happened at the table. Pass over a `type` that you do not know.",
            "oneOf": event["anyOf"],
            "discriminator": event["discriminator"],
        },
        "Order": {
            "description": "What the game waits for: a town, where the Boom marker goes, a tile of "
            "the draft, or a turn.",
            "anyOf": [reference(body.__name__) for body in ORDERS],
        },
    }


def structs_in(hint: object) -> Iterator[type[Struct]]:
    """The structs of a type, each after those that it is made of."""
    if isinstance(hint, type) and issubclass(hint, Struct):
        for field in structs.fields(hint):
            yield from structs_in(field.type)
        yield hint
    for part in hint if isinstance(hint, tuple) else get_args(hint):
        yield from structs_in(part)


def describe(struct: type[Struct], schema: Plain, event: Plain) -> Plain:
    """A struct's shape, with what is said of its fields, or of their types."""
    texts, properties = field_texts(struct), {}
    if struct in ALIKE:
        texts = {**field_texts(ALIKE[struct]), **texts}
    for field in structs.fields(struct):
        shape = simplify(schema["properties"][field.encode_name], event)
        text = texts.get(field.name) or shape.pop("description", "")
        if isinstance(field.default, str | int) and field.default != "":
            text += f" Default: {json.dumps(field.default)}."
        properties[field.encode_name] = {**shape, "description": text.strip()} if text else shape
    if (tag := struct.__struct_config__.tag_field) is not None:
        kind = simplify(schema["properties"][tag], event)
        properties = {tag: {**kind, "description": WHICH[tag]}, **properties}
    shape = {**schema, "properties": properties}
    if "description" in schema:
        shape["description"] = inspect.cleandoc(schema["description"])
    return shape if schema["required"] else without(shape, "required")


def field_texts(struct: type[Struct]) -> dict[str, str]:
    """What the string below a field says: Python itself does not keep it."""
    texts: dict[str, str] = {}
    for base in reversed(struct.__mro__[: struct.__mro__.index(Struct)]):
        texts |= _texts_of_module(base.__module__).get(base.__name__, {})
    return texts


@lru_cache
def _texts_of_module(module: str) -> dict[str, dict[str, str]]:
    tree = ast.parse(inspect.getsource(sys.modules[module]))
    classes = (each for each in tree.body if isinstance(each, ast.ClassDef))
    return {each.name: _texts_of_class(each) for each in classes}


def _texts_of_class(struct: ast.ClassDef) -> dict[str, str]:
    texts = {}
    for field, below in pairwise(struct.body):
        if isinstance(field, ast.AnnAssign) and isinstance(field.target, ast.Name):
            text = below.value if isinstance(below, ast.Expr) else None
            if isinstance(text, ast.Constant) and isinstance(text.value, str):
                texts[field.target.id] = inspect.cleandoc(text.value)
    return texts


def simplify(schema: Any, event: Plain) -> Any:
    """Without copies of unions, and without what makers of clients do not understand.

    A `default` makes some of them require the property: it is told in the description.
    """
    if isinstance(schema, list):
        return [simplify(each, event) for each in schema]
    if not isinstance(schema, dict):
        return schema
    if schema == event:
        return reference("Event")
    if "title" in schema:
        return reference(schema["title"])
    plain = {key: simplify(value, event) for key, value in schema.items() if key not in LEFT_OUT}
    if "enum" in plain:
        plain = {"type": TYPES[type(plain["enum"][0])], **plain}
    if "prefixItems" in plain:
        first, *others = plain.pop("prefixItems")
        more = [each for each in others if each != first]
        plain["items"] = {"anyOf": [first, *more]} if more else first
    if "pattern" in plain:
        plain["pattern"] = plain["pattern"].replace(r"\Z", "$")
    for each in plain.get("anyOf", ()):
        # What is said of the alternative to null is said of the whole.
        if NULL in plain["anyOf"] and "description" in each:
            plain["description"] = each.pop("description")
    return plain


def without(schema: Plain, name: str) -> Plain:
    return {key: value for key, value in schema.items() if key != name}


def add_patch(name: str, shapes: Plain) -> None:
    """The shape of a merge patch (RFC 7396) to a shape, as `TablePatch` is to `Table`."""
    patch = f"{name}Patch"
    if patch in shapes:
        return
    shapes[patch] = {
        "title": patch,
        "description": f"A JSON merge patch (RFC 7396) to a {name}: what it does not name stays.",
        "type": "object",
    }
    properties = shapes[name]["properties"].items()
    shapes[patch]["properties"] = {key: _patch_of_value(shape, shapes) for key, shape in properties}


def _patch_of_value(shape: Plain, shapes: Plain) -> Plain:
    """Objects are patched in their turn, all else is replaced; null takes a key out."""
    told = {key: shape[key] for key in ("description",) if key in shape}
    return {**told, "anyOf": [*(_patch_of(each, shapes) for each in _not_null(shape)), NULL]}


def _not_null(shape: Plain) -> list[Plain]:
    alternatives: list[Plain] = shape.get("anyOf", [shape])
    return [without(each, "description") for each in alternatives if each != NULL]


def _patch_of(shape: Plain, shapes: Plain) -> Plain:
    name = shape.get("$ref", "").rpartition("/")[2]
    if "properties" in shapes.get(name, {}):
        add_patch(name, shapes)
        return reference(f"{name}Patch")
    if "additionalProperties" in shape:
        return {
            **shape,
            "additionalProperties": _patch_of_value(shape["additionalProperties"], shapes),
        }
    return shape
