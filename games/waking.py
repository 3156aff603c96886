"""Wakes a worker. The work itself stands in rows, which a sweep finds too."""

from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

from games.outages import Dispensable

broker = Dispensable("the broker", "the sweeps find what is due", (OperationalError,))


def wake(task: "Task[Any, Any]", *arguments: object, after: int = 0) -> None:
    """After so many seconds, in which no worker is held."""
    broker.ask(lambda: task.apply_async(arguments, countdown=after), lambda: None)
