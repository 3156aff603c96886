"""The commands of docs/proof.md lead a person to the same answer as the checker."""

import re
import subprocess
from pathlib import Path

import msgspec
import pytest

from games.domain.anchors import SignedAnchor, proof_of, sign_root, write_list
from tests.anchors.days import KEY, OTHER_KEY, PUBLIC_KEY
from tests.domain.test_anchors import leaves_of

DOCUMENT = Path(__file__).parents[2] / "docs" / "proof.md"
BLOCKS = re.findall(r"^```sh\n(.*?)^```$", DOCUMENT.read_text(), re.MULTILINE | re.DOTALL)
GAMES = [f"0195{n:04x}-0000-7000-8000-000000000000" for n in range(13)]


def run_blocks(folder: Path, size: int, index: int, anchors: list[SignedAnchor]) -> list[str]:
    """Runs the blocks one after the other in one shell; returns what each prints."""
    proof = proof_of(leaves_of(2, GAMES[:size]), index, anchors[1])
    (folder / "list.txt").write_text(write_list(anchors))
    (folder / "proof.json").write_bytes(msgspec.json.format(msgspec.json.encode(proof)) + b"\n")
    script = "\necho ==\n".join(BLOCKS)
    process = subprocess.run(
        ["/bin/sh", "-c", script],
        cwd=folder,
        env={"PATH": "/usr/bin:/bin", "KEY": PUBLIC_KEY},
        capture_output=True,
        text=True,
        check=False,
    )
    return [part.strip() for part in process.stdout.split("==\n")]


def three_days(size: int) -> list[SignedAnchor]:
    made: list[SignedAnchor] = []
    for number in (1, 2, 3):
        previous = made[-1].anchor if made else None
        some = leaves_of(number, GAMES[:size])
        made.append(sign_root(f"2026-03-0{number}", some, previous, [KEY]))
    return made


@pytest.mark.parametrize(("size", "index"), [(1, 0), (2, 1), (5, 4), (7, 6), (13, 0), (13, 12)])
def test_a_true_proof_is_found_true_by_hand(tmp_path: Path, size: int, index: int) -> None:
    signature, chain, path = run_blocks(tmp_path, size, index, three_days(size))
    assert signature == "Signature Verified Successfully"
    for lines in (chain.split(), path.split()):
        assert len(lines) == 2
        assert lines[0] == lines[1]


def test_a_forged_list_is_found_false_by_hand(tmp_path: Path) -> None:
    true = three_days(5)
    forged = sign_root("2026-03-02", leaves_of(2, GAMES[:4]), true[0].anchor, [OTHER_KEY])
    signature, chain, path = run_blocks(tmp_path, 5, 3, [true[0], forged, true[2]])
    assert "Verified Successfully" not in signature
    for lines in (chain.split(), path.split()):
        assert len(lines) == 2
        assert lines[0] != lines[1]
