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
from tests.domain.clocks import (
    A_DAY,
    NOON,
    TERMS,
    judge_at,
    lose_turns,
    play_at,
    start_clocked,
    start_with_bank,
    time_up,
    turn_command,
)
from tests.domain.tables import all_of, only


@pytest.mark.parametrize(
    ("terms", "value"),
    [
        (replace(TERMS, bank_hours=721), 721),
        (replace(TERMS, bank_hours=-1), -1),
        (replace(TERMS, bank_hours=5, pace_hours=None), 5),
    ],
)
def test_a_bank_has_up_to_a_month_and_goes_with_a_pace(terms: Terms, value: int) -> None:
    with pytest.raises(BadTerms) as no:
        decide(NEW_GAME, CreateGame(terms, 2))
    assert no.value.value == value


def test_when_a_turns_time_is_over_the_bank_runs_before_anything_is_lost() -> None:
    state = start_with_bank()
    after, events = judge_at(NOON + A_DAY, state, time_up(state))
    assert events == (BankOpened(0), DeadlineSet(NOON + A_DAY + 10 * AN_HOUR, "bank"))
    _, lost = judge_at(after.deadline or 0, after, time_up(after))
    assert lost[0] == TimeRanOut(0)
    assert BankUsed(0, 10 * AN_HOUR) in lost


def test_what_a_turn_took_of_the_bank_is_gone_from_it() -> None:
    state = start_with_bank()
    state = play_at(NOON + A_DAY, state, time_up(state))
    played = play_at(NOON + A_DAY + 3 * AN_HOUR, state, turn_command(state))
    assert [bank_left(played, seat) for seat in (0, 1)] == [7 * AN_HOUR, 10 * AN_HOUR]
    assert played.clock.banking is False


def test_a_turn_played_before_the_sweep_came_by_takes_from_the_bank_all_the_same() -> None:
    state = start_with_bank()
    _, events = judge_at(NOON + A_DAY + 60, state, turn_command(state))
    assert only(BankUsed, events) == BankUsed(0, 60)


def test_a_turn_in_time_takes_nothing_from_the_bank() -> None:
    state = start_with_bank()
    _, events = judge_at(NOON + A_DAY, state, turn_command(state))
    assert all_of(BankUsed, events) == []


def test_a_bank_that_is_used_up_is_not_opened_again() -> None:
    state = start_with_bank()
    for moment in (A_DAY, A_DAY + 10 * AN_HOUR):
        state = play_at(NOON + moment, state, time_up(state))
    state = play_at(NOON, state, turn_command(state, increase=[]))
    _, events = judge_at(state.deadline or 0, state, time_up(state))
    assert events[0] == TimeRanOut(0)


def test_what_a_player_has_used_stays_used_when_a_turn_is_taken_back() -> None:
    state = start_with_bank()
    begun = state.version
    state = play_at(NOON + A_DAY + AN_HOUR, state, turn_command(state))
    back = play_at(NOON + A_DAY + AN_HOUR, state, TakeBack(begun, 0))
    assert bank_left(back, 0) == 9 * AN_HOUR
    assert back.deadline == NOON + 2 * A_DAY + AN_HOUR


def test_nothing_happens_before_the_deadline_or_to_another_seat() -> None:
    state = start_clocked()
    paused = play_at(NOON, state, SetDeadline(None, "paused", 5))
    for table, order in (
        (state, TimeIsUp(0, NOON + A_DAY - 1)),
        (state, TimeIsUp(1, NOON + A_DAY)),
        (paused, TimeIsUp(0, NOON + 9 * A_DAY)),
    ):
        with pytest.raises(NotDue):
            decide(table, order)


def test_by_default_a_computer_player_takes_the_turn_and_the_events_say_why() -> None:
    state = start_clocked()
    after, events = judge_at(NOON + A_DAY, state, time_up(state, turn_command(state)))
    kinds = [type(event) for event in events]
    assert kinds[:2] == [TimeRanOut, IncomeCollected]
    assert kinds[-2:] == [TurnEnded, DeadlineSet]
    assert (after.mover, after.clock.lost) == (1, (1, 0))
    assert [begun.version for begun in after.turn_starts] == [state.version]


