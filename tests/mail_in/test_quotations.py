"""Whatever a mail program writes above the mail that it quotes, the order beside it is read."""

from pathlib import Path
from textwrap import indent

import pytest

from notifications.reply_addresses import MARKER
from tests.mail_in.test_letters import describe, orders_in

ADDRESS = f"play+{'aeaqcaib' * 7}ae@mail.example.net"
SENT = f"""{MARKER}

Ada, it is your turn in Denver Rush.

Red: Chicago > Detroit $3, + Omaha; Omaha scored: Blue 4

Answer with orders, or with the number of one of these:
  1  expand to Phoenix
  2  expand to Charlotte; increase Omaha

note … – a word to the table; stop – no more reminders for this game"""
QUOTED = indent(SENT, "> ", lambda _: True)
ORDER = "expand to Seattle\nincrease Spokane"
READ = "expand to Seattle; increase Spokane"
_text = (Path(__file__).parent / "attributions.txt").read_text().split("\n\n", 1)[1]
ATTRIBUTIONS = [
    each.strip("\n").replace("MAIL", ADDRESS).replace("GAME", "Denver Rush")
    for each in _text.split("\n\n")
]


def test_there_are_enough_of_them() -> None:
    assert len(set(ATTRIBUTIONS)) == len(ATTRIBUTIONS) >= 60


ABOVE = [(each, quote) for each in ATTRIBUTIONS for quote in (QUOTED, f"\n{QUOTED}", SENT)]


@pytest.mark.parametrize("gap", ["\n", "\n\n"], ids=["at once", "after a line"])
@pytest.mark.parametrize(
    ("attribution", "quote"),
    # Without an address or a time only the marks right below tell what it is.
    [
        (attribution, quote)
        for attribution, quote in ABOVE
        if quote is QUOTED or "@" in attribution or "20" in attribution
    ],
)
def test_an_order_above_a_quotation_is_read(attribution: str, gap: str, quote: str) -> None:
    assert describe(orders_in(f"{ORDER}{gap}{attribution}\n{quote}", SENT)) == READ


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("quote", [QUOTED, f"\n{QUOTED}"])
def test_an_order_below_a_quotation_is_read(attribution: str, quote: str) -> None:
    assert describe(orders_in(f"{attribution}\n{quote}\n\n{ORDER}", SENT)) == READ


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
def test_an_order_inside_a_quotation_is_read(attribution: str) -> None:
    head, _, tail = QUOTED.partition("> Answer with orders")
    letter = f"{attribution}\n{head}{ORDER}\n> Answer with orders{tail}"
    assert describe(orders_in(letter, SENT)) == READ


@pytest.mark.parametrize("attribution", ATTRIBUTIONS)
@pytest.mark.parametrize("quote", [QUOTED, SENT])
def test_a_long_order_right_above_a_quotation_is_no_part_of_it(
    attribution: str, quote: str
) -> None:
    if quote is QUOTED or "@" in attribution:
        order = "expand to Phoenix from Flagstaff, increase Atlanta, Kansas City and Omaha"
        orders = "expand to Phoenix from Flagstaff; increase Atlanta, Kansas City, Omaha"
        assert describe(orders_in(f"{order}\n{attribution}\n{quote}", SENT)) == orders


@pytest.mark.parametrize("number", ["1", "(1)", "1 please", "1️⃣"])
def test_a_number_counts_above_inside_and_below_a_quotation(number: str) -> None:
    head, _, tail = QUOTED.partition("> Answer with orders")
    inside = f"{head}{number}\n> Answer with orders{tail}"
    for text in (f"{number}\n\nAda wrote:\n{QUOTED}", inside, f"{QUOTED}\n\n{number}"):
        assert describe(orders_in(text, SENT)) == "number 1"


def test_below_a_quotation_without_marks_what_was_sent_is_dropped() -> None:
    head = "From: Franchise <play@mail.example.net>\nSent: Monday, March 2, 2026 10:00 AM"
    assert describe(orders_in(f"{head}\n\n{SENT}\n\n{ORDER}", SENT)) == READ
    assert describe(orders_in(f"{head}\n\n{SENT}\n\n{ORDER}")) == ""


def test_a_word_that_takes_back_is_no_attribution() -> None:
    assert "take back" in describe(orders_in(f"take back\n{QUOTED}"))
