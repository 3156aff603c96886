"""Writes the table of every call from the schema: part of `make client`."""

import io
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import django
from django.core.management import call_command

from games.api.about import HEADINGS

TARGET = Path(__file__).parents[1] / "docs" / "calls.md"
HEAD = """# Every call

`make client` writes this page from the schema. Paths begin with `/api/`; `{game}` is a game's id. A body may be left out where the table names none; `If-Match` is needed where it stands with an exclamation mark. Besides the codes named, every call may answer 400, 401, 404, 406 and 429; [the problems](api.md) say why. Each shape is in the schema, at `/api/schema/`.
"""
COLUMNS = "| call | body | answer | other codes | headers and query |\n|---|---|---|---|---|\n"
EVERYWHERE = {"400", "401", "404", "406", "429"}

Plain = dict[str, Any]


def schema() -> Plain:
    text = io.StringIO()
    call_command("spectacular", "--format", "openapi-json", stdout=text)
    document: Plain = json.loads(text.getvalue())
    return document


def call_table() -> str:
    document = schema()
    places = {
        operation["operationId"]: (method.upper(), path.removeprefix("/api/"), operation)
        for path, methods in document["paths"].items()
        for method, operation in methods.items()
    }
    parts = [
        f"## {heading.name}\n\n{heading.about}\n\n{COLUMNS}"
        + "".join(f"{_row(*places[name])}\n" for name in heading.calls)
        for heading in HEADINGS
    ]
    return "\n".join([HEAD, *parts])


def _row(method: str, path: str, operation: Plain) -> str:
    short = path.replace("{game_id}", "{game}")
    cells = [
        f"{operation['summary']}<br>`{method} {short}`",
        "<br>".join(_body(operation.get("requestBody", {}))),
        "<br>".join(_answers(operation)),
        " ".join(sorted(code for code in operation["responses"] if _is_special(code))),
        "<br>".join(f"`{name}`" for name in _headers(operation)),
    ]
    return f"| {' | '.join(cells)} |"


def _body(part: Plain) -> Iterator[str]:
    """Its shape, and what it may look like."""
    for content in part.get("content", {}).values():
        yield _shape(part)
        yield f"`{json.dumps(content['examples']['one']['value'], ensure_ascii=False)}`"


def _is_special(code: str) -> bool:
    return not code.startswith("2") and code not in EVERYWHERE


def _answers(operation: Plain) -> Iterator[str]:
    for code, response in operation["responses"].items():
        if code.startswith("2"):
            yield f"{code} {_shape(response)}".strip()


def _shape(part: Plain) -> str:
    for content in part.get("content", {}).values():
        reference = content["schema"].get("$ref", "")
        return f"`{reference.rpartition('/')[2]}`"
    return ""


def _headers(operation: Plain) -> Iterator[str]:
    for each in operation.get("parameters", ()):
        if each["in"] == "header":
            yield each["name"] + ("!" if each.get("required") else "")
        if each["in"] == "query":
            yield f"?{each['name']}="


if __name__ == "__main__":
    django.setup()
    TARGET.write_text(call_table())
