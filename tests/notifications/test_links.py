"""Links in mails: they lead back to what they were made of, and are good as they were made alone."""

from collections.abc import Callable
from string import ascii_lowercase
from uuid import UUID

import pytest

from notifications.links import (
    Feed,
    Stop,
    Tap,
    feed_of,
    feed_url,
    no_invitations_address,
    no_invitations_url,
    stop_of,
    stop_url,
    tap_of,
    tap_url,
)

GAME = UUID("01a1ef67-5190-7061-b81e-ee9fd53791e4")
ADDRESS = "ada@example.org"
TAP, STOP, FEED = Tap(GAME, 117, 42, 3), Stop(None, 42), Feed(42, 2)
LETTERS = ascii_lowercase + "234567"
Read = Callable[[str], object]
LINKS: list[tuple[str, Read, object]] = [
    (tap_url(TAP), tap_of, TAP),
    (stop_url(STOP), stop_of, STOP),
    (feed_url("turns-atom", FEED).removesuffix("turns.atom"), feed_of, FEED),
    (no_invitations_url(ADDRESS), no_invitations_address, ADDRESS),
]


@pytest.mark.parametrize(
    ("url", "read", "value"), LINKS, ids=["tap", "stop", "feed", "no invitations"]
)
def test_a_link_is_good_as_it_was_made_and_in_no_other_form(
    url: str, read: Read, value: object
) -> None:
    """Of the last letter some bits are spare: others there decode the same."""
    token = url.rstrip("/").rpartition("/")[2]
    assert [letter for letter in LETTERS if read(token[:-1] + letter)] == [token[-1]]
    assert read(token) == value
    assert read(token.upper()) is None
    for torn in ("", "x", token[:-1], f"{token}a", token.replace("~", ""), "\u00fc" * 52):
        assert read(torn) is None
