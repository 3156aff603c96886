"""Turns and reads a second at 1, 2 and 4 processes, beside what pgbench gets of the same server.

`python -m tests.trials.town.load` takes some four minutes and writes docs/load.md. Nothing but web
and its PostgreSQL is at work; the callers are on the same machine and take their share, which is
told.
"""

import os
import re
import subprocess
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import count
from pathlib import Path
from statistics import quantiles

import msgspec
from msgspec import Struct

from tests.postgres import programs
from tests.programs import free_port, run_programs, wait_for_site
from tests.trials.cluster.processes import Member
from tests.trials.town.living import SHELL
from tests.trials.town.one import POSTGRES, OneSite, one_site

SECONDS = 6
PROCESSES = (1, 2, 4)
CALLERS = (1, 2, 4, 8, 16, 32)
ALMOST = 0.9
ENOUGH = 8
"""Callers at once that leave no process without work."""
FILE = Path("docs/load.md")
TPS = re.compile(r"tps = ([\d.]+) \(without")
IDLE = ("worker", "mail-out", "beat", "mail-in")
HEAD = """# What one machine carries

`make load` writes this page: calls over the API as fast as they are answered, by so many callers at once, each in games of its own. Web and its PostgreSQL (durable, as it is installed) are at work, workers are not; the callers are Python programs on the same {cores} cores, and pgbench beside them shows what the same PostgreSQL takes at that moment. Before it began the machine's load average was {busy:.0f}: where that is more than 1 the rates are too low, and the last columns, what one call takes of a core's time, say more.

| what | a second | p50 ms | p95 ms | p99 ms | web, ms | PostgreSQL, ms | callers, ms |
|---|---|---|---|---|---|---|---|
"""
FOOT = """
**Where it bends.** {callers} callers get as many turns as it has to give; more of them only wait longer. It is the cores that are all at work: a turn takes {turn:.1f} ms of a core in web and PostgreSQL, a read {read:.1f} ms, so {cores} cores without other work carry at most {turns:.0f} turns or {reads:.0f} reads a second. More processes than cores add nothing. PostgreSQL alone would take {times:.0f} times as many small transactions as there are turns: what limits is Python.
"""


class Pressed(Struct, frozen=True):
    """The seconds that each call took, and all of them; `worked` is what the callers used up of a
    core.
    """

    took: list[float]
    seconds: float
    worked: float
    failed: int


class Row(Struct, frozen=True):
    """`work` is what a call takes of a core: in web, in PostgreSQL, of its caller."""

    what: str
    a_second: float
    milliseconds: tuple[float, ...] = ()
    work: tuple[float, ...] = ()
    callers: int = 0

    def __str__(self) -> str:
        times = [f"{each:.0f}" for each in self.milliseconds] or [""] * 3
        work = [f"{each:.1f}" for each in self.work] or [""] * 3
        return f"| {' | '.join((self.what, f'{self.a_second:.0f}', *times, *work))} |"

    @property
    def milliseconds_of_a_core(self) -> float:
        """Without those of its caller."""
        return sum(self.work[:2])


class Press:
    def __init__(self, site: OneSite) -> None:
        self.site, self.people = site, count(0, 1000)

    @contextmanager
    def serve(self, processes: int) -> Iterator[tuple[int, Member]]:
        port = free_port()
        program = self.site.web_program(port, processes=processes)
        with run_programs(program):
            wait_for_site(port)
            yield port, Member("web", program)

    def measure(self, name: str, web: tuple[int, Member], what: str, at_once: int) -> Row:
        port, program = web
        watched = (program, self.site.member(POSTGRES))
        before = [seconds_of(each) for each in watched]
        arguments = f"{port}, {what!r}, {at_once}, {SECONDS}, {next(self.people)}"
        code = f"from tests.trials.town.pressing import press; press({arguments})"
        pressed = msgspec.json.decode(self.site.manage(*SHELL, code), type=Pressed)
        assert not pressed.failed, f"{pressed.failed} calls failed"
        worked = [seconds_of(each) - b for each, b in zip(watched, before, strict=True)]
        cuts = quantiles(pressed.took, n=100)
        return Row(
            name,
            len(pressed.took) / pressed.seconds,
            tuple(1000 * cuts[at] for at in (49, 94, 98)),
            tuple(1000 * each / len(pressed.took) for each in (*worked, pressed.worked)),
            at_once,
        )

    def rows(self) -> Iterator[Row]:
        for processes in PROCESSES:
            with self.serve(processes) as web:
                for what in ("turns", "reads"):
                    name = f"{what}, {processes} processes, {ENOUGH} callers"
                    yield self.measure(name, web, what, ENOUGH)
        with self.serve(2) as web:
            for callers in CALLERS:
                yield self.measure(f"turns, 2 processes, {callers} callers", web, "turns", callers)
        yield from self.pgbench()

    def pgbench(self) -> Iterator[Row]:
        self._pgbench("-i", "-q", "-s", "10")
        for what, kind in (("simple-update", "-N"), ("select-only", "-S")):
            for clients in (1, ENOUGH):
                said = self._pgbench(
                    kind, "-n", "-M", "prepared", "-c", str(clients), "-j", "2", "-T", str(SECONDS)
                )
                (tps,) = TPS.findall(said)
                yield Row(f"pgbench {what}, {clients} clients", float(tps))

    def _pgbench(self, *arguments: str) -> str:
        cluster = self.site.cluster
        program = (programs() / "initdb").resolve().with_name("pgbench")
        command = [program, "-h", cluster.home, "-U", cluster.user, *arguments]
        words = [*map(str, command), "postgres"]
        return subprocess.run(words, capture_output=True, text=True, check=True).stdout


def seconds_of(member: Member) -> float:
    """That it has worked, with those that it has waited for."""
    ticks = 0
    for pid in member.pids():
        with suppress(OSError):
            fields = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()
            ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def main() -> None:
    busy, _, _ = os.getloadavg()
    with one_site() as site:
        for name in IDLE:
            site.kill(f"one/{name}")
        rows = []
        for row in Press(site).rows():
            print(row, flush=True)
            rows.append(row)
    lines = "\n".join(map(str, rows))
    FILE.write_text(f"{HEAD.format(cores=os.cpu_count(), busy=busy)}{lines}\n{foot(rows)}")


def foot(rows: Sequence[Row]) -> str:
    turns = [each for each in rows if each.what.startswith("turns, 2")]
    reads = [each for each in rows if each.what.startswith("reads, 2")]
    best = max(each.a_second for each in turns)
    enough = [each for each in turns if each.a_second > ALMOST * best]
    turn, read = (min(x.milliseconds_of_a_core for x in some) for some in (turns, reads))
    cores = os.cpu_count() or 1
    (small,) = (x for x in rows if x.what == f"pgbench simple-update, {ENOUGH} clients")
    return FOOT.format(
        callers=min(each.callers for each in enough), turn=turn, read=read, cores=cores,
        turns=1000 * cores / turn, reads=1000 * cores / read, times=small.a_second / best,
    )  # fmt: skip


if __name__ == "__main__":
    main()
