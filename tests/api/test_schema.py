"""The schema: valid, with an example on every call, and true of every answer."""

import io
import json
import re
from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection

from games.api.around import OPEN
from games.api.responses import EVERYWHERE, HEADERS
from games.api.schema import ANSWERS, TAKES
from games.domain import Event
from games.domain.commands import TurnBody
from tests.api.fuzzing import fuzz
from tests.people import cast

SHAPES = {answer.shape.__name__: answer.shape for answer in ANSWERS.values() if answer.shape}
MANUAL = Path(__file__).parents[2] / "docs" / "api.md"
BODIES = {body.__name__: body for body in TAKES} | {"Order": TurnBody}


@lru_cache
def schema() -> dict[str, Any]:
    text = io.StringIO()
    call_command(
        "spectacular", "--validate", "--fail-on-warn", "--format", "openapi-json", stdout=text
    )
    document: dict[str, Any] = json.loads(text.getvalue())
    return document


def operations() -> dict[str, dict[str, Any]]:
    return {
        operation["operationId"]: operation
        for path in schema()["paths"].values()
        for operation in path.values()
    }


def test_the_schema_is_valid_and_knows_every_call() -> None:
    assert schema()["openapi"] == "3.1.1"
    assert sorted(operations()) == sorted(ANSWERS)


@pytest.mark.parametrize("name", sorted(ANSWERS))
def test_every_call_has_examples_of_its_shape(name: str) -> None:
    operation = operations()[name]
    if "requestBody" in operation:
        assert operation["requestBody"]["required"]
        content = operation["requestBody"]["content"]["application/json"]
        read_example(content, BODIES)
    status = str(ANSWERS[name].status)
    if ANSWERS[name].shape is not None:
        content = operation["responses"][status]["content"]["application/json"]
        read_example(content, SHAPES)


def read_example(content: dict[str, Any], shapes: Mapping[str, type[msgspec.Struct]]) -> None:
    name = str(content["schema"]["$ref"]).rpartition("/")[2]
    example = json.dumps(content["examples"]["one"]["value"])
    msgspec.json.decode(example, type=shapes[name])


def test_events_and_tables_stand_in_the_schema_once() -> None:
    shapes = schema()["components"]["schemas"]
    event, table = ({"$ref": f"#/components/schemas/{name}"} for name in ("Event", "Table"))
    assert len(shapes["Event"]["oneOf"]) == len(get_args(Event))
    assert shapes["Event"]["discriminator"]["mapping"].keys() == {
        event.__struct_config__.tag for event in get_args(Event)
    }
    assert shapes["Preview"]["properties"]["events"]["items"] == event
    for name in ("NumberedEvent", "FeedEvent", "Step", "Entry"):
        assert shapes[name]["properties"]["event"].items() >= event.items()
    assert shapes["Replay"]["properties"]["first"].items() >= table.items()
    assert shapes["Record"]["properties"]["table"].items() >= table.items()


