"""Pauses that all agree to, and seats that were given up."""

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, lobby
from games.domain.chain import Stamp, payload_of
from games.domain.clock import AN_HOUR, bank_left
from games.domain.decide import decide
from games.domain.events import (
    DeadlineSet,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerReplaced,
)
from games.domain.rejudge import rejudge
from games.domain.state import Seat
from tests.domain import clocks


def test_the_clock_stops_when_the_last_of_the_persons_has_agreed() -> None:
    state = clocks.start_clocked(others=(clocks.BOB, lobby.TakeSeat(bot="greedy")))
    state, events = clocks.judge_at(clocks.NOON, state, lobby.AgreePause(1))
    assert events == (PauseAgreed(1),)
    assert state.paused is False
    state, events = clocks.judge_at(clocks.NOON + AN_HOUR, state, lobby.AgreePause(0))
    assert events == (PauseAgreed(0), DeadlineSet(None, "agreed-pause", 23 * AN_HOUR))
    assert (state.paused, state.deadline) == (True, None)


@pytest.mark.parametrize("by", [0, 1])
def test_any_one_of_them_lets_it_run_on_with_what_was_left(by: int) -> None:
    state = clocks.play_at(
        clocks.NOON + AN_HOUR, clocks.start_clocked(), lobby.AgreePause(0), lobby.AgreePause(1)
    )
    after, events = clocks.judge_at(clocks.NOON + 9 * clocks.A_DAY, state, lobby.EndPause(by))
    assert events == (
        PauseEnded(by),
        DeadlineSet(clocks.NOON + 9 * clocks.A_DAY + 23 * AN_HOUR, "resumed"),
    )
    assert (after.paused, after.clock.agreed, after.clock.left) == (False, (), None)


def test_after_a_pause_there_is_at_least_an_hour() -> None:
    state = clocks.play_at(
        clocks.NOON + clocks.A_DAY - 60,
        clocks.start_clocked(),
        lobby.AgreePause(0),
        lobby.AgreePause(1),
        lobby.EndPause(1),
    )
    assert state.deadline == clocks.NOON + clocks.A_DAY - 60 + AN_HOUR


def test_a_turn_played_in_a_pause_leaves_the_next_player_the_whole_time() -> None:
    state = clocks.play_at(
        clocks.NOON + AN_HOUR, clocks.start_clocked(), lobby.AgreePause(0), lobby.AgreePause(1)
    )
    state = clocks.play_at(clocks.NOON + AN_HOUR, state, clocks.turn_command(state))
    assert (state.paused, state.deadline, state.clock.left) == (True, None, None)
    assert (
        clocks.play_at(clocks.NOON, state, lobby.EndPause(0)).deadline == clocks.NOON + clocks.A_DAY
    )


def test_a_pause_while_a_bank_runs_uses_none_of_it() -> None:
    state = clocks.start_with_bank()
    state = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    state = clocks.play_at(
        clocks.NOON + clocks.A_DAY + 2 * AN_HOUR, state, lobby.AgreePause(0), lobby.AgreePause(1)
    )
    played = clocks.play_at(clocks.NOON + 9 * clocks.A_DAY, state, clocks.turn_command(state))
    assert bank_left(played, 0) == 8 * AN_HOUR
    resumed = clocks.play_at(clocks.NOON + 9 * clocks.A_DAY, state, lobby.EndPause(0))
    assert resumed.deadline == clocks.NOON + 9 * clocks.A_DAY + 8 * AN_HOUR
    played = clocks.play_at(
        clocks.NOON + 9 * clocks.A_DAY + AN_HOUR, resumed, clocks.turn_command(resumed)
    )
    assert bank_left(played, 0) == 7 * AN_HOUR


def test_before_the_clock_has_stopped_each_takes_back_the_own_word() -> None:
    state = clocks.play_at(clocks.NOON, clocks.start_clocked(), lobby.AgreePause(0))
    with pytest.raises(lobby.AlreadyAgreed):
        decide(state, lobby.AgreePause(0))
    with pytest.raises(lobby.NotPaused):
        decide(state, lobby.EndPause(1))
    assert decide(state, lobby.EndPause(0)) == (PauseWithdrawn(0),)
    assert (
        clocks.play_at(clocks.NOON, state, lobby.EndPause(0), lobby.AgreePause(1)).paused is False
    )


