"""`make clients`: clients that others make from the schema compile and play. Not among the tests.

What only takes Python is among them, in `tests/api/test_python_client.py`.
"""

import shutil
from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache
from pathlib import Path

import pytest
from django.core.management import call_command

from franchise_client import Client
from franchise_client.shapes import Options
from games.models import Person
from tests.api.calls import token_of
from tests.client.test_random_bot import GAMES
from tests.generators import making
from tests.generators.install import HERE, PYTHON, WITHOUT_NPM
from tests.people import Cast, cast

with_node = pytest.mark.skipif(shutil.which("npm") is None, reason=WITHOUT_NPM)


@pytest.fixture
def people(transactional_db: None) -> Cast:
    return cast()


@with_node
def test_openapi_fetch_with_the_types_of_openapi_typescript(server: str, people: Cast) -> None:
    place = making.new_place("openapi-fetch")
    schema = making.fetch_schema(server, place)
    making.run_node("openapi-typescript", schema, "-o", place / "made" / "openapi-typescript.d.ts")
    play(making.check_and_bundle(making.PROGRAMS / "openapi_fetch.ts", place), server, people)


@lru_cache
def random_bot() -> Path:
    place = making.new_place("random-bot")
    schema = place / "openapi.json"
    call_command("spectacular", "--format", "openapi-json", file=str(schema))
    making.run_node("openapi-typescript", schema, "-o", place / "made" / "openapi-typescript.d.ts")
    return making.check_and_bundle(making.EXAMPLES / "random-bot.ts", place)


@with_node
@pytest.mark.parametrize(("seats", "options"), GAMES)
def test_the_bot_of_the_examples_plays_whole_games(
    server: str, transactional_db: None, seats: int, options: Options
) -> None:
    bot = random_bot()
    tokens = [token_of(Person.objects.create(username=f"bot {seat}")) for seat in range(seats)]
    with Client(server, tokens[0]) as host, ThreadPoolExecutor(seats) as bots:
        game = host.create("Bots", seats, options=options, watch="public", start_when_full=True)
        arguments = [(bot, server, token, game["game"]["id"], "0.02") for token in tokens]
        ends = list(bots.map(lambda each: making.run("node", *each, cwd=bot.parent), arguments))
    assert len(set(ends)) == 1
    assert "points" in ends[0] or "influence" in ends[0]


@with_node
def test_hey_api(server: str, people: Cast) -> None:
    place = making.new_place("hey-api")
    schema = making.fetch_schema(server, place)
    making.run_node("openapi-ts", "-i", schema, "-o", place / "made" / "hey-api", "--silent")
    play(making.check_and_bundle(making.PROGRAMS / "hey_api.ts", place), server, people)


@with_node
def test_openapi_generator_for_typescript(server: str, people: Cast) -> None:
    place = making.new_place("typescript-fetch")
    schema = making.fetch_schema(server, place)
    making.make_by_java(schema, place / "made" / "typescript-fetch", "typescript-fetch")
    play(making.check_and_bundle(making.PROGRAMS / "typescript_fetch.ts", place), server, people)


def test_openapi_generator_for_python(server: str, people: Cast) -> None:
    place = making.new_place("python")
    schema = making.fetch_schema(server, place)
    making.make_by_java(schema, place, "python", "--package-name", "franchise_generated")
    program = shutil.copy(making.PROGRAMS / "play_generated.py", place)
    python = PYTHON / "bin" / "python"
    making.run(
        *making.MYPY, "--follow-imports=silent", "--python-executable", python, program, cwd=place
    )
    place_gone_to = making.run(python, program, server, token_of(people.ada), cwd=place)
    assert place_gone_to.strip()


@with_node
def test_redocly_has_no_complaint(server: str) -> None:
    schema = making.fetch_schema(server, making.new_place("redocly"))
    making.run_node("redocly", "lint", schema, "--config", HERE / "redocly.yaml")


@with_node
def test_spectral_has_no_complaint(server: str) -> None:
    schema = making.fetch_schema(server, making.new_place("spectral"))
    strictly = ("--fail-severity", "warn")
    making.run_node("spectral", "lint", schema, "--ruleset", HERE / "spectral.yaml", *strictly)


def play(bundle: Path, server: str, people: Cast) -> None:
    place_gone_to = making.run("node", bundle, server, token_of(people.ada), cwd=bundle.parent)
    assert place_gone_to.strip()
