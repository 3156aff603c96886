"""What a player who was away is told: the same in mails and on pages."""

from pathlib import Path

from games.domain import Event
from games.domain.events import SetupStageBegan, TurnEnded, TurnTakenBack
from games.domain.evolve import replay
from games.domain.notation import numbered_sheet, sheet
from games.domain.state import NEW_GAME
from games.domain.story import differences, story
from tests.golden.golden import FOLDER, read


def game(name: str) -> tuple[Event, ...]:
    return read(Path(FOLDER) / f"{name}.json").record.events


def after_turns(events: tuple[Event, ...], count: int) -> tuple[Event, ...]:
    ends = [number for number, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    return events[: ends[count - 1]]


def test_a_player_is_told_of_the_turns_since_the_own_last_one() -> None:
    events = after_turns(game("three-players"), 6)
    seat = replay(events).mover
    lines = story(events, seat)
    assert lines.then.version == len(after_turns(events, 4))
    assert len(lines.lines("en")) == 2
    assert tuple(sheet(turn)[0] for turn in lines.turns()) == lines.lines("en")
    assert lines.changes() == differences(replay(after_turns(events, 4)), lines.now)
    assert lines.changes()


def test_who_only_watches_is_told_of_the_last_turn() -> None:
    lines = story(after_turns(game("three-players"), 6), None)
    assert len(lines.lines("en")) == 1


def test_before_the_first_own_turn_all_is_told_and_what_was_played_is_marked() -> None:
    events = after_turns(game("three-players"), 1)
    lines = story(events, replay(events).mover)
    assert len(lines.lines("fr")) > 1
    start = max(i for i, event in enumerate(events, 1) if isinstance(event, SetupStageBegan))
    assert lines.changes() == differences(replay(events[:start]), lines.now) != ()


def test_who_has_just_played_is_told_the_own_turn_and_nothing_since() -> None:
    events = after_turns(game("three-players"), 4)
    last = events[-1]
    assert isinstance(last, TurnEnded)
    lines = story(events, last.seat)
    assert lines.lines("en") == ()
    assert lines.changes() == ()
    assert lines.turns() == ()
    (own,) = lines.last_turns()
    assert own[-1] == last
    assert sheet(own) == (list(numbered_sheet(events, "en"))[-1][1],)


def test_what_was_taken_back_is_not_told() -> None:
    events = after_turns(game("three-players"), 6)
    begun = len(after_turns(events, 5))
    seat = replay(events).mover
    lines = story((*events, TurnTakenBack(begun)), seat)
    before = story(events[:begun], seat)
    assert lines.lines("en") == before.lines("en")
    assert lines.changes() == before.changes()
    own = story((*events, TurnTakenBack(begun)), replay(events[:begun]).mover)
    assert own.then.turn < lines.now.turn


def test_a_table_without_its_places_yet_has_nothing_that_looks_different() -> None:
    assert differences(NEW_GAME, replay(game("three-players"))) == ()
