"""`python -m games.domain.verify FILE …`: checks game files, with no database and no server.

--head VERSION:HASH   the file must go on from this head, as a mail or a page showed it
--proof PROOF         and from the one that was anchored, under a root of the list
--list LIST --key KEY the list of roots, and the key that vouches for it; also without a FILE
--kept LIST           an older list, or a part of one, which the list must still contain
"""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path

from msgspec import Struct

from games.domain.anchors import (
    LARGEST_LIST,
    LARGEST_PROOF,
    Leaf,
    NotProved,
    check_history,
    check_kept_anchors,
    check_list,
    check_proof,
    read_list,
    read_proof,
)
from games.domain.chain import NotAHead, ShortHead, parse_head, short_head
from games.domain.errors import BadRecord
from games.domain.numbers import renumberings
from games.domain.record import Record, check, check_head, read_file


class Evidence(Struct, frozen=True):
    """What somebody kept, outside of the files and of the site that they are from."""

    heads: tuple[ShortHead, ...]
    leaf: Leaf | None = None


def main(arguments: Sequence[str] | None = None) -> int:
    given = _arguments(arguments)
    try:
        kept = _read_evidence(given)
    except (NotProved, OSError) as wrong:
        print(wrong)
        return 1
    findings = [_check_file(path, kept) for path in given.files]
    return 1 if any(findings) else 0


def _read_evidence(given: argparse.Namespace) -> Evidence:
    if given.list is None:
        return Evidence(tuple(given.head))
    anchors = read_list(_read_file(given.list, LARGEST_LIST))
    vouched = check_list(anchors, given.key)
    if given.kept is not None:
        check_kept_anchors(anchors, read_list(_read_file(given.kept, LARGEST_LIST)))
    print(
        f"{given.list}: roots to {anchors[-1].anchor.day}, "
        f"the key vouches for {len(vouched)} of {len(anchors)}: true"
    )
    if given.proof is None:
        return Evidence(tuple(given.head))
    proof = read_proof(_read_file(given.proof, LARGEST_PROOF))
    return Evidence(tuple(given.head), check_proof(proof, anchors, given.key))


def _read_file(path: Path, largest: int) -> bytes:
    """One byte more at most, by which it is refused."""
    with path.open("rb") as file:
        return file.read(largest + 1)


def _arguments(arguments: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m games.domain.verify",
        description="Checks game files, with no database and no server.",
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
    given = parser.parse_args(arguments)
    if (given.list is None) != (given.key is None):
        parser.error("--list and --key go together")
    if given.list is None and (given.proof or given.kept):
        parser.error("--proof and --kept need --list and --key")
    if not given.files and (given.list is None or given.proof):
        parser.error("which FILE?")
    return given


def _parse_head(text: str) -> ShortHead:
    try:
        return parse_head(text)
    except NotAHead as error:
        raise argparse.ArgumentTypeError(str(error)) from error


def _check_file(path: Path, kept: Evidence) -> bool:
    """Prints what was found."""
    try:
        record = read_file(path)
        state = check(record)
        through = _check_heads(record, kept)
    except (BadRecord, NotProved, OSError) as wrong:
        print(f"{path}: {wrong}")
        return True
    print(
        f"{path}: {len(record.entries)} events in format {record.format}, {state.status}, "
        f"head {record.head or 'unnamed'}{through}{_tell_renumberings(record)}: true"
    )
    return False


def _tell_renumberings(record: Record) -> str:
    """Who sits where was changed there, by whoever brought the game in."""
    told = (f", players renumbered at event {each}" for each in renumberings(record.events))
    return "".join(told)


def _check_heads(record: Record, kept: Evidence) -> str:
    """The kept heads that the record goes through, all of them."""
    found = list(map(str, kept.heads))
    for head in kept.heads:
        check_head(record, head)
    leaf = kept.leaf
    if leaf is not None:
        check_history(leaf, record.game, [entry.hash for entry in record.entries])
        found.append(f"{short_head(leaf.version, leaf.hash)}, which is anchored")
    return f", through {', '.join(found)}" if found else ""


if __name__ == "__main__":
    sys.exit(main())
