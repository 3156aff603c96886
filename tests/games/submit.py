"""Another process that submits a turn when told to: `… GAME VERSION`, then a line."""

import os
import sys
from uuid import UUID

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from games.domain.commands import command  # noqa: E402
from games.events.store import StaleVersion  # noqa: E402
from games.services import act  # noqa: E402


def main(game: UUID, version: int) -> str:
    connection.ensure_connection()
    sys.stdout.write("ready\n")
    sys.stdout.flush()
    sys.stdin.readline()
    try:
        act(game, command("turn", 0, {}), actor="user:1", expected=version)
    except StaleVersion:
        return "stale"
    return "accepted"


if __name__ == "__main__":
    sys.stdout.write(main(UUID(sys.argv[1]), int(sys.argv[2])) + "\n")
