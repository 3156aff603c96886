"""What is offered for an order that could not be read, and what a line is like before it is."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.domain import Options, State
from games.domain.board import PRINTED_BOARD
from games.domain.commands import KINDS, Choice
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.notation import Language, Misread, format, parse
from games.domain.notation.lines import (
    Pick,
    bare,
    is_bare_name,
    is_like_order,
    names_place,
    read_pick,
)
from games.domain.notation.meant import meant
from games.domain.notation.nearness import distance, nearest
from games.domain.setup import start
from tests.domain.tables import lay

OPENING = replay(start(3, first=0, options=Options(introductory=True), seed=7))
"""Blue is in Pueblo and Memphis, and may expand to Phoenix, Chicago and others."""


def offered(text: str, state: State = OPENING, language: Language = "en") -> list[str]:
    with pytest.raises(Misread) as refused:
        parse(text, KINDS[state.status], state.mover)
    orders = meant(refused.value, state, language)
    assert all(decide(state, order) for order in orders)
    return [format(order, language).replace("\n", "; ") for order in orders]


@pytest.mark.parametrize(
    "text",
    [
        "expand to Phoenx",
        "expnd to Phoenix",
        "expnd to Phoenx",
        "Phoenix",
        "expand to Phoenix?",
        "expand to Phoenix quickly",
        "I was busy\nexpand to Phoenix",
        "expand to Phoenix\nwhat do you think, Bob",
        "expand to Phoenix, pass",
        "Phoenx",
    ],
)
def test_the_nearest_legal_turn_is_offered(text: str) -> None:
    assert offered(text)[0] == "expand to Phoenix"


def test_of_two_alternatives_each_is_offered_alone() -> None:
    assert offered("expand to Phoenix or Houston") == ["expand to Phoenix", "expand to Houston"]
    assert offered("nach Phoenix oder Houston") == ["expand to Phoenix", "expand to Houston"]
    assert not offered("Phoenix and or")


def test_three_are_offered_at_most() -> None:
    table = lay(4, "omaha: blue\ndetroit: blue\nreno: blue", money={"blue": 9})
    assert len(offered("expand to Chicgo\nDetroit Indianapolis", table)) == 3


def test_it_is_offered_in_the_readers_language() -> None:
    assert offered("expand to Phoenx", language="fr") == ["se développer vers Phoenix"]


@pytest.mark.parametrize(
    "text", ["don't expand to Phoenix", "expand to New Yrok", "expand", "", "qqqqqqq", "Chicago"]
)
def test_nothing_is_offered_that_is_not_legal_or_not_near(text: str) -> None:
    assert offered(text) == []


def test_of_two_names_each_reading_that_is_legal_is_offered() -> None:
    table = lay(4, "omaha: blue\ndetroit: blue", money={"blue": 9})
    assert offered("expand Detroit Indianapolis", table)[0].startswith("expand to Indianapolis")
    assert offered("Omaha", table) == ["increase Omaha"]
    two = offered("expand to Chicago, Indianapolis from Detroit", table)
    assert two[0] == (
        "bonus expand; expand to Chicago from Detroit; expand to Indianapolis from Detroit"
    )
    assert offered("expand to Chicago, Omaha, Reno from Detroit", table) == []


def test_every_kind_of_name_is_offered() -> None:
    table = lay(
        4,
        "omaha: blue\ndetroit: blue",
        money={"blue": 9},
        options=Options(region_tiles=1),
        tools={"blue": ("route",)},
    )
    assert offered("bonus cahs", table) == ["bonus cash"]
    assert offered("use ruote; expand to Chicago", table) == ["use route; expand to Chicago"]
    ambiguous = offered("bonus cash; expand to Chi; bonus share", table)
    assert ambiguous == ["bonus cash; expand to Chicago"]
    assert offered("regions Hartland", table) == []


def test_a_choice_of_the_set_up_is_offered() -> None:
    state = replay(start(3, first=0, options=Options(), seed=7))
    town = state.board.places[state.board.index["reno"]].name
    assert offered(f"{town}o", state) in (["town Reno"], [])
    assert state.status == "towns"


def refusal_of(text: str) -> Misread | None:
    try:
        parse(text, "turn", 0)
    except Misread as refusal:
        return refusal
    return None


@given(st.text(alphabet="expandtoChicago Omhfrm,;.\n+>$1x?'-"), st.sampled_from(["en", "de", "fr"]))
def test_whatever_was_refused_something_legal_or_nothing_is_offered(
    text: str, language: Language
) -> None:
    refusal = refusal_of(text)
    if refusal is not None:
        assert all(decide(OPENING, order) for order in meant(refusal, OPENING, language))
        assert refusal.line in refusal.text
        assert "".join(refusal.parts) == refusal.line


def test_the_words_at_fault_are_marked_in_their_line() -> None:
    with pytest.raises(Misread) as refused:
        parse("expand to Phoenix\nincrease Omahu, Denver", "turn", 0)
    assert refused.value.marked_line == "increase [Omahu], Denver"
    assert (refused.value.column, refused.value.span) == (9, (27, 32))


@pytest.mark.parametrize(
    ("one", "other", "slips"),
    [("", "abc", 3), ("omaha", "omaha", 0), ("omhaa", "omaha", 1), ("reno", "fargo", 4)],
)
def test_slips_are_counted(one: str, other: str, slips: int) -> None:
    assert distance(one, other) == distance(other, one) == slips


def test_short_words_are_near_to_nothing() -> None:
    assert nearest("ome", [("omaha", 1), ("om", 2)]) == ()
    assert nearest("omahu", [("reno", 1), ("omaha", 2)]) == (2,)


@pytest.mark.parametrize(
    ("line", "pick"),
    [
        ("2", Pick(2)),
        ("ok, number two, please", Pick(2)),
        ("2.", Pick(2)),
        ("#2", Pick(2)),
        ("2  expand to Omaha", Pick(2, "expand to Omaha")),
        ("2. expand to Omaha", Pick(2, "expand to Omaha", is_mark=True)),
        ("2 Omaha", None),
        ("Omaha", None),
    ],
)
def test_the_number_of_a_suggestion(line: str, pick: Pick | None) -> None:
    assert read_pick(line) == pick


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Take back, please!", "take back"),
        ("I take back", "take back"),
        ("take back, thanks, Ada", "take back ada"),
        ("", ""),
    ],
)
def test_the_bare_words_of_a_line(line: str, words: str) -> None:
    assert bare(line) == words


@pytest.mark.parametrize(
    ("line", "kind", "is_like"),
    [
        ("expand to Chigaco", "turn", True),
        ("- expnd to Chicago", "turn", True),
        ("increase Acme", "turn", True),
        ("don't double", "turn", True),
        ("+1 Boston", "turn", True),
        ("$20", "turn", True),
        ("please, bonus Omahu", "turn", True),
        ("Blue: order Omaha, Dnver", "turn", True),
        ("use the rout", "turn", True),
        ("use the route of least resistance", "turn", True),
        ("from Omaha to Dnver", "turn", True),
        ("Omaha > Dnver", "turn", True),
        ("Bostn und Omaha vergroessern", "turn", True),
        ("Omaha, Denvr x2", "turn", False),
        ("Head of Sales, Denver", "turn", False),
        ("Denver, Colorado", "turn", False),
        ("Order Desk", "turn", False),
        ("not yours", "turn", False),
        ("Reno", "town", True),
        ("Reno", "turn", False),
        ("", "turn", False),
        ("Ada", "draft", False),
    ],
)
def test_what_begins_or_ends_as_an_order_does(line: str, kind: Choice, is_like: bool) -> None:
    assert is_like_order(line, kind, PRINTED_BOARD) is is_like


@pytest.mark.parametrize(
    ("line", "is_bare"),
    [
        ("Denver", True),
        ("Denver please.", True),
        ("Pueblo - Denver", True),
        ("Pueblo - Frankfurt", False),
        ("Denver is cold", False),
    ],
)
def test_names_that_stand_alone(line: str, is_bare: bool) -> None:
    assert is_bare_name(line, PRINTED_BOARD) is is_bare


def test_names_of_places_in_a_line() -> None:
    assert names_place("Charlotte Miller", PRINTED_BOARD)
    assert not names_place("Ada Lovelace", PRINTED_BOARD)
    assert is_bare_name("Phoenix!", PRINTED_BOARD)
    assert not is_bare_name("Phoenix Suns", PRINTED_BOARD)
