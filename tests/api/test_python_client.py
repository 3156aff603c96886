"""The schema by tools of others that take Python alone; the rest of them by `make clients`."""

import sys
from pathlib import Path

import pytest

from tests.api.calls import token_of
from tests.generators import making
from tests.people import cast

pytestmark = pytest.mark.sqlite


@pytest.mark.django_db(transaction=True)
def test_a_client_made_from_the_schema_is_strictly_typed_and_plays(
    server: str, tmp_path: Path
) -> None:
    making.make_python(making.fetch_schema(server, tmp_path), tmp_path)
    program = tmp_path / "play_openapi.py"
    place = making.run(sys.executable, program, server, token_of(cast().ada), cwd=tmp_path)
    assert place.strip()


def test_the_schema_is_openapi_to_the_letter(server: str, tmp_path: Path) -> None:
    schema = making.fetch_schema(server, tmp_path)
    making.run(sys.executable, "-m", "openapi_spec_validator", schema, cwd=tmp_path)
