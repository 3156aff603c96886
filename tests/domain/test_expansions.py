"""The list of expansions: what each is called, and when it is played."""

from games.domain import Options
from games.domain.expansions import EXPANSIONS, OPENINGS, SWITCHES
from games.domain.stages import CHOICES
from games.rules import rulebook

EVERYTHING = Options(layout="random", milestones=True, boom=True, region_tiles=1)


def test_an_expansion_is_played_where_its_option_is_not_that_of_the_base_game() -> None:
    assert not any(each.is_played(Options(introductory=True)) for each in EXPANSIONS)
    assert all(each.is_played(EVERYTHING) for each in EXPANSIONS)
    assert [each.option for each in SWITCHES] == ["milestones", "boom"]


def test_every_expansion_has_its_section_of_the_rules_and_its_words() -> None:
    book = rulebook("en")
    for each in EXPANSIONS:
        assert book.section(each.rules).rules
        assert each.called
    assert all(each.title for each in SWITCHES)
    assert all(each.about for each in SWITCHES)


def test_no_two_expansions_ask_for_the_same_choice_or_begin_a_turn_by_the_same_field() -> None:
    assert len({choice.order for choice in CHOICES}) == len(CHOICES)
    assert len({opening.field for opening in OPENINGS}) == len(OPENINGS)