def test_the_hosts_pause_is_ended_by_the_host_with_what_was_left() -> None:
    state = clocks.play_at(
        clocks.NOON,
        clocks.start_clocked(),
        lobby.AgreePause(0),
        lobby.SetDeadline(None, "paused", 7200),
    )
    for order in (lobby.EndPause(0), lobby.SetDeadline(None, "resumed")):
        with pytest.raises(lobby.NotPaused):
            decide(state if isinstance(order, lobby.EndPause) else clocks.start_clocked(), order)
    assert (
        clocks.play_at(clocks.NOON, state, lobby.SetDeadline(None, "resumed")).deadline
        == clocks.NOON + 7200
    )


def test_where_no_clock_runs_there_is_nothing_to_pause() -> None:
    paused = clocks.play_at(clocks.NOON, clocks.start_clocked(), lobby.SetDeadline(None, "paused"))
    for state in (clocks.start_clocked(replace(clocks.TERMS, pace_hours=None)), paused):
        with pytest.raises(lobby.NoClock):
            decide(state, lobby.AgreePause(0))
    opened = clocks.play_at(clocks.NOON, NEW_GAME, lobby.CreateGame(clocks.TERMS, 2))
    for order in (lobby.AgreePause(0), lobby.EndPause(0), lobby.TakeOver(0, 9, clocks.NOON)):
        with pytest.raises(lobby.NotUnderWay):
            decide(opened, order)
    for order in (lobby.AgreePause(5), lobby.EndPause(5), lobby.TakeOver(5, 9, clocks.NOON)):
        with pytest.raises(lobby.NoSuchSeat):
            decide(clocks.start_clocked(), order)


def test_a_pause_while_a_computer_player_is_to_move_leaves_no_time_over() -> None:
    state = clocks.start_clocked(others=(lobby.TakeSeat(bot="greedy"),))
    state = clocks.play_at(clocks.NOON, state, clocks.turn_command(state))
    paused, events = clocks.judge_at(clocks.NOON, state, lobby.AgreePause(0))
    assert events[-1] == DeadlineSet(None, "agreed-pause")
    assert clocks.play_at(clocks.NOON, paused, lobby.EndPause(0)).deadline is None


def test_a_pause_while_somebody_is_late_leaves_them_late() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="wait"))
    state = clocks.play_at(
        clocks.NOON + clocks.A_DAY,
        state,
        clocks.time_up(state),
        lobby.AgreePause(0),
        lobby.AgreePause(1),
        lobby.EndPause(0),
    )
    assert (state.deadline, state.clock.late_since) == (None, clocks.NOON + clocks.A_DAY)


def test_a_seat_is_free_to_take_after_two_lost_turns_in_a_row() -> None:
    once, twice = (
        clocks.lose_turns(clocks.start_clocked(replace(clocks.TERMS, when_late="pass")), n)
        for n in (1, 2)
    )
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(once, lobby.TakeOver(0, 9, clocks.NOON))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(twice, lobby.TakeOver(1, 9, clocks.NOON))
    after, events = clocks.judge_at(clocks.NOON + 60, twice, lobby.TakeOver(0, 9, clocks.NOON))
    assert events == (PlayerReplaced(0, 9), DeadlineSet(clocks.NOON + 60 + clocks.A_DAY, "turn"))
    assert (after.clock.lost, after.clock.former) == ((0, 0), (7, None))
    with pytest.raises(lobby.AlreadySeated):
        decide(twice, lobby.TakeOver(0, 8, clocks.NOON))


