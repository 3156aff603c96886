"""Every golden game is judged anew, folded anew, and must come to the same tables."""

from pathlib import Path
from typing import get_args

import pytest

from games.domain import Event
from games.domain.decide import judge
from games.domain.events import AroundTheTable, GameAbandoned, GameEnded, TurnTakenBack
from games.domain.evolve import replay
from games.domain.record import check
from games.domain.setup import start
from tests.golden.golden import FOLDER, PLANS, read

PATHS = sorted(FOLDER.glob("*.json"))


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_game_folds_to_its_digests_and_its_last_table(path: Path) -> None:
    assert check(read(path).record).status == "ended"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_golden_games_commands_lead_to_the_same_events(path: Path) -> None:
    golden = read(path)
    events = list(start(golden.plan.players, options=golden.plan.options, seed=golden.plan.seed))
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


def test_they_show_every_kind_of_event() -> None:
    kinds = {type(event) for path in PATHS for event in read(path).record.events}
    of_play = {kind for kind in get_args(Event) if not issubclass(kind, AroundTheTable)}
    assert kinds == of_play - {TurnTakenBack, GameAbandoned}
