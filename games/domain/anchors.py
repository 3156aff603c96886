"""Signed roots over the heads of games, one a day, and proofs by them.

A leaf is `GAME VERSION HASH` on a line; a day's leaves make a Merkle tree (RFC 6962). Its
root is signed (Ed25519) in a text of six lines that names the sha256 of the text before,
so that the list of all texts can only grow. `docs/proof.md` says how to check it by hand.
"""

import re
from base64 import b64decode, b64encode
from binascii import Error as NotBase64
from collections.abc import Iterator, Sequence
from hashlib import sha256

import msgspec
from cryptography.exceptions import InvalidSignature, UnsupportedAlgorithm
from cryptography.hazmat.primitives.asymmetric.ed25519 import (
    Ed25519PrivateKey,
    Ed25519PublicKey,
)
from cryptography.hazmat.primitives.serialization import (
    Encoding,
    PublicFormat,
    load_der_public_key,
)
from msgspec import Struct

from games.domain.merkle import inclusion_proof, proves_inclusion, root

TITLE = "Franchise by Mail, anchor 1"
NOTHING_BEFORE = "0" * 64
PROOF_FORMAT = 1
LARGEST_LIST = 8 * 1024 * 1024
"""Bytes: some 55 years."""
LARGEST_PROOF = 64 * 1024
LEAF = re.compile(r"([0-9a-f-]{36}) ([1-9][0-9]{0,9}) ([0-9a-f]{64})\n")
SIGNATURE = r"[A-Za-z0-9+/]{86}=="
ANCHOR = re.compile(
    rf"{TITLE}\n"
    r"day ([0-9]{4}-[0-9]{2}-[0-9]{2})\n"
    r"games (0|[1-9][0-9]{0,9})\n"
    r"root ([0-9a-f]{64})\n"
    r"previous ([0-9a-f]{64})\n"
    r"key ([A-Za-z0-9+/]{59}=)\n"
)
SIGNED_ANCHOR = re.compile(
    rf"({ANCHOR.pattern})signature ({SIGNATURE})\n(?:handover ({SIGNATURE})\n)?"
)


class NotProved(Exception):
    """A proof, a list or a key does not prove what it should."""


class Unreadable(NotProved):
    def __init__(self, what: str, place: str, wanted: str) -> None:
        self.what, self.place, self.wanted = what, place, wanted
        super().__init__(f"the {what} cannot be read: {place}; wanted {wanted}")


class BrokenList(NotProved):
    def __init__(self, day: str, what: str) -> None:
        self.day, self.what = day, what
        super().__init__(f"the list is broken at {day}: {what}")


class NotInList(NotProved):
    def __init__(self, day: str) -> None:
        self.day = day
        super().__init__(f"the list has another root for {day}, or none")


class OtherKey(NotProved):
    def __init__(self, key: str, day: str = "") -> None:
        self.key, self.day = key, day
        where = f"what the list says of {day}" if day else "the list"
        super().__init__(f"the key {key} does not vouch for {where}")


class NotUnderRoot(NotProved):
    def __init__(self, day: str) -> None:
        self.day = day
        super().__init__(f"the proof does not lead to the root of {day}")


class OtherGame(NotProved):
    def __init__(self, anchored: str, recorded: str) -> None:
        self.anchored, self.recorded = anchored, recorded
        super().__init__(f"the proof is about the game {anchored}, the record about {recorded}")


class OtherHistory(NotProved):
    """The record's chain does not contain the anchored head."""

    def __init__(self, version: int, anchored: str, recorded: str) -> None:
        self.version, self.anchored, self.recorded = version, anchored, recorded
        says = f"has the hash {recorded}" if recorded else "is not there"
        super().__init__(f"event {version} {says}; anchored was {anchored}")


class Leaf(Struct, frozen=True):
    """The head of a game at the end of a day."""

    game: str
    version: int
    hash: str

    @property
    def text(self) -> str:
        return f"{self.game} {self.version} {self.hash}\n"


class Anchor(Struct, frozen=True):
    """A day's root; `previous` is the sha256 of the anchor text before it."""

    day: str
    size: int
    root: str
    previous: str
    key: str

    @property
    def text(self) -> str:
        return (
            f"{TITLE}\nday {self.day}\ngames {self.size}\nroot {self.root}\n"
            f"previous {self.previous}\nkey {self.key}\n"
        )

    @property
    def hash(self) -> str:
        return sha256(self.text.encode()).hexdigest()


