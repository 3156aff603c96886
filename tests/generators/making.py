"""How each maker of clients is called, and how a first turn is played by what it has made."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

from tests.generators.install import HERE, NODE, PLACE, PYTHON
from tests.waiting import PATIENCE

PROGRAMS = HERE / "programs"
EXAMPLES = HERE.parents[1] / "examples"
MYPY = (sys.executable, "-m", "mypy", "--config-file", os.devnull, "--no-error-summary")
QUIET = {
    "NO_COLOR": "1",
    "REDOCLY_TELEMETRY": "off",
    "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true",
    "SCARF_ANALYTICS": "false",
}


def fetch_schema(server: str, place: Path) -> Path:
    schema = place / "openapi.json"
    with urlopen(f"{server}/api/schema/", timeout=PATIENCE) as answer:
        schema.write_bytes(answer.read())
    return schema


def run(*command: str | Path, cwd: Path, **environment: str) -> str:
    """What it prints; all that it says where it fails."""
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **QUIET, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{command[0]}:\n{done.stdout[-6000:]}\n{done.stderr[-6000:]}"
    return done.stdout


def make_python(schema: Path, place: Path) -> None:
    """By openapi-python-client, checked strictly with the program that plays."""
    settings = place / "settings.yml"
    settings.write_text("post_hooks: []\nliteral_enums: true\n")
    wanted = ("--path", schema, "--config", settings, "--meta", "none", "--fail-on-warning")
    made = place / "franchise_openapi"
    maker = (sys.executable, "-m", "openapi_python_client", "generate")
    run(*maker, *wanted, "--output-path", made, cwd=place)
    shutil.copy(PROGRAMS / "play_openapi.py", place)
    run(*MYPY, "--strict", "-p", "franchise_openapi", "-m", "play_openapi", cwd=place)


def make_by_java(schema: Path, place: Path, generator: str, *options: str) -> None:
    """By openapi-generator."""
    maker = PYTHON / "bin" / "openapi-generator-cli"
    run(maker, "generate", "-i", schema, "-g", generator, "-o", place, *options, cwd=place.parent)


def run_node(tool: str, *arguments: str | Path, cwd: Path = PLACE) -> str:
    return run(NODE / ".bin" / tool, *arguments, cwd=cwd)


def check_and_bundle(source: Path, place: Path) -> Path:
    """Strictly checked with all that it stands on, and made into one file that node runs."""
    program = source.name
    shutil.copy(source, place)
    shutil.copy(HERE / "tsconfig.json", place)
    project = place / "tsconfig.one.json"
    project.write_text(f'{{"extends": "./tsconfig.json", "files": ["{program}"]}}')
    run_node("tsc", "-p", project, cwd=place)
    bundle = place / f"{program}.mjs"
    options = ("--bundle", "--platform=node", "--format=esm", "--log-level=error")
    run_node("esbuild", program, *options, f"--outfile={bundle}", cwd=place)
    return bundle


def new_place(name: str) -> Path:
    """Within reach of the packages of npm, and empty; each process of the tests has its own."""
    place = PLACE / "work" / os.environ.get("PYTEST_XDIST_WORKER", "alone") / name
    shutil.rmtree(place, ignore_errors=True)
    (place / "made").mkdir(parents=True)
    return place
