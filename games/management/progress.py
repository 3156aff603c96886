"""The progress of a long task, on stderr: a bar on a terminal, else lines.

A task that is over within two seconds prints nothing.
"""

import sys
from collections.abc import Iterable, Iterator, Sized
from time import time
from typing import TextIO, TypeVar

T = TypeVar("T")
SECONDS_OF_SILENCE = 2.0
SECONDS_BETWEEN_LINES = 10.0


def track(
    items: Iterable[T], what: str, total: int | None = None, stream: TextIO | None = None
) -> Iterator[T]:
    """Yields the items. Where `total` is left out it is their number, if they have one."""
    if total is None and isinstance(items, Sized):
        total = len(items)
    progress = follow(what, total, stream)
    try:
        for item in items:
            yield item
            progress.step()
    finally:
        progress.end()


def follow(what: str, total: int | None, stream: TextIO | None = None) -> "Lines | Bar":
    """For a task without items to walk through."""
    out = stream or sys.stderr
    return Bar(what, total, out) if out.isatty() else Lines(what, total, out)


class Bar:
    def __init__(self, what: str, total: int | None, out: TextIO) -> None:
        # `install` runs before any package is there.
        from tqdm import tqdm  # noqa: PLC0415

        self.bar = tqdm(desc=what, total=total, file=out, delay=SECONDS_OF_SILENCE)

    def step(self) -> None:
        self.bar.update()

    def end(self) -> None:
        self.bar.close()


class Lines:
    def __init__(self, what: str, total: int | None, out: TextIO) -> None:
        self.what, self.total, self.out = what, total, out
        self.began = time()
        self.due = self.began + SECONDS_OF_SILENCE
        self.count, self.has_written = 0, False

    def step(self) -> None:
        self.count += 1
        at = time()
        if at >= self.due:
            self.due, self.has_written = at + SECONDS_BETWEEN_LINES, True
            self._write(describe(self.what, self.count, self.total, at - self.began))

    def end(self) -> None:
        if self.has_written:
            self._write(f"{self.what}: {self.count} in {_clock(time() - self.began)}")

    def _write(self, line: str) -> None:
        self.out.write(f"{line}\n")
        self.out.flush()


def describe(what: str, count: int, total: int | None, seconds: float) -> str:
    """`games: 30 of 120 (25 %), 20 s so far, 1 min 0 s left`."""
    if not total or not count:
        return f"{what}: {count}, {_clock(seconds)} so far"
    left = seconds / count * (total - count)
    share = f"{100 * count // total} %"
    return f"{what}: {count} of {total} ({share}), {_clock(seconds)} so far, {_clock(left)} left"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    if hours:
        return f"{hours} h {minutes} min"
    return f"{minutes} min {rest} s" if minutes else f"{rest} s"