def shapes_within(shape: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield shape
    for inner in (
        *shape.get("properties", {}).values(),
        *(shape[key] for key in ("items", "additionalProperties") if shape.get(key)),
        *shape.get("anyOf", ()),
        *shape.get("oneOf", ()),
    ):
        yield from shapes_within(inner)


def test_makers_of_clients_find_nothing_that_they_refuse() -> None:
    shapes = json.dumps(schema()["components"]["schemas"])
    assert "prefixItems" not in shapes
    assert '"items": false' not in shapes
    assert r"\Z" not in shapes
    assert not re.search(r"schemas/\w+\.", shapes)


def test_every_place_of_a_shape_has_a_type_and_none_is_required_by_its_default() -> None:
    every = schema()["components"]["schemas"].values()
    for shape in (inner for each in every for inner in shapes_within(each)):
        assert shape.keys() & {"type", "$ref", "anyOf", "oneOf"}, shape
        assert "default" not in shape, shape
        if shape.get("type") == "object":
            assert shape.keys() & {"properties", "additionalProperties"}, shape


def test_every_call_property_header_and_problem_is_described() -> None:
    parts = schema()["components"]
    assert schema()["info"].keys() >= {"description", "license", "contact"}
    assert schema()["servers"]
    tags = {tag["name"] for tag in schema()["tags"] if tag["description"]}
    for shape in parts["schemas"].values():
        assert all(each.get("description") for each in shape.get("properties", {}).values()), shape
    assert all(header["description"] for header in parts["headers"].values())
    for answer in parts["responses"].values():
        assert answer["description"]
        assert answer["content"]["application/problem+json"]["examples"]
    for name, operation in operations().items():
        assert operation["description"], name
        assert {*operation["tags"]} <= tags, name
        assert all(each["description"] for each in operation.get("parameters", ())), name
        for status, answer in operation["responses"].items():
            assert "$ref" in answer if int(status) >= 400 else answer["description"], name


def test_answers_tell_their_headers() -> None:
    headers = {
        name: {
            status: {*answer.get("headers", {})} - {*EVERYWHERE}
            for status, answer in operation["responses"].items()
            if int(status) < 400
        }
        for name, operation in operations().items()
    }
    assert headers["createGame"] == {"201": {"Location", "ETag", "Cache-Control"}}
    assert headers["takeTurn"] == {"200": {"ETag", "Cache-Control"}}
    feed = {"Retry-After", "ETag", "Cache-Control"}
    assert headers["getEvents"] == {"200": feed, "304": feed}
    assert headers["getReplay"]["200"] == {"Content-Location", "ETag", "Cache-Control"}
    assert {*OPEN["Access-Control-Expose-Headers"].split(", ")} <= HEADERS.keys()
    refused = schema()["components"]["responses"]
    assert "Retry-After" in refused["Problem429"]["headers"]
    assert "WWW-Authenticate" in refused["Problem401"]["headers"]


def test_ids_times_and_hashes_say_their_form() -> None:
    shapes = schema()["components"]["schemas"]
    form = {
        f"{name}.{key}": each.get("format") or each.get("pattern")
        for name, shape in shapes.items()
        for key, each in shape.get("properties", {}).items()
    }
    assert form["FeedEvent.at"] == form["ListedGame.created"] == "date-time"
    assert form["FeedEvent.hash"] == "^[0-9a-f]{64}$"
    assert form["Agreed.id"] == "uuid"
    assert shapes["Agreed"]["properties"]["deadline"]["anyOf"][0]["format"] == "int64"


def test_patches_and_what_is_played_on_are_told_as_what_they_are() -> None:
    shapes = schema()["components"]["schemas"]
    step, wanted = shapes["Step"]["properties"], shapes["WhatIf"]["properties"]
    assert step["patch"]["$ref"].endswith("/TablePatch")
    assert wanted["turns"]["items"] == {"$ref": "#/components/schemas/Order"}
    assert "required" not in shapes["TablePatch"]
    patched = shapes["TablePatch"]["properties"]["places"]["anyOf"][0]["additionalProperties"]
    assert patched["anyOf"][0] == {"$ref": "#/components/schemas/TablePlacePatch"}


def test_the_bodies_in_the_manual_are_read() -> None:
    bodies = {}
    for path, methods in schema()["paths"].items():
        body = methods.get("post", {}).get("requestBody")
        if body is not None and path.startswith("/api/games/{game_id}/"):
            shape = body["content"]["application/json"]["schema"]["$ref"].rpartition("/")[2]
            bodies[path.split("/")[-2]] = BODIES[shape]
    manual = MANUAL.read_text()
    examples = re.findall(r"([a-z-]+)/` `(\{.*?\})`", manual)
    examples += re.findall(r"POST \S*?([a-z-]+)/\n(?:[A-Z].*\n)*\n(\{.*\})\n", manual)
    assert {name for name, _ in examples} == {
        "abandon",
        "again",
        "computer",
        "join",
        "pause",
        "report",
        "ruleset",
        "take-over",
        "turns",
    }
    for name, example in examples:
        msgspec.json.decode(example, type=bodies[name])


@pytest.mark.long
@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL")
def test_no_call_answers_anything_that_the_schema_does_not_say(server: str, tmp_path: Path) -> None:
    findings = fuzz(server, cast(), tmp_path, "--max-examples", "35", "--generation-deterministic")
    assert findings.passed, findings.output[-6000:]
    assert f"Tested: {len(ANSWERS)}" in findings.output
    assert findings.cases >= 3000
