"""Installs hashed requirements: `python -m games.management.install PYTHON REQUIREMENTS`.

It runs before anything is installed, and so on the standard library alone.
"""

import re
import subprocess
import sys
from collections import deque
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import IO, cast

from games.management.progress import Lines

REQUIREMENT = re.compile(r"^[A-Za-z0-9].*==", re.MULTILINE)
STEPS = ("Collecting", "Processing", "Ignoring", "Requirement already satisfied")
LAST_STEP = "Installing collected packages"
LINES_SHOWN = 30


def main(python: str, requirements: str) -> int:
    command = [sys.executable, "-m", "pip", "--python", python, "install"]
    options = ["--progress-bar", "off", "--disable-pip-version-check", "--require-hashes"]
    last: deque[str] = deque(maxlen=LINES_SHOWN)
    with subprocess.Popen(  # noqa: S603 - pip, with the project's own list
        [*command, *options, "-r", requirements],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as pip:
        total = len(REQUIREMENT.findall(Path(requirements).read_text()))
        tell_steps(remember(cast("IO[str]", pip.stdout), last), total)
    if pip.returncode:
        sys.stderr.writelines(last)
    return pip.returncode


def remember(lines: Iterable[str], last: deque[str]) -> Iterator[str]:
    for line in lines:
        last.append(line)
        yield line


def tell_steps(lines: Iterable[str], total: int) -> None:
    progress = Lines("packages", total, sys.stderr)
    for line in lines:
        if line.startswith(STEPS):
            progress.step()
        elif line.startswith(LAST_STEP):
            sys.stderr.write("packages: all are here, and are put in place\n")
    progress.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
