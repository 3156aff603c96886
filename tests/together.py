"""Other processes on the database in use, started together."""

import os
import subprocess
import sys
from collections.abc import Sequence

from django.db import connection


def database_in_use() -> dict[str, str]:
    """The environment that leads another process to it."""
    name = str(connection.settings_dict["NAME"])
    if connection.vendor == "sqlite":
        return {"DATABASE_URL": f"sqlite:///{name}"}
    before, _, after = os.environ["DATABASE_URL"].partition("?")
    return {"DATABASE_URL": f"{before.rsplit('/', 1)[0]}/{name}{'?' if after else ''}{after}"}


def run_together(modules: Sequence[Sequence[str]]) -> list[str]:
    """Starts a process for each module, lets all go once each is `ready`, returns their answers."""
    running = [
        subprocess.Popen(
            [sys.executable, "-m", *module],
            env={**os.environ, **database_in_use()},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for module in modules
    ]
    for each in running:
        assert each.stdout is not None
        assert each.stdout.readline() == "ready\n"
    for each in running:
        assert each.stdin is not None
        each.stdin.write("go\n")
        each.stdin.flush()
    return [each.communicate(timeout=60)[0].strip() for each in running]
