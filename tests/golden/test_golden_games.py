"""Every golden game is judged anew, folded anew, and must come to the same tables."""

from collections.abc import Iterator
from pathlib import Path
from typing import get_args

import pytest

from games.domain import NEW_GAME, Event, State
from games.domain.commands import TakeTurn
from games.domain.decide import judge
from games.domain.events import (
    AroundTheTable,
    BoomMoved,
    DearLinkMarked,
    GameAbandoned,
    GameEnded,
    GameStarted,
    MilestoneReached,
    RulesetChanged,
    TurnTakenBack,
)
from games.domain.evolve import replay, walk
from games.domain.expansions.milestones import DEAR_LINKS
from games.domain.record import check
from tests.golden.golden import FOLDER, PLANS, Golden, begin, read

PATHS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_folds_to_its_digests_and_its_last_table(path: Path) -> None:
    assert check(read(path).record).status == "ended"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_games_commands_lead_to_the_same_events(path: Path) -> None:
    golden = read(path)
    events = list(begin(golden.plan))
    state = replay(events)
    for order in golden.commands:
        happened, after = judge(state, order)
        assert after == replay(happened, state)
        events += happened
        state = after
    assert tuple(events) == golden.record.events


def test_the_golden_games_are_those_that_were_planned() -> None:
    assert {path.stem for path in PATHS} == {plan.name for plan in PLANS}
    assert len(PATHS) >= 12


def test_they_show_every_number_of_players_every_option_and_every_end() -> None:
    goldens = [read(path) for path in PATHS]
    chosen = [golden.plan.options for golden in goldens]
    assert {golden.plan.players for golden in goldens} == {2, 3, 4, 5}
    assert {options.layout for options in chosen} >= {"printed", "random", "draft"}
    assert {options.region_tiles for options in chosen} == {None, 1, 2, 3}
    assert {options.boom for options in chosen} == {True, False}
    assert {options.milestones for options in chosen} == {True, False}
    assert {options.introductory for options in chosen} == {True, False}
    last = [golden.record.events[-1] for golden in goldens]
    assert {event.reason for event in last if isinstance(event, GameEnded)} == {
        "red-zone",
        "no-expansion",
    }


def second_games() -> list[Golden]:
    return [golden for path in PATHS if (golden := read(path)).plan.ruleset == "franchise-2"]


def test_each_is_of_the_ruleset_that_its_first_event_names() -> None:
    for golden in map(read, PATHS):
        (started,) = (each for each in golden.record.events if isinstance(each, GameStarted))
        assert started.ruleset == golden.plan.ruleset


def test_G1_those_of_ruleset_2_deal_new_tiles_to_regions_out_of_play() -> None:
    started = [golden.record.events[0] for golden in second_games()]
    closed = [
        [tile.id for tile in event.tiles[:3] if tile]
        for event in started
        if isinstance(event, GameStarted) and event.closed_regions
    ]
    assert any("n" in tile[0] for tiles in closed for tile in tiles)


def test_G2_T12_those_of_ruleset_2_use_both_tools_and_put_increases_in_order() -> None:
    turns = [
        order
        for golden in second_games()
        for order in golden.commands
        if isinstance(order, TakeTurn)
    ]
    assert any(len(turn.use) == 2 for turn in turns)
    assert any(
        turn.expand and turn.order and turn.order != turn.increase[: len(turn.order)]
        for turn in turns
    )


def test_M4_those_of_ruleset_2_mark_a_link_and_reach_the_milestone_with_it() -> None:
    links = [
        (event.seat, type(event), event.franchise)
        for golden in second_games()
        for event in golden.record.events
        if isinstance(event, DearLinkMarked)
        or (isinstance(event, MilestoneReached) and event.milestone == DEAR_LINKS)
    ]
    marked = {seat for seat, kind, franchise in links if kind is DearLinkMarked and franchise}
    assert marked & {seat for seat, kind, laid in links if kind is MilestoneReached and not laid}


def test_O2_those_of_ruleset_2_move_the_boom_marker_to_a_scored_city() -> None:
    assert any(
        isinstance(event, BoomMoved) and not before.free >> before.board.index[event.city] & 1
        for golden in second_games()
        for event, before in pairs(golden)
    )


def pairs(golden: Golden) -> Iterator[tuple[Event, State]]:
    """Each event with the table before it."""
    events = golden.record.events
    return zip(events, [NEW_GAME, *walk(events)], strict=False)


def test_they_show_every_kind_of_event() -> None:
    kinds = {type(event) for path in PATHS for event in read(path).record.events}
    of_play = {kind for kind in get_args(Event) if not issubclass(kind, AroundTheTable)}
    assert kinds == of_play - {TurnTakenBack, RulesetChanged, GameAbandoned}
