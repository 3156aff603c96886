"""Merkle trees as in RFC 6962: one hash for many leaves, and short proofs of inclusion."""

from collections.abc import Sequence
from hashlib import sha256

EMPTY = sha256().digest()


def hash_leaf(leaf: bytes) -> bytes:
    return sha256(b"\x00" + leaf).digest()


def hash_node(left: bytes, right: bytes) -> bytes:
    return sha256(b"\x01" + left + right).digest()


def root(leaves: Sequence[bytes]) -> bytes:
    return _root([hash_leaf(leaf) for leaf in leaves])


def inclusion_proof(leaves: Sequence[bytes], index: int) -> tuple[bytes, ...]:
    """The hashes beside the path from the leaf to the root, the lowest first."""
    if not 0 <= index < len(leaves):
        raise IndexError(f"there is no leaf {index} among {len(leaves)}")
    hashes = [hash_leaf(leaf) for leaf in leaves]
    path = []
    while len(hashes) > 1:
        left = _left_size(len(hashes))
        if index < left:
            path.append(_root(hashes[left:]))
            hashes = hashes[:left]
        else:
            path.append(_root(hashes[:left]))
            hashes, index = hashes[left:], index - left
    return tuple(reversed(path))


def proves_inclusion(
    leaf: bytes, index: int, size: int, proof: Sequence[bytes], expected: bytes
) -> bool:
    """Whether the proof leads from the leaf to the root of a tree of that size."""
    if not 0 <= index < size:
        return False
    here, last, node = index, size - 1, hash_leaf(leaf)
    for beside in proof:
        if last == 0:
            return False
        if here & 1 or here == last:
            node = hash_node(beside, node)
            while not here & 1 and here:
                here, last = here >> 1, last >> 1
        else:
            node = hash_node(node, beside)
        here, last = here >> 1, last >> 1
    return last == 0 and node == expected


def _root(hashes: Sequence[bytes]) -> bytes:
    if not hashes:
        return EMPTY
    if len(hashes) == 1:
        return hashes[0]
    left = _left_size(len(hashes))
    return hash_node(_root(hashes[:left]), _root(hashes[left:]))


def _left_size(size: int) -> int:
    """The largest power of two below the size."""
    return 1 << (size - 1).bit_length() - 1
