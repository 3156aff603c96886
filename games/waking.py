"""A worker is told that there is work; the work itself stands in rows, which a sweep finds too."""

import logging
from typing import Any

from celery import Task
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)


def wake(task: "Task[Any, Any]", *arguments: object, sweep: str) -> None:
    """`sweep` is what the sweep will do where no broker answers."""
    try:
        task.delay(*arguments)
    except OperationalError as error:
        told = {"task": task.name, "arguments": arguments, "error": str(error)}
        log.warning("no broker; the sweep will %s", sweep, extra=told)