class SignedAnchor(Struct, frozen=True):
    """`handover` is a signature by the previous anchor's key, where the keys differ."""

    anchor: Anchor
    signature: str
    handover: str = ""

    @property
    def text(self) -> str:
        handover = f"handover {self.handover}\n" if self.handover else ""
        return f"{self.anchor.text}signature {self.signature}\n{handover}"


class Proof(Struct, frozen=True, forbid_unknown_fields=True):
    """Proves that a game's head is one of the leaves under a day's root; `path` is hex."""

    format: int
    leaf: str
    index: int
    path: tuple[str, ...]
    anchor: str


def sign_root(
    day: str, leaves: Sequence[Leaf], previous: Anchor | None, keys: Sequence[Ed25519PrivateKey]
) -> SignedAnchor:
    """The first key signs; if it is new, the previous key signs too if it is among the keys."""
    top = root([leaf.text.encode() for leaf in leaves]).hex()
    before = NOTHING_BEFORE if previous is None else previous.hash
    by_name = {write_key(key.public_key()): key for key in keys}
    anchor = Anchor(day, len(leaves), top, before, write_key(keys[0].public_key()))
    handover = ""
    if previous is not None and previous.key != anchor.key and previous.key in by_name:
        handover = _sign(anchor, by_name[previous.key])
    return SignedAnchor(anchor, _sign(anchor, keys[0]), handover)


def _sign(anchor: Anchor, key: Ed25519PrivateKey) -> str:
    return b64encode(key.sign(anchor.text.encode())).decode()


def proof_of(leaves: Sequence[Leaf], index: int, signed: SignedAnchor) -> Proof:
    path = inclusion_proof([leaf.text.encode() for leaf in leaves], index)
    hashes = tuple(each.hex() for each in path)
    return Proof(PROOF_FORMAT, leaves[index].text, index, hashes, signed.text)


def write_list(anchors: Sequence[SignedAnchor]) -> str:
    return "\n".join(each.text for each in anchors)


def read_list(file: bytes) -> tuple[SignedAnchor, ...]:
    """Anchors with an empty line between them, as in the public list."""
    _check_size("list", file, LARGEST_LIST)
    try:
        text = file.decode("ascii").replace("\r\n", "\n").strip("\n")
    except UnicodeDecodeError as error:
        raise Unreadable("list", f"byte {error.start}", "a text of plain letters") from error
    blocks = text.split("\n\n") if text else []
    return tuple(_read_anchor(block + "\n", f"anchor {n}") for n, block in enumerate(blocks, 1))


def _read_anchor(text: str, place: str) -> SignedAnchor:
    match = SIGNED_ANCHOR.fullmatch(text)
    if match is None:
        raise Unreadable("list", place, f"six lines that begin with {TITLE!r}, then signature")
    _, day, size, top, previous, key, signature, handover = match.groups()
    return SignedAnchor(Anchor(day, int(size), top, previous, key), signature, handover or "")


def _check_size(what: str, text: bytes, largest: int) -> None:
    if len(text) > largest:
        raise Unreadable(what, "it is too long", f"at most {largest} bytes")


def read_proof(text: bytes) -> Proof:
    _check_size("proof", text, LARGEST_PROOF)
    try:
        proof = msgspec.json.decode(text, type=Proof)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise Unreadable(
            "proof", str(error), "the file that a game's page of proofs gives"
        ) from error
    if proof.format != PROOF_FORMAT:
        raise Unreadable("proof", f"format {proof.format}", f"format {PROOF_FORMAT}")
    return proof


def write_key(key: Ed25519PublicKey) -> str:
    """One line, as lists and pages show it; between BEGIN and END it is a PEM file."""
    return b64encode(key.public_bytes(Encoding.DER, PublicFormat.SubjectPublicKeyInfo)).decode()


def read_key(text: str) -> Ed25519PublicKey:
    """The line, or a PEM file around it."""
    line = "".join(part for part in text.split("\n") if "-----" not in part).strip()
    try:
        key = load_der_public_key(b64decode(line, validate=True))
    except (NotBase64, ValueError, UnsupportedAlgorithm) as error:
        raise Unreadable(
            "key", repr(line[:80]), "an Ed25519 public key as the list shows it"
        ) from error
    if not isinstance(key, Ed25519PublicKey):
        raise Unreadable("key", "it is of another kind", "an Ed25519 public key")
    return key


