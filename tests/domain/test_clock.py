"""Banks, turns lost to the clock, and what becomes of them."""

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Options
from games.domain.chance import Draws
from games.domain.clock import AN_HOUR, bank_left
from games.domain.commands import RunOutOfTime, TimeIsUp, command
from games.domain.decide import decide
from games.domain.errors import NotYourTurn
from games.domain.events import (
    BankOpened,
    BankUsed,
    BoomMoved,
    DeadlineSet,
    IncomeCollected,
    SetupStageBegan,
    TilePlaced,
    TimeRanOut,
    TurnEnded,
)
from games.domain.evolve import replay
from games.domain.lobby import BadTerms, CreateGame, NoStandIn, NotDue, SetDeadline
from games.domain.playout import random_command
from games.domain.state import Terms
from games.domain.take_backs import NoTakeBack, TakeBack
from tests.domain import clocks
from tests.domain.tables import all_of, only


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        (replace(clocks.TERMS, bank_hours=721), 721),
        (replace(clocks.TERMS, bank_hours=-1), -1),
        (replace(clocks.TERMS, bank_hours=5, pace_hours=None), 5),
    ],
)
def test_a_bank_has_up_to_a_month_and_goes_with_a_pace(terms: Terms, value: int) -> None:
    with pytest.raises(BadTerms) as no:
        decide(NEW_GAME, CreateGame(terms, 2))
    assert no.value.value == value


def test_when_a_turns_time_is_over_the_bank_runs_before_anything_is_lost() -> None:
    state = clocks.start_with_bank()
    after, events = clocks.judge_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    assert events == (BankOpened(0), DeadlineSet(clocks.NOON + clocks.A_DAY + 10 * AN_HOUR, "bank"))
    _, lost = clocks.judge_at(after.deadline or 0, after, clocks.time_up(after))
    assert lost[0] == TimeRanOut(0)
    assert BankUsed(0, 10 * AN_HOUR) in lost


def test_what_a_turn_took_of_the_bank_is_gone_from_it() -> None:
    state = clocks.start_with_bank()
    state = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    played = clocks.play_at(
        clocks.NOON + clocks.A_DAY + 3 * AN_HOUR, state, clocks.turn_command(state)
    )
    assert [bank_left(played, seat) for seat in (0, 1)] == [7 * AN_HOUR, 10 * AN_HOUR]
    assert played.clock.banking is False


def test_a_turn_played_before_the_sweep_came_by_takes_from_the_bank_all_the_same() -> None:
    state = clocks.start_with_bank()
    _, events = clocks.judge_at(clocks.NOON + clocks.A_DAY + 60, state, clocks.turn_command(state))
    assert only(BankUsed, events) == BankUsed(0, 60)


def test_a_turn_in_time_takes_nothing_from_the_bank() -> None:
    state = clocks.start_with_bank()
    _, events = clocks.judge_at(clocks.NOON + clocks.A_DAY, state, clocks.turn_command(state))
    assert all_of(BankUsed, events) == []


def test_a_bank_that_is_used_up_is_not_opened_again() -> None:
    state = clocks.start_with_bank()
    for moment in (clocks.A_DAY, clocks.A_DAY + 10 * AN_HOUR):
        state = clocks.play_at(clocks.NOON + moment, state, clocks.time_up(state))
    state = clocks.play_at(clocks.NOON, state, clocks.turn_command(state, increase=[]))
    _, events = clocks.judge_at(state.deadline or 0, state, clocks.time_up(state))
    assert events[0] == TimeRanOut(0)


def test_what_a_player_has_used_stays_used_when_a_turn_is_taken_back() -> None:
    state = clocks.start_with_bank()
    begun = state.version
    state = clocks.play_at(clocks.NOON + clocks.A_DAY + AN_HOUR, state, clocks.turn_command(state))
    back = clocks.play_at(clocks.NOON + clocks.A_DAY + AN_HOUR, state, TakeBack(begun, 0))
    assert bank_left(back, 0) == 9 * AN_HOUR
    assert back.deadline == clocks.NOON + 2 * clocks.A_DAY + AN_HOUR


def test_nothing_happens_before_the_deadline_or_to_another_seat() -> None:
    state = clocks.start_clocked()
    paused = clocks.play_at(clocks.NOON, state, SetDeadline(None, "paused", 5))
    for table, order in (
        (state, TimeIsUp(0, clocks.NOON + clocks.A_DAY - 1)),
        (state, TimeIsUp(1, clocks.NOON + clocks.A_DAY)),
        (paused, TimeIsUp(0, clocks.NOON + 9 * clocks.A_DAY)),
    ):
        with pytest.raises(NotDue):
            decide(table, order)


