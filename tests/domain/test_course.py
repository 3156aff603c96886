"""Which events still count, how the players stood, and where two games part."""

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Event, Options, State
from games.domain.breakdown import gains
from games.domain.course import FirstDifference, course, effective_events, first_difference
from games.domain.events import (
    CityScored,
    DeadlineSet,
    GameStarted,
    IncomeCollected,
    TurnEnded,
    TurnTakenBack,
)
from games.domain.evolve import replay, walk
from games.domain.income import income
from tests.domain.games import events_of

GAME = events_of(3, Options(), 11)


def states_of(events: tuple[Event, ...]) -> list[State]:
    return [NEW_GAME, *walk(events)]


def turn_ends(events: tuple[Event, ...]) -> list[int]:
    return [number for number, event in enumerate(events, 1) if isinstance(event, TurnEnded)]


def events_with_a_turn_twice() -> tuple[Event, ...]:
    """A turn in which a city was scored, taken back and played again."""
    scored = next(i for i, event in enumerate(GAME, 1) if isinstance(event, CityScored))
    began, ended = (
        max(end for end in turn_ends(GAME) if end < scored),
        min(end for end in turn_ends(GAME) if end > scored),
    )
    return (*GAME[:ended], TurnTakenBack(began), *GAME[began:])


def test_what_was_taken_back_no_longer_counts() -> None:
    events = events_with_a_turn_twice()
    assert tuple(event for _, event in effective_events(events)) == GAME
    assert all(events[number - 1] == event for number, event in effective_events(events))


def test_points_of_a_turn_that_was_taken_back_came_from_nowhere() -> None:
    twice = gains(events_with_a_turn_twice())
    assert [replace(gain, version=0) for gain in twice] == [
        replace(gain, version=0) for gain in gains(GAME)
    ]


@pytest.mark.parametrize("events", [GAME, events_with_a_turn_twice()])
def test_a_course_has_the_tables_at_the_turns_ends_and_the_end(events: tuple[Event, ...]) -> None:
    samples, end = course(events, states_of(events)), replay(events)
    assert len(samples) == len(turn_ends(GAME)) + 2
    assert samples[0].influence == (0, 0, 0)
    assert samples[-1].influence == end.influence
    before_the_end = replay(events[: samples[-2].version])
    assert samples[-2].money == before_the_end.money
    assert samples[-2].income == tuple(income(before_the_end, seat) for seat in range(3))
    assert samples[-1].settled == tuple(scored is not None for scored in end.scored)


def test_a_region_is_held_by_those_with_the_most_franchises_there() -> None:
    samples, states = course(GAME, states_of(GAME)), states_of(GAME)
    board = states[-1].board
    texas = board.region_index["texas"]
    for sample in samples:
        owners = [
            owner
            for place in range(len(board.places))
            if board.region_of[place] == texas
            for owner in states[sample.version].owners[place]
        ]
        most = max((owners.count(seat) for seat in range(3)), default=0)
        assert sample.holders[texas] == tuple(
            seat for seat in range(3) if most and owners.count(seat) == most
        )
    assert samples[-1].holders[board.region_index["california"]] == ()


def test_two_games_part_at_the_first_event_that_differs() -> None:
    last = turn_ends(GAME)[3]
    other = (*GAME[:last], IncomeCollected(0, 0, 7), *GAME[last + 1 :])
    assert first_difference(GAME, other) == FirstDifference(last + 1, last + 1)
    assert first_difference(GAME, GAME) is None
    assert first_difference(GAME, GAME[:last]) == FirstDifference(last + 1, None)
    assert first_difference(GAME[:last], GAME) == FirstDifference(None, last + 1)


def test_people_clocks_and_turns_taken_back_make_no_difference_between_games() -> None:
    started = next(event for event in GAME if isinstance(event, GameStarted))
    others = tuple(
        replace(event, seats=()) if event is started else event
        for event in events_with_a_turn_twice()
    )
    assert first_difference(GAME, (*others, DeadlineSet(1, "turn"))) is None
