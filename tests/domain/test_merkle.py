"""Merkle trees: the known values of RFC 6962's reference implementation, and every proof."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.merkle import inclusion_proof, proves_inclusion, root

LEAVES = tuple(
    bytes.fromhex(text)
    for text in (
        "", "00", "10", "2021", "3031", "40414243", "5051525354555657",
        "606162636465666768696a6b6c6d6e6f",
    )
)  # fmt: skip
ROOTS = (
    "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
    "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
    "fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125",
    "aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77",
    "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    "4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4",
    "76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef",
    "ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c",
    "5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328",
)
leaves = st.lists(st.binary(max_size=8), min_size=1, max_size=70)


@pytest.mark.parametrize("size", range(len(ROOTS)))
def test_the_roots_are_those_of_the_reference_implementation(size: int) -> None:
    assert root(LEAVES[:size]).hex() == ROOTS[size]


def test_a_proof_is_the_one_of_the_reference_implementation() -> None:
    """Leaf 5 of 8."""
    assert [each.hex() for each in inclusion_proof(LEAVES, 5)] == [
        "bc1a0643b12e4d2d7c77918f44e0f4f79a838b6cf9ec5b5c283e1f4d88599e6b",
        "ca854ea128ed050b41b35ffc1b87b8eb2bde461e9e3b5596ece6b9d5975a0ae0",
        "d37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7",
    ]


@given(leaves)
def test_every_leaf_of_a_tree_can_be_proved(all_of_them: list[bytes]) -> None:
    size, top = len(all_of_them), root(all_of_them)
    for index, leaf in enumerate(all_of_them):
        proof = inclusion_proof(all_of_them, index)
        assert proves_inclusion(leaf, index, size, proof, top)
        assert len(proof) <= (size - 1).bit_length()


@given(leaves, st.data())
def test_nothing_else_can_be_proved(all_of_them: list[bytes], data: st.DataObject) -> None:
    size, top = len(all_of_them), root(all_of_them)
    index = data.draw(st.integers(0, size - 1))
    leaf, proof = all_of_them[index], inclusion_proof(all_of_them, index)
    assert not proves_inclusion(leaf + b"x", index, size, proof, top)
    assert not proves_inclusion(leaf, index, size, (*proof, top), top)
    assert not proves_inclusion(leaf, size, size, proof, top)
    assert not proves_inclusion(leaf, -1, size, proof, top)
    for at in range(len(proof)):
        assert not proves_inclusion(leaf, index, size, proof[:at] + proof[at + 1 :], top)
        flipped = bytes([proof[at][0] ^ 1]) + proof[at][1:]
        assert not proves_inclusion(
            leaf, index, size, (*proof[:at], flipped, *proof[at + 1 :]), top
        )


def test_a_leaf_that_is_not_there_has_no_proof() -> None:
    with pytest.raises(IndexError, match="there is no leaf 8 among 8"):
        inclusion_proof(LEAVES, 8)
