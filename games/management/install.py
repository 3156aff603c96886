"""Installs hashed requirements: `python -m games.management.install PYTHON REQUIREMENTS`.

It runs before anything is installed, and so on the standard library alone.
"""

import os
import re
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import IO

from games.management.progress import Lines

ENTRY = re.compile(r"^(?=\w)", re.MULTILINE)
PIPS = 2
STEPS = ("Collecting", "Processing", "Ignoring", "Requirement already satisfied")
LAST_STEP = "Installing collected packages"
LINES_SHOWN = 30


def main(python: str, requirements: str) -> int:
    entries = re.split(ENTRY, Path(requirements).read_text())[1:]
    last: deque[str] = deque(maxlen=LINES_SHOWN)
    with tempfile.TemporaryDirectory() as folder:
        pips, lines = start_pips(python, Path(folder), entries)
        with lines:
            tell_steps(remember(lines, last), len(entries), len(pips))
        failed = [pip.returncode for pip in pips if pip.wait()]
    if failed:
        sys.stderr.writelines(last)
        return failed[0]
    # On all processors, which pip does on one. What no version of Python reads stays as it is.
    compile_all = [python, "-m", "compileall", "-qq", "-j", "0", str(Path(python).parents[1])]
    subprocess.run(compile_all, check=False)  # noqa: S603 - what was just made
    return 0


def start_pips(
    python: str, folder: Path, entries: Sequence[str]
) -> tuple[list[subprocess.Popen[bytes]], IO[str]]:
    """Each installs a share of what is listed, as each takes one processor; and what all say.

    The list names whatever is needed, so none looks for what a package needs in turn.
    """
    command = [sys.executable, "-m", "pip", "--python", python, "install"]
    options = ["--progress-bar", "off", "--disable-pip-version-check", "--require-hashes"]
    options += ["--no-deps", "--no-compile", "-r"]
    source, sink = os.pipe()
    pips = []
    for number in range(PIPS):
        share = folder / f"{number}.txt"
        share.write_text("".join(entries[number::PIPS]))
        pip = [*command, *options, str(share)]
        pips.append(subprocess.Popen(pip, stdout=sink, stderr=sink))  # noqa: S603 - pip, with the project's own list
    os.close(sink)
    return pips, os.fdopen(source)


def remember(lines: Iterable[str], last: deque[str]) -> Iterator[str]:
    for line in lines:
        last.append(line)
        yield line


def tell_steps(lines: Iterable[str], total: int, pips: int) -> None:
    progress, left = Lines("packages", total, sys.stderr), pips
    for line in lines:
        if line.startswith(STEPS):
            progress.step()
        elif line.startswith(LAST_STEP):
            left -= 1
            if not left:
                sys.stderr.write("packages: all are here, and are put in place\n")
    progress.end()


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
