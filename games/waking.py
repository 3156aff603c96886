"""Wakes a worker. The work itself stands in rows, which a sweep finds too."""

from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

from games.outages import Dispensable

broker = Dispensable("the broker", "the sweeps find what is due", (OperationalError,))


def wake(task: "Task[Any, Any]", *arguments: object) -> None:
    broker.ask(lambda: task.delay(*arguments), lambda: None)