def test_by_default_a_computer_player_takes_the_turn_and_the_events_say_why() -> None:
    state = clocks.start_clocked()
    after, events = clocks.judge_at(
        clocks.NOON + clocks.A_DAY, state, clocks.time_up(state, clocks.turn_command(state))
    )
    kinds = [type(event) for event in events]
    assert kinds[:2] == [TimeRanOut, IncomeCollected]
    assert kinds[-2:] == [TurnEnded, DeadlineSet]
    assert (after.mover, after.clock.lost) == (1, (1, 0))
    assert [begun.version for begun in after.turn_starts] == [state.version]


def test_who_stands_in_plays_for_the_seat_to_move_and_must_have_chosen() -> None:
    state = clocks.start_clocked()
    with pytest.raises(NoStandIn):
        decide(state, clocks.time_up(state))
    with pytest.raises(NotYourTurn):
        decide(state, clocks.time_up(state, command("turn", 1, {})))


def test_where_turns_are_passed_the_set_up_is_still_chosen_by_a_computer_player() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="pass"), options=Options())
    assert state.status == "towns"
    after = clocks.play_at(
        clocks.NOON + clocks.A_DAY,
        state,
        clocks.time_up(state, command("town", 1, {"town": "flagstaff"})),
    )
    assert (after.mover, after.clock.lost) == (0, (0, 1))
    # The choice begins with the time running out, and is lost to the clock as a turn is.
    assert [begun.version for begun in after.turn_starts] == [state.version]
    with pytest.raises(NoTakeBack, match="lost to the clock"):
        decide(after, TakeBack(state.version, 1))


def test_where_the_game_waits_the_deadline_is_over_once_and_nobody_is_moved() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="wait"))
    after, events = clocks.judge_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    assert events == (DeadlineSet(None, "late"),)
    assert (after.mover, after.clock.late_since) == (0, clocks.NOON + clocks.A_DAY)
    with pytest.raises(NotDue):
        decide(after, clocks.time_up(after))
    assert clocks.play_at(
        clocks.NOON + 3 * clocks.A_DAY, after, clocks.turn_command(after)
    ).clock.lost == (1, 0)


def test_where_the_game_waits_the_bank_goes_first() -> None:
    state = clocks.start_with_bank(1, "wait")
    state = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    _, events = clocks.judge_at(state.deadline or 0, state, clocks.time_up(state))
    assert events == (BankUsed(0, AN_HOUR), DeadlineSet(None, "late"))


def test_who_is_given_more_time_is_no_longer_late() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="wait"))
    state = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    after = clocks.play_at(
        clocks.NOON, state, SetDeadline(clocks.NOON + 2 * clocks.A_DAY, "extended")
    )
    assert (after.deadline, after.clock.late_since) == (clocks.NOON + 2 * clocks.A_DAY, None)


def test_a_turn_in_time_ends_the_row_of_lost_ones() -> None:
    state = clocks.lose_turns(clocks.start_clocked(replace(clocks.TERMS, when_late="pass")))
    assert state.clock.lost == (1, 0)
    assert clocks.play_at(clocks.NOON, state, clocks.turn_command(state)).clock.lost == (0, 0)


def test_each_choice_of_the_set_up_ends_the_row_too() -> None:
    drafting = clocks.start_clocked(options=Options(layout="draft"))
    # More time was given, so that it is no longer late.
    lost = replay([TimeRanOut(0), DeadlineSet(clocks.NOON, "extended")], drafting)
    assert lost.clock.lost == (1, 0)
    tile = random_command(lost, Draws(1, "clock").below)
    after, events = clocks.judge_at(clocks.NOON, lost, tile)
    assert only(TilePlaced, events).seat == 0
    assert after.clock.lost == (0, 0)
    booming = clocks.start_clocked(options=Options(introductory=True, boom=True))
    assert booming.status == "boom"
    after, events = clocks.judge_at(clocks.NOON, booming, command("boom", 0, {"boom": "chicago"}))
    assert [type(event) for event in events[:2]] == [BoomMoved, SetupStageBegan]
    assert after.deadline == clocks.NOON + clocks.A_DAY


def test_a_turn_lost_to_the_clock_is_not_taken_back_by_its_player() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="pass"))
    after = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    with pytest.raises(NoTakeBack, match="lost to the clock"):
        decide(after, TakeBack(state.version, 0))
    assert clocks.play_at(clocks.NOON, after, TakeBack(state.version)).clock.lost == ()


def test_where_the_game_waited_the_turn_was_the_players_own() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="wait"))
    after = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    after = clocks.play_at(clocks.NOON + 2 * clocks.A_DAY, after, clocks.turn_command(after))
    assert clocks.play_at(clocks.NOON, after, TakeBack(after.turn_starts[0].version, 0)).mover == 0


def test_a_turn_lost_without_a_clock_counts_as_lost() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, pace_hours=None))
    after = clocks.play_at(clocks.NOON, state, RunOutOfTime(0))
    assert (after.clock.lost, after.deadline) == ((1, 0), None)
