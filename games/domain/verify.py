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

from msgspec import Struct

from games.domain import anchors
from games.domain.chain import NotAHead, ShortHead, parse_head, short_head
from games.domain.errors import BadRecord
from games.domain.numbers import renumberings
from games.domain.record import Record, check, check_head, read_file


class Evidence(Struct, frozen=True):
    """Heads that the files must contain."""

    heads: tuple[ShortHead, ...]
    leaf: anchors.Leaf | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    options = _arguments(arguments)
    try:
        evidence = _read_evidence(options)
    except (anchors.NotProved, OSError) as error:
        print(error)
        return 1
    results = [_check_file(path, evidence) for path in options.files]
    return 0 if all(results) else 1


def _read_evidence(options: argparse.Namespace) -> Evidence:
    heads = tuple(options.head)
    if options.list is None:
        return Evidence(heads)
    roots = _read_list(options.list)
    vouched = anchors.check_list(roots, options.key)
    if options.kept is not None:
        anchors.check_kept_anchors(roots, _read_list(options.kept))
    print(
        f"{options.list}: roots to {roots[-1].anchor.day}, "
        f"the key vouches for {len(vouched)} of {len(roots)}: true"
    )
    if options.proof is None:
        return Evidence(heads)
    proof = anchors.read_proof(_read_file(options.proof, anchors.LARGEST_PROOF))
    return Evidence(heads, anchors.check_proof(proof, roots, options.key))


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


def _check_file(path: Path, evidence: Evidence) -> bool:
    """Prints the result; whether the file is true."""
    try:
        record = read_file(path)
        state = check(record)
        through = _check_heads(record, evidence)
    except (BadRecord, anchors.NotProved, OSError) as error:
        print(f"{path}: {error}")
        return False
    renumbered = [
        f", players renumbered at event {version}" for version in renumberings(record.events)
    ]
    print(
        f"{path}: {len(record.entries)} events in format {record.format}, {state.status}, "
        f"head {record.head or 'unnamed'}{through}{''.join(renumbered)}: true"
    )
    return True


def _check_heads(record: Record, evidence: Evidence) -> str:
    """Checks that the record contains all heads of the evidence, and names them."""
    heads = list(map(str, evidence.heads))
    for head in evidence.heads:
        check_head(record, head)
    leaf = evidence.leaf
    if leaf is not None:
        anchors.check_history(leaf, record.game, [entry.hash for entry in record.entries])
        heads.append(f"{short_head(leaf.version, leaf.hash)}, which is anchored")
    return f", through {', '.join(heads)}" if heads else ""


if __name__ == "__main__":
    sys.exit(main())
