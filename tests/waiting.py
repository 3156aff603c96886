"""The one way to wait for what other threads, programs and machines do."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Timer
from typing import TypeVar

T = TypeVar("T")
PATIENCE = 120
"""In seconds. Nothing waits so long but where something is wrong."""


def wait_until(
    is_so: Callable[[], T | None], tell: Callable[[], object] = str, pause: float = 0.02
) -> T:
    """What `is_so` answers once that is true; after PATIENCE it fails with what `tell` says."""
    until = time.monotonic() + PATIENCE
    while not (answer := is_so()):
        assert time.monotonic() < until, tell()
        time.sleep(pause)
    return answer


@contextmanager
def nobody_waits_for_ever(give_up: Callable[[], object]) -> Iterator[None]:
    """`give_up` ends what is waited for; it is called after PATIENCE, and then this fails."""
    has_given_up = Event()

    def end() -> None:
        has_given_up.set()
        give_up()

    timer = Timer(PATIENCE, end)
    timer.start()
    try:
        yield
    finally:
        timer.cancel()
    assert not has_given_up.is_set(), "somebody waited for ever"
