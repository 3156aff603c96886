"""Where computer players think: here, or in a process of its own, so that pages do not wait.

A worker of Celery thinks in its own process. `make run` is one process for all, whose pages
would stand still meanwhile.
"""

import multiprocessing
import os
import signal
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from threading import Thread
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
T = TypeVar("T")
KINDNESS = 10
_apart: list[ProcessPoolExecutor] = []


def think(thought: Callable[P, T], *args: P.args, **more: P.kwargs) -> T:
    """What the function answers."""
    if not _apart:
        return thought(*args, **more)
    return _apart[0].submit(thought, *args, **more).result()


def think_apart() -> None:
    """From here on in another process; it ends with this one."""
    spawn = multiprocessing.get_context("spawn")
    _apart.append(ProcessPoolExecutor(1, mp_context=spawn, initializer=_settle_in))


def _settle_in() -> None:
    """Leaves the machine to others, Ctrl-C to its parent, and does not outlive that."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(KINDNESS)
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
    os._exit(0)
