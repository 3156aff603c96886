"""Metrics of all processes of a machine, each in its own files, added up when they are read.

A process claims its name by a lock, which ends with the process. The counts of processes that
have ended are added to the past, so that no count falls.
"""

import fcntl
import logging
import os
import secrets
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

from django.conf import settings
from prometheus_client import Metric, values
from prometheus_client.mmap_dict import MmapedDict
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector

log = logging.getLogger(__name__)

FOLDER = "PROMETHEUS_MULTIPROC_DIR"
PAST = "past"
ADDED_UP = ("counter", "histogram", "summary")
UNREADABLE = (OSError, RuntimeError, ValueError)


class ProcessName:
    """The name of this process's files. A forked child takes its own when it begins to count."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.process = 0
        self.text = ""
        self.lock: IO[bytes] | None = None

    def __call__(self) -> str:
        if self.process != os.getpid():
            with lock_folder(self.folder, fcntl.LOCK_EX):
                add_up_past(self.folder)
                self.text, self.process = f"{os.getpid()}-{secrets.token_hex(4)}", os.getpid()
                self.lock = _lock_of(self.folder, self.text).open("wb")
                fcntl.flock(self.lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return self.text


class SharedCounts(Collector):
    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def collect(self) -> Iterable[Metric]:
        with lock_folder(self.folder, fcntl.LOCK_SH):
            files = [str(path) for path in self.folder.glob("*.db")]
            merged: Iterable[Metric] = MultiProcessCollector.merge(files)
        return merged


def share_counts() -> None:
    """Lets this process count together with the others. Nothing may be counted before."""
    if shared_folder() is not None:
        return
    folder = Path(os.environ.get(FOLDER) or settings.DATA_DIR / "metrics")
    try:
        folder.mkdir(parents=True, exist_ok=True)
        count_in: Callable[..., type] = values.MultiProcessValue
        shared = count_in(ProcessName(folder))
    except UNREADABLE as error:
        extra = {"folder": str(folder), "why": str(error)}
        log.error("the counts of this process are not shared", extra=extra)  # noqa: TRY400 - no fault of the program
        return
    os.environ[FOLDER] = str(folder)
    values.ValueClass = shared


def shared_folder() -> Path | None:
    """Where this process counts together with others, if it does."""
    is_shared = getattr(values.ValueClass, "_multiprocess", False)
    return Path(os.environ[FOLDER]) if is_shared else None


@contextmanager
def lock_folder(folder: Path, how: int) -> Iterator[None]:
    with (folder / "lock").open("wb") as lock:
        fcntl.flock(lock, how)
        yield


def add_up_past(folder: Path) -> None:
    """Moves the counts of ended processes to the past, and drops what they measured."""
    names = {path.stem.rpartition("_")[2] for path in folder.glob("*_*.db")} - {PAST}
    for name in names | {path.stem for path in folder.glob("*.alive")}:
        if _is_alive(folder, name):
            continue
        for path in folder.glob(f"*_{name}.db"):
            kind = path.name.partition("_")[0]
            if kind in ADDED_UP:
                _add(path, folder / f"{kind}_{PAST}.db")
            path.unlink()
        _lock_of(folder, name).unlink(missing_ok=True)


def _add(path: Path, past: Path) -> None:
    total = MmapedDict(str(past))
    for key, value, _, _ in MmapedDict.read_all_values_from_file(str(path)):
        total.write_value(key, total.read_value(key)[0] + value, 0.0)
    total.close()


def _is_alive(folder: Path, name: str) -> bool:
    try:
        with _lock_of(folder, name).open("rb") as lock:
            fcntl.flock(lock, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except FileNotFoundError:
        return False
    except BlockingIOError:
        return True
    return False


def _lock_of(folder: Path, name: str) -> Path:
    return folder / f"{name}.alive"
