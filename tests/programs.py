"""Real programs beside a test: started, killed, started again. None outlives the test."""

import ctypes
import fcntl
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from functools import cache
from pathlib import Path
from random import SystemRandom
from urllib.request import urlopen

from tests.waiting import PATIENCE, wait_until

PR_SET_PDEATHSIG = 1
# Not by the seed of the run, which all processes share.
PORTS = iter(SystemRandom().sample(range(10_000, 32_000), 2_000))
TAKEN = Path(tempfile.gettempdir()) / f"franchise-ports-{os.getuid()}"
"""A byte of it for each port, which a process locks as long as it lives."""
ENVIRONMENT = ("PATH", "HOME", "LANG", "FRANCHISE_ENV")


class Program:
    """Writes its output to `log`; runs in `folder`, or where the tests do."""

    def __init__(
        self,
        command: Sequence[str],
        environment: Mapping[str, str],
        log: Path,
        folder: Path | None = None,
    ) -> None:
        self.command = [self._find(command[0]), *command[1:]]
        self.environment = {n: os.environ[n] for n in ENVIRONMENT if n in os.environ}
        self.environment |= environment
        self.log, self.folder = log, folder
        self.running: subprocess.Popen[bytes] | None = None

    @staticmethod
    def _find(name: str) -> str:
        """The environment's own, else the machine's."""
        beside = Path(sys.executable).parent
        program = shutil.which(name, path=f"{beside}{os.pathsep}{os.environ['PATH']}")
        assert program, f"there is no program {name}"
        return program

    def start(self) -> None:
        with self.log.open("ab") as log:
            self.running = subprocess.Popen(
                self.command,
                cwd=self.folder,
                env=self.environment,
                stdout=log,
                stderr=log,
                start_new_session=True,
                preexec_fn=_die_with_parent,
            )

    def kill(self) -> None:
        """Kills it and everything that it started."""
        if self.running is not None:
            with suppress(ProcessLookupError):
                os.killpg(self.running.pid, signal.SIGKILL)
            self.running.wait()
            self.running = None

    def is_running(self) -> bool:
        return self.running is not None and self.running.poll() is None

    def stop(self, by: signal.Signals = signal.SIGTERM) -> int:
        """Asks it to end; its exit code."""
        assert self.running is not None
        self.running.send_signal(by)
        return self.ends()

    def ends(self) -> int:
        assert self.running is not None
        return self.running.wait(timeout=PATIENCE)


def _die_with_parent() -> None:
    """Restores SIGINT too, which is ignored where the tests run in the background."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


@contextmanager
def run_programs(*programs: Program) -> Iterator[None]:
    try:
        for each in programs:
            each.start()
        yield
    finally:
        for each in programs:
            each.kill()


def free_port() -> int:
    """One that nothing listens on, and no two calls on this machine answer the same.

    It lies below those that are lent to whoever connects or asks for any, or one of them could
    take it before its server does.
    """
    for port in PORTS:
        with suppress(OSError), socket.socket() as door:
            fcntl.lockf(open_ports(), fcntl.LOCK_EX | fcntl.LOCK_NB, 1, port)
            door.bind(("127.0.0.1", port))
            return port
    raise AssertionError("all ports are taken")


@cache
def open_ports() -> int:
    """Never closed, or the locks were lost."""
    return os.open(TAKEN, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC)


def wait_for_port(port: int) -> None:
    wait_until(lambda: listens(port), tell=lambda: f"nothing listens on {port}")


def listens(port: int) -> bool:
    try:
        socket.create_connection(("127.0.0.1", port), PATIENCE).close()
    except OSError:
        return False
    return True


def wait_for_site(port: int) -> None:
    """Until it answers: a server that listens may hang up on the first who call."""
    wait_until(lambda: is_up(port), tell=lambda: f"no site answers on {port}")


def is_up(port: int) -> bool:
    try:
        with urlopen(f"http://127.0.0.1:{port}/healthz", timeout=PATIENCE) as answer:
            return int(answer.status) == 200
    except OSError:
        return False


def broker(port: int, log: Path) -> Program:
    command = f"redis-server --bind 127.0.0.1 --port {port} --appendonly no --save".split()
    return Program([*command, ""], {}, log)
