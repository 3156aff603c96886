"""`python -m games.domain.verify` with a proof, a list and a key that somebody kept."""

from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from games.domain import Options
from games.domain.anchors import (
    BrokenList,
    Leaf,
    SignedAnchor,
    broken_links,
    check_list,
    proof_of,
    sign_root,
    write_list,
)
from games.domain.record import record_of, to_json
from games.domain.verify import main
from tests.domain.games import events_of
from tests.domain.test_anchors import DAYS, OURS, STRANGERS, leaves_of, public

GAME = events_of(3, Options(), 11)
ID = "01950000-0000-7000-8000-000000000000"
RECORD = record_of(GAME, ID)
VERSION = 21


def sign_days(version: int = VERSION) -> tuple[list[SignedAnchor], bytes]:
    """Three days, and the proof of the game's head on the second."""
    own = Leaf(ID, version, RECORD.entries[version - 1].hash)
    anchors: list[SignedAnchor] = []
    for number, day in enumerate(DAYS, 1):
        leaves = [*leaves_of(number), own] if number == 2 else leaves_of(number)
        previous = anchors[-1].anchor if anchors else None
        anchors.append(sign_root(day, leaves, previous, [OURS]))
    proof = proof_of([*leaves_of(2), own], len(leaves_of(2)), anchors[1])
    return anchors, msgspec.json.encode(proof)


@pytest.fixture
def files(tmp_path: Path) -> dict[str, Path]:
    anchors, proof = sign_days()
    paths = {name: tmp_path / name for name in ("record", "list", "proof", "kept")}
    paths["record"].write_bytes(to_json(RECORD))
    paths["list"].write_text(write_list(anchors))
    paths["proof"].write_bytes(proof)
    paths["kept"].write_text(write_list(anchors[1:2]))
    return paths


def arguments(files: dict[str, Path], key: str = public(OURS)) -> list[str]:
    named = [f"--{name}={files[name]}" for name in ("list", "proof", "kept")]
    return [str(files["record"]), *named, f"--key={key}"]


def test_a_record_that_goes_through_an_anchored_head_is_true(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(files)) == 0
    output = capsys.readouterr().out
    assert "roots to 2026-03-03, the key vouches for 3 of 3: true" in output
    short = RECORD.entries[VERSION - 1].hash[:20]
    assert f"through {VERSION}:{short}, which is anchored: true" in output


def test_a_rewritten_record_is_found_by_the_proof(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    other = record_of(GAME, "01950001-0000-7000-8000-000000000000")
    cut = record_of(GAME[: VERSION - 1], ID)
    for record, why in ((other, "the proof is about the game"), (cut, "event 21 is not there")):
        files["record"].write_bytes(to_json(record))
        assert main(arguments(files)) == 1
        assert why in capsys.readouterr().out


def test_a_list_that_was_signed_anew_is_found_by_what_was_kept(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    rewritten, proof = sign_days(VERSION + 1)
    files["list"].write_text(write_list(rewritten))
    files["proof"].write_bytes(proof)
    assert main(arguments(files)) == 1
    assert capsys.readouterr().out == "the list has another root for 2026-03-02, or none\n"


def test_another_key_vouches_for_nothing(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments(files, public(STRANGERS))) == 1
    assert "does not vouch for the list" in capsys.readouterr().out


def test_a_list_is_checked_without_a_record(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([f"--list={files['list']}", f"--key={public(OURS)}"]) == 0
    files["list"].write_text(files["list"].read_text().replace("games 5", "games 4"))
    assert main([f"--list={files['list']}", f"--key={public(OURS)}"]) == 1
    assert "its signature is not that of its key" in capsys.readouterr().out


def test_a_file_that_is_not_there_is_said(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files["proof"].unlink()
    assert main(arguments(files)) == 1
    assert "No such file" in capsys.readouterr().out


@pytest.mark.parametrize("name", ["list", "proof", "kept"])
def test_of_a_file_without_end_only_so_much_is_read(
    files: dict[str, Path], name: str, capsys: pytest.CaptureFixture[str]
) -> None:
    files[name] = Path("/dev/zero")
    assert main(arguments(files)) == 1
    assert "it is too long; wanted at most" in capsys.readouterr().out


def test_an_empty_list_was_not_kept(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    files["kept"].write_text("\n")
    assert main(arguments(files)) == 1
    assert "it is empty; wanted a list, or a block of one" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("given", "why"),
    [
        ([], "which FILE?"),
        (["record", "--list=list"], "--list and --key go together"),
        (["record", "--key=key"], "--list and --key go together"),
        (["record", "--proof=proof"], "--proof and --kept need --list and --key"),
        (["record", "--kept=list"], "--proof and --kept need --list and --key"),
        (["--proof=proof", "--list=list", "--key=key"], "which FILE?"),
    ],
)
def test_what_belongs_together_is_asked_for(
    given: list[str], why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    with pytest.raises(SystemExit):
        main(given)
    assert why in capsys.readouterr().err


def test_a_record_goes_on_from_a_head_that_was_kept(
    files: dict[str, Path], capsys: pytest.CaptureFixture[str]
) -> None:
    record, head = str(files["record"]), f"{VERSION}:{RECORD.entries[VERSION - 1].hash[:20]}"
    assert main([record, f"--head={head}"]) == 0
    assert f"through {head}: true" in capsys.readouterr().out
    assert main([record, f"--head={VERSION + 1}:{head.partition(':')[2]}"]) == 1
    assert f"event {VERSION + 1}: its hash is not that of the head" in capsys.readouterr().out
    with pytest.raises(SystemExit):
        main([record, "--head=57"])
    assert "a version, a colon and at least 20 hex digits" in capsys.readouterr().err


def test_a_root_whose_signature_is_none_breaks_the_list_but_not_the_roots_after_it() -> None:
    anchors, _ = sign_days()
    forged = replace(anchors[1], signature=anchors[0].signature)
    found = list(broken_links([anchors[0], forged, anchors[1], anchors[2]]))
    assert [str(each.day) for each in found] == ["2026-03-02"]
    assert "signature" in str(found[0])
    with pytest.raises(BrokenList):
        check_list([forged], forged.anchor.key)
