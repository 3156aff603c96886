"""Timing for the benchmarks: the best of several rounds, floors in between."""

import gc
from collections.abc import Callable
from time import perf_counter

from msgspec import Struct

Clock = Callable[[], float]


def seconds(work: Callable[[], int], rounds: int = 5, clock: Clock = perf_counter) -> float:
    """Seconds for one of the units that `work` says it did, in its best round."""
    best = float("inf")
    for _ in range(rounds):
        gc.collect()
        began = clock()
        units = work()
        best = min(best, (clock() - began) / units)
    return best


def versus(
    one: Callable[[], int],
    other: Callable[[], int],
    rounds: int = 5,
    clock: Clock = perf_counter,
) -> tuple[float, float]:
    """Seconds of both. They run in turns, so that a slow moment of the machine meets either."""
    best_one = best_other = float("inf")
    for _ in range(rounds):
        best_one = min(best_one, seconds(one, 1, clock))
        best_other = min(best_other, seconds(other, 1, clock))
    return best_one, best_other


class Line(Struct, frozen=True):
    """What was measured, what is asked of it, and what it means for a host."""

    what: str
    value: str
    demand: str
    means: str


LINES: list[Line] = []
"""Those of the part that is measured."""


def print_line(what: str, value: str, demand: str, means: str) -> None:
    print(f"  {what:58} {value:>34}   {demand}")
    LINES.append(Line(what, value, demand, means))
