"""What coverage-guided fuzzing made up, the shortest that reaches each branch, an input a line."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

HERE = Path(__file__).parent


def inputs(name: str) -> Iterator[Any]:
    for line in (HERE / f"{name}.jsonl").read_bytes().splitlines():
        yield msgspec.json.decode(line)


def raw_inputs(name: str) -> Iterator[bytes]:
    """Of any bytes, each kept as the character of its number."""
    for text in inputs(name):
        yield text.encode("latin-1")
