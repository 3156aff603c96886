"""Real programs beside a test: started, killed, started again. None outlives the test."""

import ctypes
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
ENVIRONMENT = ("PATH", "HOME", "LANG", "FRANCHISE_ENV")


class Program:
    """Writes its output to `log`."""

    def __init__(self, command: Sequence[str], environment: Mapping[str, str], log: Path) -> None:
        self.command = [self._find(command[0]), *command[1:]]
        self.environment = {n: os.environ[n] for n in ENVIRONMENT if n in os.environ}
        self.environment |= environment
        self.log = log
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
        return self.running.wait(timeout=60)


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
    with socket.socket() as door:
        door.bind(("127.0.0.1", 0))
        port: int = door.getsockname()[1]
    return port


def wait_for_port(port: int, seconds: float = 60) -> None:
    until = time.monotonic() + seconds
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
        except OSError:
            assert time.monotonic() < until, f"nothing listens on {port}"
            time.sleep(0.05)
        else:
            return


def broker(port: int, log: Path) -> Program:
    command = f"redis-server --bind 127.0.0.1 --port {port} --appendonly no --save".split()
    return Program([*command, ""], {}, log)
