"""Whether the calls of a game can be told in one order: Jepsen's question.

A game is a register that holds a version. A write that names a version is played only if that is
the present one, and moves the register on; a read answers the present one. The calls are
linearizable if each took place at one moment between its question and its answer.

As every answer names its version, there is one order that can be meant: the writes by version,
each read after the write that led to what it answers. So it is enough to see that every version
that anybody was shown was written once, from the one before it, and that no call had its answer
before another began that stands before it in that order.
"""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import pairwise
from math import inf

from msgspec import Struct


class Read(Struct, frozen=True):
    """Also a write that was refused because the register held `version`."""

    asked: float
    answered: float
    version: int


class Write(Struct, frozen=True):
    """From version `before` to `version`. Of one without an answer nobody knows whether it took
    place, nor what it led to.
    """

    asked: float
    before: int
    answered: float = inf
    version: int | None = None


Operation = Read | Write


class Fault(Struct, frozen=True):
    what: str
    operations: tuple[Operation, ...]

    def __str__(self) -> str:
        return f"{self.what}: {', '.join(map(str, self.operations))}"


def find_fault(operations: Iterable[Operation]) -> Fault | None:
    """None if they are linearizable from version 0 on."""
    operations = list(operations)
    known: dict[int, Write] = {}
    unknown: dict[int, Write] = {}
    reads: dict[int, list[Operation]] = defaultdict(list)
    for each in operations:
        if isinstance(each, Read):
            reads[each.version].append(each)
        elif each.version is None:
            # Of several that may have led on from here, the first to begin fits wherever one does.
            first = unknown.get(each.before, each)
            unknown[each.before] = min(first, each, key=lambda write: write.asked)
        elif each.version <= each.before:
            return Fault("a write led nowhere", (each,))
        elif each.before in known:
            return Fault("two were played at one version", (known[each.before], each))
        else:
            known[each.before] = each
    shown = {0, *reads, *known, *(each.version for each in known.values() if each.version)}
    order: list[list[Operation]] = [reads[0]]
    for before, after in pairwise(sorted(shown)):
        write = known.get(before) or unknown.get(before)
        if write is None or write.version not in (None, after):
            what = f"nobody led from version {before} to {after}"
            return Fault(what, tuple(reads[after] or [known[after]])[:1])
        order += [[write], reads[after]]
    return next(_out_of_order(order), None)


def _out_of_order(order: Iterable[list[Operation]]) -> Iterator[Fault]:
    """Calls that were answered before one was asked that comes before them."""
    latest: Operation | None = None
    for together in order:
        for each in together:
            if latest is not None and each.answered < latest.asked:
                yield Fault("the first had its answer before the second began", (each, latest))
        latest = max([latest, *together] if latest else together, key=_asked, default=latest)


def _asked(operation: Operation) -> float:
    return operation.asked
