"""Reply addresses: they lead back to what they were made of, and nobody can make one up."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from notifications.inbound.addresses import Bound, read_address, reply_address

GAME = UUID("01a1ef67-5190-7061-b81e-ee9fd53791e4")
ADDRESS = reply_address(GAME, 3, 117, 42)


@given(st.uuids(), st.integers(0, 15), st.integers(0, 2**28 - 1), st.integers(0, 2**40 - 1))
def test_an_address_leads_back_to_its_game_seat_version_and_person(
    game: UUID, seat: int, version: int, person: int
) -> None:
    address = reply_address(game, seat, version, person)
    bound = Bound(game, seat, version, person)
    assert read_address(address) == bound
    assert read_address(f" <{address.upper()}> ") == bound
    assert len(address.partition("@")[0]) <= 64


@given(st.integers(5, 62), st.sampled_from("abcdefghijklmnopqrstuvwxyz234567"))
def test_an_address_with_one_letter_altered_is_nobodys(at: int, letter: str) -> None:
    altered = ADDRESS[:at] + letter + ADDRESS[at + 1 :]
    assert (read_address(altered) is None) == (altered != ADDRESS)


@pytest.mark.parametrize(
    "text",
    ["", "@", "play+@localhost", "no-reply@localhost", "play+a@localhost", ADDRESS + ".evil.org",
     ADDRESS.replace("localhost", "example.org"), ADDRESS.replace("play+", "x+"),
     ADDRESS.replace("@", "a@"), f"{ADDRESS}, {ADDRESS}"],
)  # fmt: skip
def test_other_addresses_are_nobodys(text: str) -> None:
    assert read_address(text) is None


def test_addresses_outlive_a_change_of_the_key_only_where_the_old_one_is_named(
    settings: Settings,
) -> None:
    bound, old = read_address(ADDRESS), settings.SECRET_KEY
    settings.SECRET_KEY = old[::-1]
    assert read_address(ADDRESS) is None
    settings.SECRET_KEY_FALLBACKS = [old]
    assert read_address(ADDRESS) == bound
