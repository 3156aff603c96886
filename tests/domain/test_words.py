"""The words of orders, sheet and board: a file a language."""

from typing import get_args

import pytest

from games.domain.board import PRINTED_BOARD
from games.domain.expansions.milestones import MILESTONES
from games.domain.notation.words import ENGLISH, WORDS, Language, Link, Verb

OTHERS = sorted(set(WORDS) - {ENGLISH})


@pytest.mark.parametrize("language", WORDS)
def test_every_language_has_all_words(language: Language) -> None:
    words, english = WORDS[language], WORDS[ENGLISH]
    assert set(words.verbs) == set(get_args(Verb))
    assert set(words.links) == set(get_args(Link))
    assert set(words.colours) == set(PRINTED_BOARD.colours)
    assert set(words.milestones) == set(MILESTONES)
    assert set(words.tools) == set(english.tools)
    assert set(words.bonus) == set(english.bonus)
    lists = (words.verbs, words.links, words.bonus, words.tools)
    assert all(synonyms for table in lists for synonyms in table.values())


@pytest.mark.parametrize("language", OTHERS)
def test_every_other_language_names_the_regions(language: Language) -> None:
    assert set(WORDS[language].regions) == set(PRINTED_BOARD.region_index)


def test_no_line_ends_before_a_sign_or_within_an_amount() -> None:
    assert WORDS["fr"].typeset("« Quoi ? » : 3 $") == "«\u202fQuoi\u202f?\u202f»\u202f: 3\u00a0$"
    assert WORDS["de"].typeset("Was? 3 $") == "Was? 3\u00a0$"
    assert WORDS["en"].typeset("What? $3") == "What? $3"
