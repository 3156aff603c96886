"""`python -m games.domain.verify FILE …`: checks game files, with no database and no server."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec

from games.domain.record import Tampered, check, from_json


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m games.domain.verify", description=__doc__)
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    findings = [_finding(path) for path in parser.parse_args(arguments).files]
    return 1 if any(findings) else 0


def _finding(path: Path) -> bool:
    """Prints what was found; true where something is wrong."""
    try:
        record = from_json(path.read_bytes())
        state = check(record)
    except (Tampered, msgspec.DecodeError) as wrong:
        print(f"{path}: {wrong}")
        return True
    print(
        f"{path}: {len(record.entries)} events, {len(record.digests)} turns, {state.status}: true"
    )
    return False


if __name__ == "__main__":
    sys.exit(main())
