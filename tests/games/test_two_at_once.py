"""Many submit for the same turn: one is accepted, the rest are stale, nothing is in between."""

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from uuid import UUID

import pytest
from django.db import connection, connections

from games.audit.verify import verify_game
from games.domain import Command
from games.domain.commands import command
from games.events import store
from games.events.store import StaleVersion
from games.services import act
from notifications.models import Notice
from tests.doing import start_game, table_of
from tests.people import cast
from tests.together import run_together
from tests.waiting import PATIENCE

pytestmark = pytest.mark.django_db(transaction=True)
THREADS = 50
PROCESSES = 8
ORDERS = [
    command("turn", 0, {}),
    command("turn", 0, {"expand": [{"to": "phoenix"}]}),
    command("turn", 0, {"expand": [{"to": "detroit"}]}),
]


def submit(game: UUID, order: Command, version: int, all_ready: Barrier) -> str:
    try:
        connection.ensure_connection()
        all_ready.wait(PATIENCE)
        act(game, order, actor="user:1", expected=version)
    except StaleVersion:
        return "stale"
    else:
        return "accepted"
    finally:
        connections.close_all()


def test_of_fifty_threads_exactly_one_is_accepted() -> None:
    game = start_game(cast())
    for round_ in range(3):
        state = table_of(game)
        orders = [command("turn", state.mover, {})] if round_ else ORDERS
        barrier = Barrier(THREADS)
        with ThreadPoolExecutor(THREADS) as threads:
            running = [
                threads.submit(submit, game, orders[i % len(orders)], state.version, barrier)
                for i in range(THREADS)
            ]
        assert Counter(each.result() for each in running) == {"accepted": 1, "stale": THREADS - 1}
        assert_whole(game)
        if table_of(game).status == "ended":
            break


def test_of_eight_processes_exactly_one_is_accepted() -> None:
    game = start_game(cast())
    version = table_of(game).version
    submit_one = ("tests.games.submit", str(game), str(version))
    outcomes = Counter(run_together([submit_one] * PROCESSES))
    assert outcomes == {"accepted": 1, "stale": PROCESSES - 1}
    assert_whole(game)


def assert_whole(game: UUID) -> None:
    assert verify_game(game) is None
    history = store.read_rows(game)
    assert [each.entry.version for each in history] == list(range(1, len(history) + 1))
    notices = Notice.objects.filter(game_id=game, message="turn", occasion=len(history))
    assert notices.count() == (1 if table_of(game).status == "playing" else 0)
