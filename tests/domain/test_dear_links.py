"""Expansion 1, M4: the milestone of two $8 links, and the mark that the first one gets."""

from typing import Any

import pytest
from msgspec.structs import replace

from games.domain import State
from games.domain.errors import SupplyEmpty
from games.domain.events import DearLinkMarked, Expanded, MilestoneReached
from games.domain.evolve import replay
from games.domain.rulesets import RULESET
from games.domain.table import Milestone, table
from games.domain.text import draw
from tests.domain.milestones import PLAYED, lay_with_tile, milestones_in, with_tiles
from tests.domain.tables import FIRST, after, all_of, lay, only, turn


def test_M4_two_8_dollar_links_count_over_the_whole_game() -> None:
    laid = lay(2, "chicago: blue", money={"blue": 20}, options=PLAYED)
    state = with_tiles(laid, "two-8-links")
    first = turn(state, expand=[{"to": "kansas-city"}])
    assert (only(Expanded, first).links, milestones_in(first)) == ((8,), [])
    state = after(after(state, expand=[{"to": "kansas-city"}]))
    second = turn(state, expand=[{"to": "new-york", "from": "chicago"}])
    assert milestones_in(second) == [("blue", "two-8-links")]
    assert isinstance(second[second.index(only(Expanded, second)) + 1], MilestoneReached)


def lay_for_links(
    ruleset: str = RULESET, *, places: str = "chicago: blue", used: int = 0, **more: Any
) -> State:
    """Blue in Chicago, an $8 link from Kansas City, with so many such links used already."""
    laid = lay(5, places, money={"blue": 30}, bonus={}, options=PLAYED, ruleset=ruleset, **more)
    return replace(with_tiles(laid, "two-8-links"), dear_links=(used, 0, 0, 0, 0))


FAR = {"expand": [{"to": "kansas-city"}]}


def test_M4_the_first_8_dollar_link_is_marked_with_a_franchise_of_the_supply() -> None:
    events = turn(lay_for_links(), **FAR)
    assert events[events.index(only(Expanded, events)) + 1] == DearLinkMarked(0, franchise=True)
    then = after(lay_for_links(), **FAR)
    assert (then.supply[0], then.dear_marks, then.dear_links[0]) == (40 - 2 - 1, (0,), 1)
    assert table(then).milestones == (Milestone("two-8-links", (), (0,)),)
    assert "two $8 links (●)" in draw(then)


def test_M4_the_mark_is_the_franchise_of_the_milestone_once_it_is_reached() -> None:
    state = replace(lay_for_links(used=1), dear_marks=(0,))
    events = turn(state, **FAR)
    assert not all_of(DearLinkMarked, events)
    assert only(MilestoneReached, events) == MilestoneReached(0, "two-8-links", franchise=False)
    then = replay(events, state)
    assert (then.supply[0], then.bonus[0], then.reserve[0]) == (state.supply[0] - 1, 1, 2)
    assert table(then).milestones == (Milestone("two-8-links", (0,)),)


def test_M4_by_the_first_ruleset_no_mark_is_laid() -> None:
    assert not all_of(DearLinkMarked, turn(lay_for_links(FIRST), **FAR))
    events = turn(lay_for_links(FIRST, used=1), **FAR)
    assert only(MilestoneReached, events).franchise


def test_M4_without_its_milestone_on_the_table_no_link_is_marked() -> None:
    assert not all_of(DearLinkMarked, turn(with_tiles(lay_for_links(), "region"), **FAR))


def test_M4_with_an_empty_supply_the_first_link_is_noted_all_the_same() -> None:
    state = lay_for_links(supply={"blue": 1})
    events = turn(state, **FAR)
    assert only(DearLinkMarked, events) == DearLinkMarked(0, franchise=False)
    then = replay(events, state)
    assert (then.supply[0], then.dear_marks, then.dear_links[0]) == (0, (), 1)


def test_M4_where_no_mark_lies_the_milestone_takes_a_franchise_from_the_supply() -> None:
    events = turn(lay_for_links(used=1), **FAR)
    assert only(MilestoneReached, events).franchise


def test_M4_a_mark_stays_where_no_bonus_tile_is_left_in_the_reserve() -> None:
    state = replace(lay_for_links(), reserve=(0, 3, 3, 3, 3))
    then = after(state, **FAR)
    assert (then.supply[0], then.dear_marks) == (37, (0,))
    last = replace(then, to_move=0, dear_links=(1, 0, 0, 0, 0))
    again = turn(last, expand=[{"to": "new-york", "from": "chicago"}])
    assert milestones_in(again) == []


def test_M4_a_chain_of_two_8_dollar_links_marks_the_first_and_reaches_with_the_second() -> None:
    state = lay_for_links(tools={"blue": ("development",)}, places="charleston: blue")
    way = {"to": "chicago", "from": "charleston", "via": ["kansas-city"]}
    links = only(Expanded, turn(state, use="development", expand=[way])).links
    assert links == (8, 8)
    events = turn(state, use="development", expand=[way])
    assert only(DearLinkMarked, events).franchise
    assert not only(MilestoneReached, events).franchise
    assert replay(events, state).supply[0] == state.supply[0] - 2


def test_M4_a_mark_leaves_one_less_to_increase_with() -> None:
    with pytest.raises(SupplyEmpty):
        turn(lay_for_links(supply={"blue": 2}), increase=["chicago"], **FAR)
    assert turn(lay_for_links(FIRST, supply={"blue": 2}), increase=["chicago"], **FAR)


def test_M4_links_of_5_are_no_8_dollar_links() -> None:
    state = lay_with_tile("two-8-links", "chicago: blue")
    state = replace(state, dear_links=(1, 0, 0, 0, 0))
    assert milestones_in(turn(state, expand=[{"to": "omaha"}])) == []


def test_M4_an_8_dollar_link_is_used_also_where_the_route_tile_pays_it() -> None:
    laid = lay(5, "chicago: blue", tools={"blue": ("route",)}, options=PLAYED)
    state = replace(with_tiles(laid, "two-8-links"), dear_links=(1, 0, 0, 0, 0))
    events = turn(state, use="route", expand=[{"to": "kansas-city"}])
    assert milestones_in(events) == [("blue", "two-8-links")]
