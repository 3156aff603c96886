"""Another process that sweeps for due deadlines together with others."""

from collections.abc import Callable

from django.db import connection

from games.edge import now
from games.overdue import move_on_due


def main(wait_for_all: Callable[[], None]) -> int:
    connection.ensure_connection()
    wait_for_all()
    return move_on_due(now())
