"""Other processes on the database in use, started together.

`python -m tests.together COMMANDS` forks a process for each, once everything is imported.
"""

import json
import os
import subprocess
import sys
from collections.abc import Sequence
from importlib import import_module
from multiprocessing import get_context

import django
from django.db import connection

from tests.waiting import PATIENCE


def database_in_use() -> dict[str, str]:
    """The environment that leads another process to it."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite:///{name}"}
    before, _, after = os.environ["DATABASE_URL"].partition("?")
    return {"DATABASE_URL": f"{before.rsplit('/', 1)[0]}/{name}{'?' if after else ''}{after}"}


def run_together(commands: Sequence[Sequence[str]]) -> list[str]:
    """Runs `main` of each module with its arguments in a process of its own; what they answer.

    Each `main` is given a function first, which returns once all have called it.
    """
    done = subprocess.run(
        [sys.executable, "-m", "tests.together", json.dumps(commands)],
        env={**os.environ, **database_in_use()},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    return done.stdout.splitlines()


def fork_all(commands: Sequence[Sequence[str]]) -> list[str]:
    forks = get_context("fork")
    all_ready, answers = forks.Barrier(len(commands)), forks.SimpleQueue()

    def run(command: Sequence[str]) -> None:
        module, *arguments = command
        answer = import_module(module).main(lambda: all_ready.wait(PATIENCE), *arguments)
        answers.put(str(answer))

    for module in {command[0] for command in commands}:
        import_module(module)
    running = [forks.Process(target=run, args=[command]) for command in commands]
    for each in running:
        each.start()
    for each in running:
        each.join()
    assert [each.exitcode for each in running] == [0] * len(running)
    return [answers.get() for _ in running]


if __name__ == "__main__":
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "tests.settings")
    django.setup()
    sys.stdout.write("\n".join(fork_all(json.loads(sys.argv[1]))))
