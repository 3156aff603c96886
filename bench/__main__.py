"""`make bench`: each figure beside a floor measured in the same run, as a ratio.

With `--write` each part lays its table into docs/benchmarks.md.
"""

import os
import sys
from importlib import import_module

import django

from bench.measure import LINES
from bench.page_of_figures import write_part
from games.management.progress import track

BARE_PARTS = ("domain", "players")
"""What needs no server."""
PARTS = ("store", "proof", "http", "page", "mail", "growth", "costs")


def main(parts: list[str], *, writes: bool) -> None:
    for part in BARE_PARTS:
        if not parts or part in parts:
            measure(part, writes=writes)
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    wanted = [part for part in PARTS if not parts or part in parts]
    for part in track(wanted, "parts of the bench"):
        measure(part, writes=writes)


def measure(part: str, *, writes: bool) -> None:
    LINES.clear()
    import_module(f"bench.{part}").main()
    if writes:
        write_part(part, LINES)


if __name__ == "__main__":
    main([each for each in sys.argv[1:] if each != "--write"], writes="--write" in sys.argv)
