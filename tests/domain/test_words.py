"""The words of orders, sheet and board: a file a language."""

from typing import get_args

import pytest

from games.domain.board import PRINTED_BOARD, RegionTile, TileKind
from games.domain.expansions.milestones import MILESTONES
from games.domain.notation.words import (
    ENGLISH,
    WORDS,
    Language,
    Link,
    Verb,
    kind_text,
    value_texts,
)

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


@pytest.mark.parametrize(
    ("kind", "values", "called"),
    [
        ("influence", ["4", "2", "-1"], "IP"),
        ("number-of-regions", ["n+4", "n+2", "n−1"], "IP"),
        ("dollars", ["$4", "$2", "$-1"], ""),
        ("bonus-tile", ["4", "2", "-1"], "bonus tile"),
        ("development-tile", ["4", "2", "-1"], "Development"),
        ("route-tile", ["4", "2", "-1"], "Route"),
    ],
)
def test_what_a_region_tile_gives_is_told(kind: TileKind, values: list[str], called: str) -> None:
    tile = RegionTile("n01", kind, (4, 2, -1))
    assert (value_texts(tile, WORDS[ENGLISH]), kind_text(tile, WORDS[ENGLISH])) == (values, called)


def test_a_tile_that_takes_nothing_off_says_so() -> None:
    tile = RegionTile("n01", "number-of-regions", (0, 1, 2))
    assert value_texts(tile, WORDS[ENGLISH]) == ["n", "n+1", "n+2"]
