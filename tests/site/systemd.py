"""Debian's systemd: the machine's, else installed where possible. It need not run."""

import os
import shlex
import shutil
import subprocess
from pathlib import Path

import pytest

READER = Path("/usr/lib/systemd/user-environment-generators/30-systemd-environment-d-generator")
"""Reads files of settings by the rules of EnvironmentFile."""


def need_systemd() -> None:
    if not shutil.which("systemd-analyze") and not os.geteuid() and shutil.which("apt-get"):
        for command in (["update"], ["install", "--yes", "--no-install-recommends", "systemd"]):
            subprocess.run(["apt-get", "-qq", *command], check=False, capture_output=True)  # noqa: S607
    if shutil.which("systemd-analyze"):
        return
    if os.environ.get("CI"):
        pytest.fail("there is no systemd-analyze, and it could not be installed")
    pytest.skip("there is no systemd-analyze: the units were not looked at")


def read_as_systemd(file: Path, empty: Path) -> dict[str, str]:
    """The variables that a service with `EnvironmentFile=` gets."""
    folder = empty / "environment.d"
    folder.mkdir(parents=True)
    shutil.copy(file, folder / "one.conf")
    process = subprocess.run(
        [READER], env={"XDG_CONFIG_HOME": str(empty)}, capture_output=True, text=True, check=True
    )
    given = (shlex.split(line)[0].partition("=") for line in process.stdout.splitlines())
    named = {line.partition("=")[0] for line in file.read_text().splitlines()}
    return {name: value for name, _, value in given if name in named}
