"""`python -m games.domain.verify FILE …` checks game files without database and server.

--head VERSION:HASH   a head from a mail or a page, which the file must contain
--proof PROOF         a proof, whose head the file must contain and the list must prove
--list LIST --key KEY the list of roots, and the key that vouches for it; also without a FILE
--kept LIST           an older list, or a part of one, which the list must still contain
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from games.domain import anchors
from games.domain.chain import NotAHead, ShortHead, parse_head, short_head
from games.domain.errors import BadRecord
from games.domain.numbers import renumberings
from games.domain.record import check, check_head, read_file


def main(arguments: Sequence[str] | None = None) -> int:
    options = _arguments(arguments)
    try:
        leaf = _check_list(options)
    except (anchors.NotProved, OSError) as error:
        print(error)
        return 1
    results = [_check_file(path, options.head, leaf) for path in options.files]
    return 0 if all(results) else 1


def _check_list(options: argparse.Namespace) -> anchors.Leaf | None:
    """Prints the result; the head that the proof proves by the list, if there is a proof."""
    if options.list is None:
        return None
    roots = _read_list(options.list)
    vouched = anchors.check_list(roots, options.key)
    if options.kept is not None:
        anchors.check_kept_anchors(roots, _read_list(options.kept))
    print(
        f"{options.list}: roots to {roots[-1].anchor.day}, "
        f"the key vouches for {len(vouched)} of {len(roots)}: true"
    )
    if options.proof is None:
        return None
    proof = anchors.read_proof(_read_file(options.proof, anchors.LARGEST_PROOF))
    return anchors.check_proof(proof, roots, options.key)


def _read_list(path: Path) -> tuple[anchors.SignedAnchor, ...]:
    return anchors.read_list(_read_file(path, anchors.LARGEST_LIST))


def _read_file(path: Path, largest: int) -> bytes:
    """At most one byte too many, so that a larger file is refused."""
    with path.open("rb") as file:
        return file.read(largest + 1)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.domain.verify",
        description="Checks game files without database and server.",
    )
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument(
        "--head",
        type=_parse_head,
        action="append",
        default=[],
        metavar="VERSION:HASH",
        help="a head that was kept from a mail or a page: the file must go through it",
    )
    parser.add_argument("--proof", type=Path, help="the proof of a day, from the game's page")
    parser.add_argument("--list", type=Path, help="the list of roots, from /anchors/list.txt")
    parser.add_argument("--key", help="the site's key, as the list shows it")
    parser.add_argument("--kept", type=Path, metavar="LIST", help="an older list, or a part of one")
    options = parser.parse_args(arguments)
    if (options.list is None) != (options.key is None):
        parser.error("--list and --key go together")
    if options.list is None and (options.proof or options.kept):
        parser.error("--proof and --kept need --list and --key")
    if not options.files and (options.list is None or options.proof):
        parser.error("which FILE?")
    return options


def _parse_head(text: str) -> ShortHead:
    try:
        return parse_head(text)
    except NotAHead as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _check_file(path: Path, heads: Sequence[ShortHead], leaf: anchors.Leaf | None) -> bool:
    """Prints the result; whether the file is true and contains the heads."""
    contained = [str(head) for head in heads]
    try:
        record = read_file(path)
        state = check(record)
        for head in heads:
            check_head(record, head)
        if leaf is not None:
            anchors.check_history(leaf, record.game, [entry.hash for entry in record.entries])
            contained.append(f"{short_head(leaf.version, leaf.hash)}, which is anchored")
    except (BadRecord, anchors.NotProved, OSError) as error:
        print(f"{path}: {error}")
        return False
    through = f", through {', '.join(contained)}" if contained else ""
    renumbered = [
        f", players renumbered at event {version}" for version in renumberings(record.events)
    ]
    print(
        f"{path}: {len(record.entries)} events in format {record.format}, {state.status}, "
        f"head {record.head or 'unnamed'}{through}{''.join(renumbered)}: true"
    )
    return True


if __name__ == "__main__":
    sys.exit(main())
