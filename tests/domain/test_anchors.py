"""Heads as mails show them, Merkle trees, signed roots and their list."""

from hashlib import sha256

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain.chain import NotAHead, ShortHead, parse_head, short_head

HASH = sha256(b"an event").hexdigest()


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