def check_list(anchors: Sequence[SignedAnchor], key: str) -> tuple[SignedAnchor, ...]:
    """The anchors of an unbroken list that the key vouches for, or why there are none.

    An anchor names the one before, so a key's newest anchor vouches for all before it. Those
    after it count as long as each new key has a signature by the previous one.
    """
    for broken in broken_links(anchors):
        raise broken
    key = write_key(read_key(key))
    signed = [number for number, each in enumerate(anchors, 1) if each.anchor.key == key]
    if not signed:
        raise OtherKey(key)
    last = signed[-1]
    while last < len(anchors) and keeps_key(anchors[last - 1], anchors[last]):
        last += 1
    return tuple(anchors[:last])


def broken_links(anchors: Sequence[SignedAnchor]) -> Iterator[BrokenList]:
    """Each anchor has a signature by its own key, and names the one before.

    One without a good signature is left out: the next may name the one before it.
    """
    before = None
    for each in anchors:
        if not is_signed(each.anchor, each.signature, each.anchor.key):
            yield BrokenList(each.anchor.day, "its signature is not that of its key")
            continue
        fault = _link_fault(each, before)
        if fault:
            yield BrokenList(each.anchor.day, fault)
        before = each


def _link_fault(each: SignedAnchor, before: SignedAnchor | None) -> str:
    if before is None:
        is_first = each.anchor.previous == NOTHING_BEFORE
        return "" if is_first else "it is the first one here, but it names one before it"
    if each.anchor.previous != before.anchor.hash:
        return f"it does not follow on the anchor of {before.anchor.day}"
    if each.anchor.day <= before.anchor.day:
        return f"it stands after {before.anchor.day}"
    if each.handover and not is_signed(each.anchor, each.handover, before.anchor.key):
        return "the key before it did not sign the new one"
    return ""


def keeps_key(before: SignedAnchor, after: SignedAnchor) -> bool:
    """The same key, or a new one that the previous key has signed."""
    return after.anchor.key == before.anchor.key or bool(after.handover)


def is_signed(anchor: Anchor, signature: str, key: str) -> bool:
    """False too for a key or a signature that cannot be read."""
    try:
        read_key(key).verify(b64decode(signature, validate=True), anchor.text.encode())
    except (InvalidSignature, Unreadable, ValueError):
        return False
    return True


def check_kept_anchors(anchors: Sequence[SignedAnchor], kept: Sequence[SignedAnchor]) -> None:
    """Every root of an older list still stands in the list, word for word."""
    if not kept:
        raise Unreadable("list that was kept", "it is empty", "a list, or a block of one")
    listed = {each.anchor for each in anchors}
    for each in kept:
        if each.anchor not in listed:
            raise NotInList(each.anchor.day)


def check_proof(proof: Proof, anchors: Sequence[SignedAnchor], key: str) -> Leaf:
    """The head that is proved to be under a root of the list that the key vouches for."""
    leaf = LEAF.fullmatch(proof.leaf)
    if leaf is None:
        raise Unreadable("proof", f"its leaf {proof.leaf!r}", "GAME VERSION HASH on a line")
    anchor = _read_anchor(proof.anchor, "the anchor of the proof").anchor
    vouched = check_list(anchors, key)
    if all(each.anchor != anchor for each in anchors):
        raise NotInList(anchor.day)
    if all(each.anchor != anchor for each in vouched):
        raise OtherKey(key, anchor.day)
    try:
        path = [bytes.fromhex(each) for each in proof.path]
    except ValueError as error:
        raise Unreadable("proof", "its path", "hashes in hex") from error
    top = bytes.fromhex(anchor.root)
    if not proves_inclusion(proof.leaf.encode(), proof.index, anchor.size, path, top):
        raise NotUnderRoot(anchor.day)
    return Leaf(leaf[1], int(leaf[2]), leaf[3])


def check_history(leaf: Leaf, game: str, hashes: Sequence[str]) -> None:
    """The game's chain, whose hashes are given in order, contains the anchored head."""
    if leaf.game != game:
        raise OtherGame(leaf.game, game)
    recorded = hashes[leaf.version - 1] if leaf.version <= len(hashes) else ""
    if recorded != leaf.hash:
        raise OtherHistory(leaf.version, leaf.hash, recorded)