def test_who_stands_in_plays_for_the_seat_to_move_and_must_have_chosen() -> None:
    state = start_clocked()
    with pytest.raises(NoStandIn):
        decide(state, time_up(state))
    with pytest.raises(NotYourTurn):
        decide(state, time_up(state, command("turn", 1, {})))


def test_where_turns_are_passed_the_set_up_is_still_chosen_by_a_computer_player() -> None:
    state = start_clocked(replace(TERMS, when_late="pass"), options=Options())
    assert state.status == "towns"
    after = play_at(NOON + A_DAY, state, time_up(state, command("town", 1, {"town": "flagstaff"})))
    assert (after.mover, after.clock.lost, after.turn_starts) == (0, (0, 1), ())


def test_where_the_game_waits_the_deadline_is_over_once_and_nobody_is_moved() -> None:
    state = start_clocked(replace(TERMS, when_late="wait"))
    after, events = judge_at(NOON + A_DAY, state, time_up(state))
    assert events == (DeadlineSet(None, "late"),)
    assert (after.mover, after.clock.late_since) == (0, NOON + A_DAY)
    with pytest.raises(NotDue):
        decide(after, time_up(after))
    assert play_at(NOON + 3 * A_DAY, after, turn_command(after)).clock.lost == (1, 0)


def test_where_the_game_waits_the_bank_goes_first() -> None:
    state = start_with_bank(1, "wait")
    state = play_at(NOON + A_DAY, state, time_up(state))
    _, events = judge_at(state.deadline or 0, state, time_up(state))
    assert events == (BankUsed(0, AN_HOUR), DeadlineSet(None, "late"))


def test_who_is_given_more_time_is_no_longer_late() -> None:
    state = start_clocked(replace(TERMS, when_late="wait"))
    state = play_at(NOON + A_DAY, state, time_up(state))
    after = play_at(NOON, state, SetDeadline(NOON + 2 * A_DAY, "extended"))
    assert (after.deadline, after.clock.late_since) == (NOON + 2 * A_DAY, None)


def test_a_turn_in_time_ends_the_row_of_lost_ones() -> None:
    state = lose_turns(start_clocked(replace(TERMS, when_late="pass")))
    assert state.clock.lost == (1, 0)
    assert play_at(NOON, state, turn_command(state)).clock.lost == (0, 0)


def test_each_choice_of_the_set_up_ends_the_row_too() -> None:
    drafting = start_clocked(options=Options(layout="draft"))
    # More time was given, so that it is no longer late.
    lost = replay([TimeRanOut(0), DeadlineSet(NOON, "extended")], drafting)
    assert lost.clock.lost == (1, 0)
    tile = random_command(lost, Draws(1, "clock").below)
    after, events = judge_at(NOON, lost, tile)
    assert only(TilePlaced, events).seat == 0
    assert after.clock.lost == (0, 0)
    booming = start_clocked(options=Options(introductory=True, boom=True))
    assert booming.status == "boom"
    after, events = judge_at(NOON, booming, command("boom", 0, {"boom": "chicago"}))
    assert [type(event) for event in events[:2]] == [BoomMoved, SetupStageBegan]
    assert after.deadline == NOON + A_DAY


def test_a_turn_lost_to_the_clock_is_not_taken_back_by_its_player() -> None:
    state = start_clocked(replace(TERMS, when_late="pass"))
    after = play_at(NOON + A_DAY, state, time_up(state))
    with pytest.raises(NoTakeBack, match="lost to the clock"):
        decide(after, TakeBack(state.version, 0))
    assert play_at(NOON, after, TakeBack(state.version)).clock.lost == ()


def test_where_the_game_waited_the_turn_was_the_players_own() -> None:
    state = start_clocked(replace(TERMS, when_late="wait"))
    after = play_at(NOON + A_DAY, state, time_up(state))
    after = play_at(NOON + 2 * A_DAY, after, turn_command(after))
    assert play_at(NOON, after, TakeBack(after.turn_starts[0].version, 0)).mover == 0


def test_a_turn_lost_without_a_clock_counts_as_lost() -> None:
    state = start_clocked(replace(TERMS, pace_hours=None))
    after = play_at(NOON, state, RunOutOfTime(0))
    assert (after.clock.lost, after.deadline) == ((1, 0), None)
