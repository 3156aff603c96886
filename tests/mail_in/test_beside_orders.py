"""What stands beside an order in a mail: courtesies, signatures and notices stop nobody."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain import Options, Refusal
from games.domain.commands import KINDS
from games.domain.notation import WORDS, Language, format, parse
from mail_in.orders import (
    Instructions,
    LineTooLong,
    OneThingOnly,
    Withdrawn,
    read_instructions,
)
from mail_in.words import LONGEST_LINE
from notifications.messages.letter import Choice, Choices, Letter, as_text
from tests.domain.games import any_options, any_players, steps

HERE = Path(__file__).parent
SIGNATURES, NOTICES = (
    [
        each.strip("\n")
        for each in (HERE / name).read_text("utf-8").split("\n\n", 1)[1].split("\n\n--%--\n")
    ]
    for name in ("signatures.txt", "notices.txt")
)
COURTESIES = (HERE / "courtesies.txt").read_text("utf-8").splitlines()[2:]
NAMES = ("Ada", "Lovelace", "Ada Lovelace")
ORDERS = ("expand to Phoenix", "nach Phoenix expandieren", "1")


def read(text: str) -> Instructions:
    return read_instructions(text.split("\n"), "turn", names=NAMES)


def test_there_are_enough_of_them() -> None:
    assert len(SIGNATURES) >= 30
    assert len(NOTICES) >= 20


@pytest.mark.parametrize("order", ORDERS)
@pytest.mark.parametrize("below", [*SIGNATURES, *NOTICES])
def test_a_signature_and_a_notice_below_an_order_are_passed_over(order: str, below: str) -> None:
    assert read(f"{order}\n\n{below}") == read(order)
    assert read(f"Hi,\n\n{order}\n\nThanks,\nAda\n\n{below}") == read(order)


@pytest.mark.parametrize("courtesy", COURTESIES)
def test_a_courtesy_beside_an_order_is_passed_over(courtesy: str) -> None:
    order = "expand to Omaha"
    for text in (f"{courtesy}\n{order}", f"{courtesy}\n\n{order}", f"{order}\n{courtesy}\nAda"):
        assert read(text) == Instructions(orders=(order,))


@pytest.mark.parametrize(
    "text",
    [
        "Hi Bob, expand to Omaha",
        "hello, expand to Omaha, thanks!",
        "expand to Omaha, cheers, Ada",
        "expand to Omaha. Thank you!",
        "Hallo Bob, expand to Omaha. Viele Grüße, Ada",
        "Bonjour, expand to Omaha, merci",
    ],
)
def test_courtesies_on_the_orders_own_line_are_passed_over(text: str) -> None:
    (line,) = read(text).orders
    assert parse(line, "turn", 0) == parse("expand to Omaha", "turn", 0)


@pytest.mark.parametrize(
    "beside",
    [
        "Head of Sales, Denver",
        "I was busy all week, sorry.",
        "but only if Bob has not gone there",
        "and something for Reno",
        "Denver",
        "what do you think of it?",
        "Kansas City too, I guess",
    ],
)
def test_directly_under_an_order_every_line_is_read_or_nothing_is_played(beside: str) -> None:
    with pytest.raises(Refusal):
        parse("\n".join(read(f"expand to Phoenix\n{beside}").orders), "turn", 0)


@pytest.mark.parametrize(
    "below",
    [
        "scratch that",
        "Wait, no.",
        "no wait",
        "actually I would rather have Chicago",
        "Never mind!",
        "Forget it.",
        "on second thought, leave it",
        "Please ignore this",
        "unless Bob is there already",
        "Vergiss das!",
        "Moment, doch lieber Chicago",
        "Nein, doch nicht",
        "Stattdessen Omaha",
        "falls Bob nicht dort ist",
        "Oublie ça.",
        "Attends, finalement non",
        "plutôt Chicago",
        "sauf si Bob y est",
    ],
)
@pytest.mark.parametrize("gap", ["\n", "\n\n"])
def test_words_that_take_back_let_nothing_be_played(below: str, gap: str) -> None:
    with pytest.raises(Withdrawn):
        read(f"expand to Phoenix{gap}{below}")


@pytest.mark.parametrize(
    "below",
    ["increase Omahu", "expnd to Chicago", "don't expand", "Omaha vergrößern", "+1 Boston"],
)
def test_another_order_in_a_later_paragraph_is_read_too(below: str) -> None:
    assert read(f"expand to Phoenix\n\n{below}").orders == ("expand to Phoenix", below)


@pytest.mark.parametrize("beside", ["expand to Omaha", "I was busy.", "2", "take back"])
def test_a_number_stands_alone(beside: str) -> None:
    with pytest.raises(OneThingOnly):
        read(f"1\n{beside}")


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", 1), ("(1)", 1), ("1.", 1), ("1)", 1), ("1!", 1), ("1 please", 1), ("ok, 1", 1),
        ("1, bitte", 1), ("number 2", 2), ("Number two", 2), ("Nummer 2", 2), ("Nr. 2", 2),
        ("numéro 2", 2), ("n° 2", 2), ("no. 2", 2), ("#2", 2), ("play 1", 1), ("Play 1!", 1),
        ("one", 1), ("eins", 1), ("un", 1), ("two", 2), ("zwei", 2), ("deux", 2), ("drei", 3),
        ("1️⃣", 1), ("1 thanks!", 1), ("1, thanks, Ada", 1), ("Hi Bob, 2", 2), ("I take 2", 2),
        ("Vorschlag 3 bitte", 3), ("ich nehme 3", 3), ("proposition 1 svp", 1), ("je prends la 2", 2),
        ("option 3", 3), ("Suggestion 1.", 1), ("the first", 1), ("la deuxième", 2), ("*2*", 2),
        ("- 2", 2), ("2 👍", 2),
    ],
)  # fmt: skip
def test_the_number_of_a_suggestion_as_people_write_it(text: str, number: int) -> None:
    assert read(text) == Instructions(number=number)


@pytest.mark.parametrize(
    "text", ["1 or 2", "not 1", "1?", "no, 1", "1 2", "12 Main Street", "1 of 3"]
)
def test_what_only_looks_like_a_number_is_none(text: str) -> None:
    assert read(text).number is None


def test_a_line_that_is_too_long_is_not_played_in_part() -> None:
    with pytest.raises(LineTooLong):
        read(f"increase {', '.join(['Omaha'] * 90)}")


def test_a_line_is_read_to_its_end_or_refused() -> None:
    prose = "all this was about something else " * 20
    assert read(f"note {prose}").notes == (prose.strip(),)
    with pytest.raises(Withdrawn):
        read(f"expand to Phoenix\n\n{prose} no wait, forget that")
    with pytest.raises(LineTooLong):
        read("note " + "x" * LONGEST_LINE)


def test_as_many_notes_are_said_as_are_written() -> None:
    assert len(read("\n".join(f"note {n}" for n in range(60))).notes) == 60


@settings(max_examples=10)
@given(any_players, any_options, st.integers(0, 10_000), st.sampled_from(tuple(WORDS)))
def test_a_suggestion_is_read_as_a_mail_prints_it(
    players: int, options: Options, seed: int, language: Language
) -> None:
    for state, order in steps(players, options, seed):
        words = tuple(format(order, language).splitlines())
        choices = Choices("", (Choice(2, words),))
        letter = Letter("", "", (), (choices,), (), "", None, language)
        printed = as_text(letter).partition("\n\n-- ")[0].strip("\n")
        kind = KINDS[state.status]
        read = read_instructions(printed.split("\n"), kind, board=state.board)
        assert read.number == 2
        assert parse("\n".join(read.orders), kind, state.mover) == order


def test_numbers_from_1_on_count_the_lines_of_a_list() -> None:
    lines = "1. expand to Phoenix\n2. increase Omaha"
    assert read(lines).orders == tuple(lines.split("\n"))
    assert read("2. increase Omaha") == Instructions(orders=("increase Omaha",), number=2)
