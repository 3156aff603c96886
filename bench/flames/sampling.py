"""Which functions a process is in, looked at a thousand times a second by a thread of its own.

It sees what waits as well as what computes. Of other people's packages only the package is told.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread, get_ident
from types import FrameType

SECONDS_BETWEEN = 0.001
WRITTEN_EVERY = 500
SOONER = 1e-5
"""Else a thread that computes would be seen only where it waits."""
OURS = ("games", "mail_in", "notifications", "franchise_site")
AS_MODULES = ("django",)
"""Of these the part is told too: `django.db`."""
WRAPPERS = ("contextlib", "functools")

Stack = tuple[str, ...]


class Sampler(Thread):
    """Counts the stacks below a function and keeps them in a file, as lines `a;b;c 17`."""

    def __init__(self, root: str, file: Path) -> None:
        super().__init__(daemon=True)
        self.root, self.file = root, file
        self.stacks: Counter[Stack] = Counter()
        self.ended = Event()

    def run(self) -> None:
        sys.setswitchinterval(SOONER)
        samples = 0
        while not self.ended.wait(SECONDS_BETWEEN):
            self.look()
            samples += 1
            if samples % WRITTEN_EVERY == 0:
                self.write()
        self.write()

    def look(self) -> None:
        for thread, frame in sys._current_frames().items():  # noqa: SLF001
            stack = tuple(outermost_first(frame)) if thread != get_ident() else ()
            if self.root in stack and "importlib" not in stack:
                below = stack[stack.index(self.root) :]
                self.stacks[tuple(merge_packages(below))] += 1

    def write(self) -> None:
        lines = (f"{';'.join(stack)} {count}\n" for stack, count in self.stacks.items())
        self.file.write_text("".join(lines))

    def end(self) -> None:
        self.ended.set()
        self.join()


def outermost_first(frame: FrameType | None) -> list[str]:
    labels = []
    while frame is not None:
        labels.append(label(frame.f_globals.get("__name__", "?"), frame.f_code.co_qualname))
        frame = frame.f_back
    return labels[::-1]


def label(module: str, function: str) -> str:
    package, *parts = module.split(".")
    if package in OURS:
        return f"{parts[-1] if parts else package}.{function.replace('.<locals>', '')}"
    return ".".join([package, *parts[:1]]) if package in AS_MODULES else package


def merge_packages(stack: Stack) -> Iterator[str]:
    """A walk through one package is one step."""
    before = ""
    for each in stack:
        if each not in (before, *WRAPPERS):
            yield each
            before = each
