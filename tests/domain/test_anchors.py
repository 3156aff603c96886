"""Heads as mails show them, signed roots and their list, and what they prove."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import msgspec
import pytest
from cryptography.hazmat.primitives.asymmetric.ec import SECP256R1, generate_private_key
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from games.domain import anchors
from games.domain.chain import NotAHead, ShortHead, parse_head, short_head

HASH = sha256(b"an event").hexdigest()
OURS, NEXT, STRANGERS = (Ed25519PrivateKey.from_private_bytes(bytes([n]) * 32) for n in (1, 2, 3))
DAYS = ("2026-03-01", "2026-03-02", "2026-03-03")
GAMES = tuple(f"0195{n:04x}-0000-7000-8000-000000000000" for n in range(5))


def public(key: Ed25519PrivateKey) -> str:
    return anchors.write_key(key.public_key())


def leaves_of(day: int, games: Sequence[str] = GAMES) -> list[anchors.Leaf]:
    """The head of each game, which gains two events a day."""
    return [anchors.Leaf(game, 2 * day, hash_of(game, 2 * day)) for game in games]


def hash_of(game: str, version: int) -> str:
    return sha256(f"{game} {version}".encode()).hexdigest()


def hashes(game: str, count: int) -> list[str]:
    return [hash_of(game, version) for version in range(1, count + 1)]


def list_of(*keys: Sequence[Ed25519PrivateKey]) -> list[anchors.SignedAnchor]:
    """One day for each argument, signed with its keys."""
    made: list[anchors.SignedAnchor] = []
    for number, some in enumerate(keys, 1):
        previous = made[-1].anchor if made else None
        made.append(anchors.sign_root(DAYS[number - 1], leaves_of(number), previous, some))
    return made


THREE = list_of([OURS], [OURS], [OURS])
PROOF = anchors.proof_of(leaves_of(2), 3, THREE[1])


@given(st.integers(1, 10**9), st.binary(min_size=32, max_size=32))
def test_a_head_is_read_as_it_was_written(version: int, hash_: bytes) -> None:
    text = short_head(version, hash_.hex())
    assert str(parse_head(text)) == text
    assert parse_head(text) == ShortHead(version, hash_.hex()[:20])


def test_a_head_has_20_hex_digits() -> None:
    assert short_head(57, HASH) == f"57:{HASH[:20]}"
    assert parse_head(f" 57:{HASH.upper()}\n") == ShortHead(57, HASH)


@pytest.mark.parametrize(
    "text", ["", "57", f"0:{HASH}", "57:3fa9", f"x:{HASH}", f"57:{HASH}g", f"٥:{HASH}"]
)
def test_what_is_no_head_is_refused_with_what_would_be_one(text: str) -> None:
    with pytest.raises(NotAHead, match="a version, a colon and at least 20 hex digits"):
        parse_head(text)


def test_a_root_is_read_as_it_was_written() -> None:
    changed = list_of([OURS], [NEXT, OURS], [NEXT])
    for some in ([], THREE, changed):
        assert list(anchors.read_list(anchors.write_list(some).encode())) == some
        assert (
            list(anchors.read_list(anchors.write_list(some).replace("\n", "\r\n").encode())) == some
        )


def test_a_proof_is_read_as_it_was_written() -> None:
    assert anchors.read_proof(msgspec.json.encode(PROOF)) == PROOF


def test_a_key_is_one_line_or_a_pem_file_around_it() -> None:
    line = public(OURS)
    pem = OURS.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    assert pem.splitlines()[1] == line
    for text in (line, pem, f"{line}\n", pem.replace("\n", "\r\n")):
        assert anchors.write_key(anchors.read_key(text)) == line


def test_a_proof_leads_from_a_head_to_a_root_that_the_key_vouches_for() -> None:
    leaf = anchors.check_proof(PROOF, THREE, public(OURS))
    assert leaf == anchors.Leaf(GAMES[3], 4, hash_of(GAMES[3], 4))
    anchors.check_history(leaf, GAMES[3], hashes(GAMES[3], 4))
    anchors.check_history(leaf, GAMES[3], hashes(GAMES[3], 90))


def test_a_day_on_which_nothing_moved_has_a_root_too() -> None:
    nothing = anchors.sign_root(DAYS[0], (), None, [OURS])
    assert nothing.anchor.root == sha256().hexdigest()
    assert anchors.check_list([nothing], public(OURS)) == (nothing,)


def test_another_history_is_found_by_the_anchored_head() -> None:
    leaf = anchors.check_proof(PROOF, THREE, public(OURS))
    rewritten = [*hashes(GAMES[3], 3), hash_of("rewritten", 4), hash_of("rewritten", 5)]
    with pytest.raises(anchors.OtherHistory, match="event 4 has the hash"):
        anchors.check_history(leaf, GAMES[3], rewritten)
    with pytest.raises(anchors.OtherHistory, match="event 4 is not there"):
        anchors.check_history(leaf, GAMES[3], hashes(GAMES[3], 3))
    with pytest.raises(anchors.OtherGame):
        anchors.check_history(leaf, GAMES[2], hashes(GAMES[2], 4))


def test_a_root_that_was_signed_anew_breaks_the_list() -> None:
    forged = anchors.sign_root(DAYS[1], leaves_of(2, GAMES[:4]), THREE[0].anchor, [OURS])
    with pytest.raises(anchors.BrokenList, match="it does not follow on the anchor of 2026-03-02"):
        anchors.check_list([THREE[0], forged, THREE[2]], public(OURS))
    with pytest.raises(anchors.NotInList, match="2026-03-02"):
        anchors.check_proof(PROOF, [THREE[0], forged], public(OURS))


def test_a_list_that_was_signed_anew_is_found_by_one_kept_root() -> None:
    forged = [anchors.sign_root(DAYS[0], leaves_of(1, GAMES[1:]), None, [OURS])]
    for number in (2, 3):
        previous = forged[-1].anchor
        forged.append(anchors.sign_root(DAYS[number - 1], leaves_of(number), previous, [OURS]))
    assert anchors.check_list(forged, public(OURS)) == tuple(forged)
    with pytest.raises(anchors.NotInList, match="another root for 2026-03-03"):
        anchors.check_kept_anchors(forged, THREE[2:])
    anchors.check_kept_anchors(THREE, THREE[2:])


@pytest.mark.parametrize(
    ("broken", "why"),
    [
        (THREE[1:], "it is the first one here, but it names one before it"),
        ([THREE[0], THREE[2]], "it does not follow on the anchor of 2026-03-01"),
        ([THREE[0], replace(THREE[1], signature=THREE[0].signature)], "its signature is not"),
        (
            [THREE[0], anchors.sign_root(DAYS[0], (), THREE[0].anchor, [OURS])],
            "it stands after 2026-03-01",
        ),
        (
            [THREE[0], replace(list_of([OURS], [NEXT])[1], handover=THREE[0].signature)],
            "the key before it did not sign the new one",
        ),
    ],
)
def test_a_broken_list_is_named_by_its_first_bad_day(
    broken: list[anchors.SignedAnchor], why: str
) -> None:
    with pytest.raises(anchors.BrokenList, match=why):
        anchors.check_list(broken, public(OURS))


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        ({"signature": "junk!"}, "its signature is not that of its key"),
        ({"signature": "é" * 88}, "its signature is not that of its key"),
        ({"handover": "junk!"}, "the key before it did not sign the new one"),
        ({"anchor": replace(THREE[1].anchor, key="xx")}, "its signature is not that of its key"),
    ],
)
def test_a_root_with_what_cannot_be_read_breaks_the_list(bad: dict[str, Any], why: str) -> None:
    with pytest.raises(anchors.BrokenList, match=f"2026-03-02: {why}"):
        anchors.check_list([THREE[0], replace(THREE[1], **bad), THREE[2]], public(OURS))


def test_a_new_key_counts_where_the_old_one_signed_for_it() -> None:
    handed_over = list_of([OURS], [NEXT, OURS], [NEXT])
    assert handed_over[1].handover
    assert not handed_over[2].handover
    assert anchors.check_list(handed_over, public(OURS)) == tuple(handed_over)
    assert anchors.check_list(handed_over, public(NEXT)) == tuple(handed_over)


def test_a_new_key_that_nobody_announced_vouches_for_all_before_it_only() -> None:
    taken = list_of([OURS], [STRANGERS], [STRANGERS])
    assert anchors.check_list(taken, public(OURS)) == tuple(taken[:1])
    assert anchors.check_list(taken, public(STRANGERS)) == tuple(taken)
    with pytest.raises(anchors.OtherKey, match="2026-03-02"):
        anchors.check_proof(anchors.proof_of(leaves_of(2), 0, taken[1]), taken, public(OURS))


def test_a_key_that_signed_nothing_vouches_for_nothing() -> None:
    with pytest.raises(anchors.OtherKey):
        anchors.check_list(THREE, public(NEXT))
    with pytest.raises(anchors.OtherKey):
        anchors.check_list([], public(OURS))


@pytest.mark.parametrize(
    ("proof", "why"),
    [
        (replace(PROOF, index=2), anchors.NotUnderRoot),
        (replace(PROOF, index=-1), anchors.NotUnderRoot),
        (replace(PROOF, index=10**30), anchors.NotUnderRoot),
        (replace(PROOF, path=()), anchors.NotUnderRoot),
        (replace(PROOF, path=(*PROOF.path, HASH)), anchors.NotUnderRoot),
        (replace(PROOF, leaf=leaves_of(2)[2].text), anchors.NotUnderRoot),
        (replace(PROOF, path=("no hash",)), anchors.Unreadable),
        (replace(PROOF, leaf="a leaf"), anchors.Unreadable),
        (replace(PROOF, anchor="an anchor"), anchors.Unreadable),
    ],
)
def test_a_wrong_proof_is_refused(proof: anchors.Proof, why: type[anchors.NotProved]) -> None:
    with pytest.raises(why):
        anchors.check_proof(proof, THREE, public(OURS))


@pytest.mark.parametrize(
    "text",
    [b"", b"{", b"[]", b"{}", b"\xff", msgspec.json.encode(replace(PROOF, format=2)),
     msgspec.json.encode(PROOF).replace(b'"leaf"', b'"leave"'), b"[" * 100_000],
)  # fmt: skip
def test_what_is_no_proof_is_refused(text: bytes) -> None:
    with pytest.raises(anchors.Unreadable, match="the proof cannot be read"):
        anchors.read_proof(text)


@pytest.mark.parametrize(
    "text", ["nonsense", anchors.write_list(THREE)[:-2], anchors.write_list(THREE) + "x\n"]
)
def test_what_is_no_list_is_refused_with_its_place(text: str) -> None:
    with pytest.raises(anchors.Unreadable, match=r"the list cannot be read: anchor [13]"):
        anchors.read_list(text.encode())


def test_what_is_too_long_for_a_list_or_a_proof_is_refused_by_its_size() -> None:
    with pytest.raises(anchors.Unreadable, match="it is too long; wanted at most 8388608 bytes"):
        anchors.read_list(b"\n" * (anchors.LARGEST_LIST + 1))
    with pytest.raises(anchors.Unreadable, match="it is too long; wanted at most 65536 bytes"):
        anchors.read_proof(b" " * (anchors.LARGEST_PROOF + 1))


def test_a_list_that_was_kept_has_a_root_at_least() -> None:
    with pytest.raises(anchors.Unreadable, match="list that was kept cannot be read: it is empty"):
        anchors.check_kept_anchors(THREE, ())


def test_a_list_of_other_letters_is_refused_with_its_place() -> None:
    with pytest.raises(anchors.Unreadable, match="the list cannot be read: byte 4"):
        anchors.read_list("Franç".encode())


def test_what_is_no_key_is_refused() -> None:
    other = generate_private_key(SECP256R1()).public_key()
    wrong = other.public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo).decode()
    for text in ("", "a key", "AAAA", wrong):
        with pytest.raises(anchors.Unreadable, match="the key cannot be read"):
            anchors.read_key(text)


@pytest.mark.uncounted
@given(st.text(max_size=300), st.integers(0, 900), st.integers(0, 300))
def test_a_list_that_somebody_scribbled_in_is_refused_or_means_the_same(
    scribble: str, at: int, length: int
) -> None:
    text = anchors.write_list(THREE)
    spoilt = text[:at] + scribble + text[at + length :]
    try:
        checked = anchors.check_list(anchors.read_list(spoilt.encode()), public(OURS))
    except anchors.NotProved:
        return
    assert [each.anchor for each in checked] == [each.anchor for each in THREE[: len(checked)]]
