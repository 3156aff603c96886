"""Reply addresses: they lead back to what they were made of, and nobody can make one up."""

import re
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django import Settings

from mail_in.host import NAMES
from notifications.reply_addresses import (
    MOST_OFFERS,
    ReplyAddress,
    bounce_address,
    read_address,
    reply_address,
)
from tests.trials.mail.lines import lines_of

GAME = UUID("01a1ef67-5190-7061-b81e-ee9fd53791e4")
ADDRESS = reply_address(GAME, 3, 117, 42)


def test_what_the_doc_has_a_mail_server_take_is_what_comes(settings: Settings) -> None:
    settings.MAIL_DOMAIN, settings.HOST_ADDRESS = "franchise.example.org", "you@example.org"
    ours = reply_address(GAME, 3, 117, 42), bounce_address("ada@example.org")
    named = {address.partition("@")[0].partition("+")[0] for address in ours}
    lines = lines_of("In: Postfix hands")["/etc/postfix/main.cf"]
    taken = set(re.findall(r"(\w+)@franchise\.example\.org=OK", lines))
    assert taken == {*named, *NAMES}


@given(
    st.uuids(),
    st.integers(0, 15),
    st.integers(0, 2**22 - 1),
    st.integers(0, 2**40 - 1),
    st.integers(0, MOST_OFFERS),
)
def test_an_address_leads_back_to_its_game_seat_version_and_person(
    game: UUID, seat: int, version: int, person: int, offer: int
) -> None:
    address = reply_address(game, seat, version, person, offer)
    bound = ReplyAddress(game, seat, version, person, offer)
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
