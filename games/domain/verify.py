"""`python -m games.domain.verify FILE …`: checks game files, with no database and no server.

--head VERSION:HASH   the file must go on from this head, as a mail or a page showed it
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.domain.chain import NotAHead, ShortHead, parse_head
from games.domain.errors import BadRecord
from games.domain.record import check, check_head, read_file


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    findings = [_is_bad(path, given.head) for path in given.files]
    return 1 if any(findings) else 0


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.domain.verify",
        description="Checks game files, with no database and no server.",
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE")
    parser.add_argument(
        "--head",
        type=_head,
        action="append",
        default=[],
        metavar="VERSION:HASH",
        help="a head that was kept from a mail or a page: the file must go through it",
    )
    return parser.parse_args(arguments)


def _head(text: str) -> ShortHead:
    try:
        return parse_head(text)
    except NotAHead as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _is_bad(path: Path, heads: Sequence[ShortHead]) -> bool:
    """Prints what was found."""
    try:
        record = read_file(path)
        state = check(record)
        for head in heads:
            check_head(record, head)
    except (BadRecord, OSError) as wrong:
        print(f"{path}: {wrong}")
        return True
    through = f", through {', '.join(map(str, heads))}" if heads else ""
    print(
        f"{path}: {len(record.entries)} events in format {record.format}, {state.status}, "
        f"head {record.head or 'unnamed'}{through}: true"
    )
    return False


if __name__ == "__main__":
    sys.exit(main())
