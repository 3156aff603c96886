"""A writer that is killed at a step of the write path: `python -m tests.games.killing ROUNDS GAMES…`.

Each round forks a child that plays a turn and dies by SIGKILL just before or after one of
its steps: the first SQL statement, the second, … and the commit. Afterwards the rows are
counted; a line a round says at which step it died and whether all or nothing is there.
"""

import os
import signal
import sys
from collections.abc import Callable
from typing import Any
from uuid import UUID

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
django.setup()

from django.db import connection  # noqa: E402 - after the set-up

from games.audit.verify import verify_game  # noqa: E402
from games.domain import State  # noqa: E402
from games.domain.chance import Draws  # noqa: E402
from games.domain.playout import random_command  # noqa: E402
from games.events import store  # noqa: E402
from games.models import Game  # noqa: E402
from games.services import act  # noqa: E402
from notifications.models import Notice  # noqa: E402
from tests.doing import table_of  # noqa: E402

STEPS = 22


class DeathAtStep:
    """Kills the process at one of its steps: at even numbers before a step, at odd ones after."""

    def __init__(self, at: int) -> None:
        self.left = at

    def step(self, do: Callable[[], Any]) -> Any:
        self._count()
        result = do()
        self._count()
        return result

    def _count(self) -> None:
        if self.left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        self.left -= 1


def play_and_die(game: UUID, state: State, round_: int, at: int) -> None:
    dying = DeathAtStep(at)

    def statement(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        return dying.step(lambda: execute(sql, params, many, context))

    connection.ensure_connection()
    committed = connection.commit
    connection.commit = lambda: dying.step(committed)  # type: ignore[method-assign]
    order = random_command(state, Draws(round_, "killed").below)
    with connection.execute_wrapper(statement):
        act(game, order, actor="user:1", expected=state.version)


def versions_of(game: UUID) -> tuple[int, int, int]:
    version = Game.objects.get(id=game).version
    head = store.head_of(game).version
    occasions = Notice.objects.filter(game_id=game).values_list("occasion", flat=True)
    return version, head, max(map(int, occasions), default=0)


def play_round(game: UUID, number: int) -> str:
    state = table_of(game)
    if state.status == "ended":
        return "over"
    before = versions_of(game)
    connection.close()
    child = os.fork()
    if child == 0:
        play_and_die(game, state, number, number % STEPS)
        os._exit(0)
    _, status = os.waitpid(child, 0)
    died = "killed" if os.WIFSIGNALED(status) else "finished"
    after = versions_of(game)
    if after == before:
        return f"{died} nothing"
    finding = verify_game(game)
    whole = (
        after[0] == after[1] == after[2] > before[0] or Game.objects.get(id=game).status == "ended"
    )
    return f"{died} {'all' if whole and finding is None else f'torn {before} {after} {finding}'}"


if __name__ == "__main__":
    for game in map(UUID, sys.argv[2:]):
        for number in range(int(sys.argv[1])):
            sys.stdout.write(f"{number % STEPS} {play_round(game, number)}\n")
