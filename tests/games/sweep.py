"""Another process that sweeps for due deadlines when told to."""

import os
import sys

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from games.edge import now  # noqa: E402
from games.overdue import move_on_due  # noqa: E402


def main() -> int:
    connection.ensure_connection()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    return move_on_due(now())


if __name__ == "__main__":
    sys.stdout.write(f"{main()}\n")
