"""`make bench`: each figure beside a floor measured in the same run, as a ratio."""

import os
import sys
from importlib import import_module

import django

from bench import domain
from games.management.progress import track

PARTS = ("store", "proof", "http", "page", "mail", "growth")


def main(parts: list[str]) -> None:
    if not parts or "domain" in parts:
        domain.main()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    wanted = [part for part in PARTS if not parts or part in parts]
    for part in track(wanted, "parts of the bench"):
        import_module(f"bench.{part}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
