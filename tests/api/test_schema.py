"""The schema: valid, with an example on every call, and true of every answer."""

import io
import json
import re
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any, get_args

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection

from games.api.schema import ANSWERS, TAKES
from games.domain import Event
from tests.api.fuzzing import fuzz
from tests.people import cast

SHAPES = {answer.shape.__name__: answer.shape for answer in ANSWERS.values() if answer.shape}
MANUAL = Path(__file__).parents[2] / "docs" / "api.md"
BODIES = {body.__name__: body for body in TAKES}


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
    assert len(shapes["Event"]["anyOf"]) == len(get_args(Event))
    assert shapes["NumberedEvent"]["properties"]["event"] == event
    assert shapes["Preview"]["properties"]["events"]["items"] == event
    for name in ("FeedEvent", "Step", "Entry"):
        assert shapes[name]["properties"]["event"] == event
    assert shapes["Replay"]["properties"]["first"] == table
    assert shapes["Record"]["properties"]["table"] == table


def test_makers_of_clients_find_nothing_that_they_refuse() -> None:
    shapes = json.dumps(schema()["components"]["schemas"])
    assert "prefixItems" not in shapes
    assert r"\Z" not in shapes
    assert not re.search(r"schemas/\w+\.", shapes)


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
    assert {name for name, _ in examples} == {"join", "pause", "take-over", "turns"}
    for name, example in examples:
        msgspec.json.decode(example, type=bodies[name])


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL")
def test_no_call_answers_anything_that_the_schema_does_not_say(server: str, tmp_path: Path) -> None:
    findings = fuzz(server, cast(), tmp_path, "--max-examples", "70", "--generation-deterministic")
    assert findings.passed, findings.output[-6000:]
    assert f"Tested: {len(ANSWERS)}" in findings.output
    assert findings.cases >= 3000
