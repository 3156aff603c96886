"""The tasks that were woken, as a worker would take them from the broker."""

from collections.abc import Iterator
from typing import Any

from celery import Task
from kombu.simple import SimpleQueue

from franchise_site.celery import app

QUEUE = "celery"


def take_messages(task: "Task[Any, Any]") -> list[Any]:
    """Those that wake this task; what wakes another one is dropped with them."""
    with app.connection_for_read() as broker, broker.SimpleQueue(QUEUE, no_ack=True) as queue:
        return [each for each in _messages(queue) if each.headers["task"] == task.name]


def _messages(queue: SimpleQueue) -> Iterator[Any]:
    while True:
        try:
            yield queue.get_nowait()
        except queue.Empty:
            return


def run_woken(task: "Task[Any, Any]") -> int:
    """How often it was woken, counting what it woke itself."""
    times = 0
    while messages := take_messages(task):
        for message in messages:
            arguments, named, _ = message.payload
            task(*arguments, **named)
            times += 1
    return times
