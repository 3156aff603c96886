"""What is printed as a turn is read back as that turn, and a slip never plays another place."""

import string
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from games.domain import Options, Refusal, State
from games.domain.commands import KINDS, Expansion, TakeTurn
from games.domain.decide import judge
from games.domain.events import RegionScored
from games.domain.notation import WORDS, Language, format, parse, sheet
from games.domain.rulesets import RULESETS
from tests.domain.games import any_options, any_players, any_ruleset, steps
from tests.domain.tables import FIRST, lay
from tests.domain.test_lines import cases
from tests.domain.test_regions import TWO_REGIONS

pytestmark = pytest.mark.uncounted
languages = st.sampled_from(tuple(WORDS))
seeds = st.integers(0, 10_000)
GAMES = 12


def assert_read_back(state: State, order: TakeTurn, language: Language) -> None:
    events, after = judge(state, order)
    line = sheet(events, language)[0]
    for written in (line, line.split(WORDS[language].semicolon)[0], line.partition(": ")[2]):
        if written == WORDS[language].passes:
            # "passt" alone also says that all is well.
            continue
        again = parse(written, "turn", state.mover, language=language)
        assert judge(state, again)[1] == after


@settings(max_examples=GAMES)
@given(any_players, any_options, seeds, languages, any_ruleset)
def test_a_line_of_the_score_sheet_is_read_as_the_turn_it_tells(
    players: int, options: Options, seed: int, language: Language, ruleset: str
) -> None:
    for state, order in steps(players, options, seed, ruleset):
        if isinstance(order, TakeTurn):
            assert_read_back(state, order, language)
            scored = [
                event.region for event in judge(state, order)[0] if isinstance(event, RegionScored)
            ]
            assert_read_back(state, replace(order, regions=tuple(scored[::-1])), language)
        else:
            (line, *_) = sheet(judge(state, order)[0], language) or [format(order, language)]
            assert parse(line, KINDS[state.status], state.mover) == order


@pytest.mark.parametrize("language", WORDS)
def test_T12_T18_the_order_of_openings_and_of_regions_is_read_back(language: Language) -> None:
    places, regions = "detroit: blue\nomaha: blue", {"texas": "red", "northeast": "blue"}
    for ruleset in RULESETS:
        table = lay(5, places, money={"blue": 9}, ruleset=ruleset)
        order = TakeTurn(
            0,
            expand=(Expansion("chicago"),),
            increase=("omaha", "detroit"),
            order=("detroit", "omaha"),
        )
        assert_read_back(table, order, language)
    table = lay(5, places, money={"blue": 20}, bonus={"blue": 1}, ruleset=FIRST)
    expand = (Expansion("chicago"), Expansion("indianapolis"))
    turned_round = ("indianapolis", "chicago")
    order = TakeTurn(0, bonus="expand", expand=expand, order=turned_round)
    assert_read_back(table, order, language)
    table = lay(5, TWO_REGIONS, markers=regions)
    assert_read_back(table, TakeTurn(0, increase=("pittsburgh",), regions=("northeast",)), language)


@settings(max_examples=GAMES)
@given(any_players, any_options, seeds, languages)
def test_a_turn_in_words_is_read_as_that_turn_in_one_line_too(
    players: int, options: Options, seed: int, language: Language
) -> None:
    for state, order in steps(players, options, seed):
        written = format(order, language)
        for text in (written, written.replace("\n", "; "), written.upper(), f"- {written}"):
            assert parse(text, KINDS[state.status], state.mover) == order


def slip(text: str, at: int, letter: str, kind: int) -> str:
    """One letter changed, left out, put in, or swapped with the next."""
    at %= len(text)
    match kind:
        case 0:
            return text[:at] + letter + text[at + 1 :]
        case 1:
            return text[:at] + text[at + 1 :]
        case 2:
            return text[:at] + letter + text[at:]
        case _:
            return text[:at] + text[at + 1 : at + 2] + text[at : at + 1] + text[at + 2 :]


@settings(max_examples=GAMES)
@given(
    any_players,
    any_options,
    seeds,
    languages,
    st.integers(0, 10_000),
    st.sampled_from(string.ascii_lowercase),
    st.integers(0, 3),
)
def test_with_a_slip_of_one_letter_it_is_the_same_turn_or_none(
    players: int, options: Options, seed: int, language: Language, at: int, letter: str, kind: int
) -> None:
    """A slip within a number is a number like any other, so digits stay as they are."""
    for state, order in steps(players, options, seed):
        written = format(order, language)
        wrong = slip(written, at, letter, kind)
        if [each for each in written if each.isdigit()] != [
            each for each in wrong if each.isdigit()
        ]:
            continue
        with suppress(Refusal):
            read = parse(wrong, KINDS[state.status], state.mover)
            judge(state, read)
            assert read == order


@settings(max_examples=GAMES)
@given(st.sampled_from(tuple(WORDS)), st.data())
def test_a_negation_anywhere_leaves_out_or_is_refused(
    language: Language, data: st.DataObject
) -> None:
    """It adds nothing to what the line asked for without it."""
    lines = [text for _, text, sign, _ in cases(language) if sign == "="]
    words = data.draw(st.sampled_from(lines)).split(" ")
    at = data.draw(st.integers(0, len(words)))
    negation = data.draw(st.sampled_from(WORDS[language].small.negations))
    with suppress(Refusal):
        turn = parse(" ".join([*words[:at], negation, *words[at:]]), "turn", 0, language=language)
        plain = parse(" ".join(words), "turn", 0, language=language)
        assert isinstance(turn, TakeTurn)
        assert isinstance(plain, TakeTurn)
        assert set(turn.expand) <= set(plain.expand)
        assert set(turn.increase) <= set(plain.increase)
