"""The ports on which tests start programs."""

import subprocess
import sys

import pytest

from tests import programs

LENDS_ONE = "from tests.programs import free_port; print(free_port(), flush=True); input()"


def test_no_two_processes_of_a_machine_are_lent_the_same_port(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    mine = programs.free_port()
    with subprocess.Popen(
        [sys.executable, "-c", LENDS_ONE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        theirs = int(other.stdout.readline())
        monkeypatch.setattr(programs, "PORTS", iter([theirs, mine]))
        assert programs.free_port() == mine
        other.communicate("\n")
    monkeypatch.setattr(programs, "PORTS", iter([theirs]))
    assert programs.free_port() == theirs
