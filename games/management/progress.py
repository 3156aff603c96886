"""How far a long work is and how long it will take, on stderr: a bar on a terminal, else lines.

What is over within two seconds says nothing.
"""

import sys
from collections.abc import Iterable, Iterator, Sized
from time import time
from typing import TextIO, TypeVar

from tqdm import tqdm

T = TypeVar("T")
SECONDS_OF_SILENCE = 2.0
SECONDS_BETWEEN_LINES = 10.0


def track(
    items: Iterable[T], what: str, total: int | None = None, stream: TextIO | None = None
) -> Iterator[T]:
    """The items as they come. Where `total` is left out it is their number, if they have one."""
    out = stream or sys.stderr
    if total is None and isinstance(items, Sized):
        total = len(items)
    if out.isatty():
        yield from tqdm(items, desc=what, total=total, file=out, delay=SECONDS_OF_SILENCE)
    else:
        yield from _print_lines(items, what, total, out)


def _print_lines(items: Iterable[T], what: str, total: int | None, out: TextIO) -> Iterator[T]:
    began = time()
    due, is_told, count = began + SECONDS_OF_SILENCE, False, 0
    for count, item in enumerate(items, 1):
        yield item
        at = time()
        if at >= due:
            due, is_told = at + SECONDS_BETWEEN_LINES, True
            out.write(f"{describe(what, count, total, at - began)}\n")
            out.flush()
    if is_told:
        out.write(f"{what}: {count} in {_clock(time() - began)}\n")
        out.flush()


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
