"""The turns that count, each with the order that was played, read from a history alone."""

from pathlib import Path

import pytest

from games.domain import Event, Options
from games.domain.decide import judge
from games.domain.events import TurnEnded, TurnTakenBack
from games.domain.recall import played_turns
from tests.domain.games import events_of
from tests.golden.golden import FOLDER, read

GAME = events_of(2, Options(), 11)


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.json")), ids=lambda path: str(path.stem))
def test_every_turn_judged_again_is_what_happened(path: Path) -> None:
    events = read(path).record.events
    turns = played_turns(events)
    assert len(turns) == sum(isinstance(event, TurnEnded) for event in events)
    for turn in turns:
        if not turn.late:
            again, _ = judge(turn.start, turn.order)
            assert again[: len(turn.events)] == turn.events


def test_a_turn_that_was_taken_back_does_not_count() -> None:
    second = played_turns(GAME)[1]
    end = second.start.version + len(second.events)
    history: tuple[Event, ...] = (*GAME[:end], TurnTakenBack(second.start.version))
    assert [turn.start.turn for turn in played_turns(history)] == [1]
    again = (*history, *second.events)
    assert [turn.order for turn in played_turns(again)] == [
        turn.order for turn in played_turns(GAME)[:2]
    ]


def test_a_turn_that_has_only_begun_does_not_count() -> None:
    second = played_turns(GAME)[1]
    assert len(played_turns(GAME[: second.start.version + 1])) == 1
