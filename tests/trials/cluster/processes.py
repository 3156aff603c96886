"""The processes of the hosts, each by its name: killed with all that they started, and weighed."""

import os
import signal
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.programs import Program
from tests.waiting import wait_until

PAGE = os.sysconf("SC_PAGE_SIZE")


class Member:
    """A program on a host: `db1/patroni`."""

    def __init__(self, name: str, program: Program) -> None:
        self.name, self.program = name, program

    @property
    def host(self) -> str:
        return self.name.partition("/")[0]

    def start(self) -> None:
        if not self.program.is_running():
            self.program.start()

    def pids(self) -> list[int]:
        """Its process and all below it."""
        running = self.program.running
        return [] if running is None or running.poll() is not None else list(_family(running.pid))

    def send_kill(self) -> list[int]:
        pids = self.pids()
        for pid in pids:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)
        return pids

    def kill(self) -> None:
        pids = self.send_kill()
        self.program.kill()
        wait_until(lambda: not any(_is_alive(pid) for pid in pids), lambda: f"{self.name} lives")

    def memory(self) -> int:
        return sum(_memory(pid) for pid in self.pids())


class Patroni(Member):
    def memory(self) -> int:
        """PostgreSQL is a member of its own."""
        return super().memory() - sum(_memory(pid) for pid in postgres_below(self))


class Postgres(Member):
    """The server that the host's Patroni has started, and starts again."""

    def __init__(self, name: str, patroni: Member) -> None:
        super().__init__(name, patroni.program)
        self.patroni = patroni

    def start(self) -> None:
        self.patroni.start()

    def pids(self) -> list[int]:
        return postgres_below(self.patroni)

    def kill(self) -> None:
        pids = self.send_kill()
        wait_until(lambda: not any(_is_alive(pid) for pid in pids), lambda: f"{self.name} lives")


def postgres_below(patroni: Member) -> list[int]:
    masters = [pid for pid in patroni.pids() if "bin/postgres -D" in _command(pid)]
    return [pid for master in masters for pid in _family(master)]


def _family(pid: int) -> Iterator[int]:
    yield pid
    with suppress(OSError):
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from _family(int(child))


def _command(pid: int) -> str:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_text().replace("\0", " ")
    return ""


def _is_alive(pid: int) -> bool:
    with suppress(OSError):
        return ") Z " not in Path(f"/proc/{pid}/stat").read_text()
    return False


def _memory(pid: int) -> int:
    with suppress(OSError):
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * PAGE
    return 0
