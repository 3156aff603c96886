"""Computer players think where they are asked, or in a process that pages do not wait for."""

import os
import signal
from pathlib import Path

import pytest

from games.thinking import think
from tests.programs import Program, run_programs
from tests.waiting import wait_until


def test_it_is_here_where_nobody_said_otherwise() -> None:
    assert think(os.getpid) == os.getpid()


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_another_process_thinks_and_ends_with_this_one(end: signal.Signals, tmp_path: Path) -> None:
    program = Program(["python", "-m", "tests.games.apart"], {}, tmp_path / "said")
    with run_programs(program):
        wait_until(lambda: "thinks in" in program.log.read_text(), program.log.read_text)
        here, _, _, there = program.log.read_text().split()
        assert here != there
        assert is_there(there)
        program.stop(end)
        wait_until(lambda: not is_there(there), program.log.read_text)


def is_there(process: str) -> bool:
    return Path("/proc", process).exists()
