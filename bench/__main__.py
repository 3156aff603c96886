"""`make bench`: each figure beside a floor measured in the same run, as a ratio."""

import os
import sys

import django

from bench import domain


def main(parts: list[str]) -> None:
    if not parts or "domain" in parts:
        domain.main()
    if not parts or "store" in parts:
        os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
        django.setup()
        from bench import store  # noqa: PLC0415 - needs Django's settings

        store.main()


if __name__ == "__main__":
    main(sys.argv[1:])
