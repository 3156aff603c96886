"""The tables of docs/benchmarks.md, each as its part of the bench printed it last."""

import os
import platform
import re
from collections.abc import Sequence
from pathlib import Path

from bench.measure import Line

PAGE = Path("docs/benchmarks.md")
HEAD = "| measured | figure | asked for | for a host |\n|---|---|---|---|\n"


def write_part(part: str, lines: Sequence[Line]) -> None:
    """Lays a table between the two marks of the part; the rest of the page stays."""
    rows = "".join(
        f"| {line.what} | {line.value} | {line.demand} | {line.means} |\n" for line in lines
    )
    began, ended = f"<!-- {part} -->\n", f"<!-- end of {part} -->\n"
    before, began, rest = PAGE.read_text().partition(began)
    _, ended, after = rest.partition(ended)
    if not ended:
        raise SystemExit(f"{PAGE} has no marks of {part}")
    PAGE.write_text(f"{before}{began}{HEAD}{rows}\n{machine()}\n{ended}{after}")


def machine() -> str:
    """What it was measured on, and how many processes wanted to run there at the end."""
    found = re.search(r"model name\s*: (.+)", Path("/proc/cpuinfo").read_text())
    processor = found[1] if found else platform.machine()
    python, load = platform.python_version(), os.getloadavg()[0]
    return f"<small>{os.cpu_count()} cores of {processor}, Python {python}, load {load:.0f}</small>"
