"""Another process that submits a turn together with others."""

from collections.abc import Callable
from uuid import UUID

from django.db import connection

from games.domain.commands import command
from games.events.store import StaleVersion
from games.services import act


def main(wait_for_all: Callable[[], None], game: str, version: str) -> str:
    connection.ensure_connection()
    wait_for_all()
    try:
        act(UUID(game), command("turn", 0, {}), actor="user:1", expected=int(version))
    except StaleVersion:
        return "stale"
    return "accepted"
