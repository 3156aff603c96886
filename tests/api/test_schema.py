"""The schema: valid, with an example on every call, and true of every answer."""

import io
import json
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.core.management import call_command
from django.db import connection

from games.api.schema import ANSWERS, TAKES
from tests.api.fuzzing import fuzz
from tests.people import cast

SHAPES = {answer.shape.__name__: answer.shape for answer in ANSWERS.values() if answer.shape}
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
        msgspec.convert(content["examples"]["one"]["value"], BODIES[_name(content)])
    status = str(ANSWERS[name].status)
    if ANSWERS[name].shape is not None:
        content = operation["responses"][status]["content"]["application/json"]
        msgspec.convert(content["examples"]["one"]["value"], SHAPES[_name(content)])


def _name(content: dict[str, Any]) -> str:
    return str(content["schema"]["$ref"]).rpartition("/")[2]


@pytest.mark.django_db(transaction=True)
@pytest.mark.skipif(connection.vendor != "postgresql", reason="shown in the pass on PostgreSQL")
def test_no_call_answers_anything_that_the_schema_does_not_say(server: str, tmp_path: Path) -> None:
    findings = fuzz(server, cast(), tmp_path, "--max-examples", "70", "--generation-deterministic")
    assert findings.passed, findings.output[-6000:]
    assert f"Tested: {len(ANSWERS)}" in findings.output
    assert findings.cases >= 3000