def test_where_the_game_waits_a_seat_is_free_after_one_pace_more() -> None:
    state = clocks.start_clocked(replace(clocks.TERMS, when_late="wait"))
    state = clocks.play_at(clocks.NOON + clocks.A_DAY, state, clocks.time_up(state))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 9, clocks.NOON + 2 * clocks.A_DAY - 1))
    after = clocks.play_at(
        clocks.NOON + 2 * clocks.A_DAY, state, lobby.TakeOver(0, 9, clocks.NOON + 2 * clocks.A_DAY)
    )
    assert (after.setup.seats[0], after.deadline) == (Seat(9), clocks.NOON + 3 * clocks.A_DAY)
    assert after.clock.late_since is None


def test_who_lost_turns_comes_back_while_nobody_else_has_the_seat() -> None:
    state = clocks.lose_turns(clocks.start_clocked(replace(clocks.TERMS, when_late="pass")), 2)
    after, events = clocks.judge_at(clocks.NOON, state, lobby.TakeOver(0, 7, clocks.NOON))
    assert events == (PlayerReplaced(0, 7),)
    assert (after.clock.lost, after.clock.former) == ((0, 0), ())
    for table in (after, clocks.start_clocked()):
        with pytest.raises(lobby.AlreadySeated):
            decide(table, lobby.TakeOver(0, 7, clocks.NOON))


def test_who_was_replaced_by_a_computer_player_comes_back_and_by_a_person_does_not() -> None:
    state = clocks.play_at(
        clocks.NOON, clocks.start_clocked(), lobby.ReplacePlayer(0, bot="greedy")
    )
    assert state.deadline is None
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 9, clocks.NOON))
    back = clocks.play_at(clocks.NOON, state, lobby.TakeOver(0, 7, clocks.NOON))
    assert (back.setup.seats[0], back.deadline) == (Seat(7), clocks.NOON + clocks.A_DAY)
    taken = clocks.play_at(clocks.NOON, clocks.start_clocked(), lobby.ReplacePlayer(0, player=9))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(taken, lobby.TakeOver(0, 7, clocks.NOON))


def test_whom_the_host_puts_out_does_not_come_back_by_themselves() -> None:
    state = clocks.play_at(
        clocks.NOON, clocks.start_clocked(), lobby.ReplacePlayer(0, bot="greedy", by_host=True)
    )
    assert state.clock.former == ()
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 7, clocks.NOON))
    left = clocks.play_at(clocks.NOON, clocks.start_clocked(), lobby.ReplacePlayer(0, bot="greedy"))
    put_in = clocks.play_at(clocks.NOON, left, lobby.ReplacePlayer(0, player=9, by_host=True))
    assert put_in.clock.former == (None, None)
    back = clocks.play_at(clocks.NOON, state, lobby.ReplacePlayer(0, player=7, by_host=True))
    assert back.setup.seats[0] == Seat(7)


def test_who_puts_a_player_out_stands_in_the_event_only_where_it_is_the_host() -> None:
    left, put_out = (
        clocks.judge_at(
            clocks.NOON,
            clocks.start_clocked(),
            lobby.ReplacePlayer(0, bot="greedy", by_host=by_host),
        )
        for by_host in (False, True)
    )
    text = b'{"type":"PlayerReplaced","seat":0,"player":null,"bot":"greedy"'
    assert payload_of(left[1][0]) == text + b"}"
    assert payload_of(put_out[1][0]) == text + b',"by_host":true}'
    for after, events in (left, put_out):
        stamp = Stamp("2027-01-15T08:00:00.000000+00:00", "host:1", "one")
        assert list(rejudge(clocks.start_clocked(), events, stamp, {})) == [after]


def test_a_computer_players_own_seat_is_nobodys_to_come_back_to() -> None:
    state = clocks.start_clocked(others=(lobby.TakeSeat(bot="greedy"),))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(1, 9, clocks.NOON))


def test_who_takes_a_seat_has_not_agreed_to_its_pause() -> None:
    state = clocks.play_at(
        clocks.NOON,
        clocks.start_clocked(others=(clocks.BOB, lobby.TakeSeat(player=9))),
        lobby.AgreePause(1),
        lobby.AgreePause(2),
    )
    state = clocks.play_at(clocks.NOON, state, lobby.ReplacePlayer(1, player=10))
    assert state.clock.agreed == (2,)
