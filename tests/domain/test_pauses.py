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
from tests.domain.clocks import (
    A_DAY,
    BOB,
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


def test_the_clock_stops_when_the_last_of_the_persons_has_agreed() -> None:
    state = start_clocked(others=(BOB, lobby.TakeSeat(bot="greedy")))
    state, events = judge_at(NOON, state, lobby.AgreePause(1))
    assert events == (PauseAgreed(1),)
    assert state.paused is False
    state, events = judge_at(NOON + AN_HOUR, state, lobby.AgreePause(0))
    assert events == (PauseAgreed(0), DeadlineSet(None, "agreed-pause", 23 * AN_HOUR))
    assert (state.paused, state.deadline) == (True, None)


@pytest.mark.parametrize("by", [0, 1])
def test_any_one_of_them_lets_it_run_on_with_what_was_left(by: int) -> None:
    state = play_at(NOON + AN_HOUR, start_clocked(), lobby.AgreePause(0), lobby.AgreePause(1))
    after, events = judge_at(NOON + 9 * A_DAY, state, lobby.EndPause(by))
    assert events == (
        PauseEnded(by),
        DeadlineSet(NOON + 9 * A_DAY + 23 * AN_HOUR, "resumed"),
    )
    assert (after.paused, after.clock.agreed, after.clock.left) == (False, (), None)


def test_after_a_pause_there_is_at_least_an_hour() -> None:
    state = play_at(
        NOON + A_DAY - 60,
        start_clocked(),
        lobby.AgreePause(0),
        lobby.AgreePause(1),
        lobby.EndPause(1),
    )
    assert state.deadline == NOON + A_DAY - 60 + AN_HOUR


def test_a_turn_played_in_a_pause_leaves_the_next_player_the_whole_time() -> None:
    state = play_at(NOON + AN_HOUR, start_clocked(), lobby.AgreePause(0), lobby.AgreePause(1))
    state = play_at(NOON + AN_HOUR, state, turn_command(state))
    assert (state.paused, state.deadline, state.clock.left) == (True, None, None)
    assert play_at(NOON, state, lobby.EndPause(0)).deadline == NOON + A_DAY


def test_a_pause_while_a_bank_runs_uses_none_of_it() -> None:
    state = start_with_bank()
    state = play_at(NOON + A_DAY, state, time_up(state))
    state = play_at(NOON + A_DAY + 2 * AN_HOUR, state, lobby.AgreePause(0), lobby.AgreePause(1))
    played = play_at(NOON + 9 * A_DAY, state, turn_command(state))
    assert bank_left(played, 0) == 8 * AN_HOUR
    resumed = play_at(NOON + 9 * A_DAY, state, lobby.EndPause(0))
    assert resumed.deadline == NOON + 9 * A_DAY + 8 * AN_HOUR
    played = play_at(NOON + 9 * A_DAY + AN_HOUR, resumed, turn_command(resumed))
    assert bank_left(played, 0) == 7 * AN_HOUR


def test_before_the_clock_has_stopped_each_takes_back_the_own_word() -> None:
    state = play_at(NOON, start_clocked(), lobby.AgreePause(0))
    with pytest.raises(lobby.AlreadyAgreed):
        decide(state, lobby.AgreePause(0))
    with pytest.raises(lobby.NotPaused):
        decide(state, lobby.EndPause(1))
    assert decide(state, lobby.EndPause(0)) == (PauseWithdrawn(0),)
    assert play_at(NOON, state, lobby.EndPause(0), lobby.AgreePause(1)).paused is False


def test_the_hosts_pause_is_ended_by_the_host_with_what_was_left() -> None:
    state = play_at(
        NOON, start_clocked(), lobby.AgreePause(0), lobby.SetDeadline(None, "paused", 7200)
    )
    for order in (lobby.EndPause(0), lobby.SetDeadline(None, "resumed")):
        with pytest.raises(lobby.NotPaused):
            decide(state if isinstance(order, lobby.EndPause) else start_clocked(), order)
    assert play_at(NOON, state, lobby.SetDeadline(None, "resumed")).deadline == NOON + 7200


def test_where_no_clock_runs_there_is_nothing_to_pause() -> None:
    paused = play_at(NOON, start_clocked(), lobby.SetDeadline(None, "paused"))
    for state in (start_clocked(replace(TERMS, pace_hours=None)), paused):
        with pytest.raises(lobby.NoClock):
            decide(state, lobby.AgreePause(0))
    opened = play_at(NOON, NEW_GAME, lobby.CreateGame(TERMS, 2))
    for order in (lobby.AgreePause(0), lobby.EndPause(0), lobby.TakeOver(0, 9, NOON)):
        with pytest.raises(lobby.NotUnderWay):
            decide(opened, order)
    for order in (lobby.AgreePause(5), lobby.EndPause(5), lobby.TakeOver(5, 9, NOON)):
        with pytest.raises(lobby.NoSuchSeat):
            decide(start_clocked(), order)


def test_a_pause_while_a_computer_player_is_to_move_leaves_no_time_over() -> None:
    state = start_clocked(others=(lobby.TakeSeat(bot="greedy"),))
    state = play_at(NOON, state, turn_command(state))
    paused, events = judge_at(NOON, state, lobby.AgreePause(0))
    assert events[-1] == DeadlineSet(None, "agreed-pause")
    assert play_at(NOON, paused, lobby.EndPause(0)).deadline is None


def test_a_pause_while_somebody_is_late_leaves_them_late() -> None:
    state = start_clocked(replace(TERMS, when_late="wait"))
    state = play_at(
        NOON + A_DAY,
        state,
        time_up(state),
        lobby.AgreePause(0),
        lobby.AgreePause(1),
        lobby.EndPause(0),
    )
    assert (state.deadline, state.clock.late_since) == (None, NOON + A_DAY)


def test_a_seat_is_free_to_take_after_two_lost_turns_in_a_row() -> None:
    once, twice = (lose_turns(start_clocked(replace(TERMS, when_late="pass")), n) for n in (1, 2))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(once, lobby.TakeOver(0, 9, NOON))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(twice, lobby.TakeOver(1, 9, NOON))
    after, events = judge_at(NOON + 60, twice, lobby.TakeOver(0, 9, NOON))
    assert events == (PlayerReplaced(0, 9), DeadlineSet(NOON + 60 + A_DAY, "turn"))
    assert (after.clock.lost, after.clock.former) == ((0, 0), (7, None))
    with pytest.raises(lobby.AlreadySeated):
        decide(twice, lobby.TakeOver(0, 8, NOON))


def test_where_the_game_waits_a_seat_is_free_after_one_pace_more() -> None:
    state = start_clocked(replace(TERMS, when_late="wait"))
    state = play_at(NOON + A_DAY, state, time_up(state))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 9, NOON + 2 * A_DAY - 1))
    after = play_at(NOON + 2 * A_DAY, state, lobby.TakeOver(0, 9, NOON + 2 * A_DAY))
    assert (after.setup.seats[0], after.deadline) == (Seat(9), NOON + 3 * A_DAY)
    assert after.clock.late_since is None


def test_who_lost_turns_comes_back_while_nobody_else_has_the_seat() -> None:
    state = lose_turns(start_clocked(replace(TERMS, when_late="pass")), 2)
    after, events = judge_at(NOON, state, lobby.TakeOver(0, 7, NOON))
    assert events == (PlayerReplaced(0, 7),)
    assert (after.clock.lost, after.clock.former) == ((0, 0), ())
    for table in (after, start_clocked()):
        with pytest.raises(lobby.AlreadySeated):
            decide(table, lobby.TakeOver(0, 7, NOON))


def test_who_was_replaced_by_a_computer_player_comes_back_and_by_a_person_does_not() -> None:
    state = play_at(NOON, start_clocked(), lobby.ReplacePlayer(0, bot="greedy"))
    assert state.deadline is None
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 9, NOON))
    back = play_at(NOON, state, lobby.TakeOver(0, 7, NOON))
    assert (back.setup.seats[0], back.deadline) == (Seat(7), NOON + A_DAY)
    taken = play_at(NOON, start_clocked(), lobby.ReplacePlayer(0, player=9))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(taken, lobby.TakeOver(0, 7, NOON))


def test_whom_the_host_puts_out_does_not_come_back_by_themselves() -> None:
    state = play_at(NOON, start_clocked(), lobby.ReplacePlayer(0, bot="greedy", by_host=True))
    assert state.clock.former == ()
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(0, 7, NOON))
    left = play_at(NOON, start_clocked(), lobby.ReplacePlayer(0, bot="greedy"))
    put_in = play_at(NOON, left, lobby.ReplacePlayer(0, player=9, by_host=True))
    assert put_in.clock.former == (None, None)
    back = play_at(NOON, state, lobby.ReplacePlayer(0, player=7, by_host=True))
    assert back.setup.seats[0] == Seat(7)


def test_who_puts_a_player_out_stands_in_the_event_only_where_it_is_the_host() -> None:
    left, put_out = (
        judge_at(NOON, start_clocked(), lobby.ReplacePlayer(0, bot="greedy", by_host=by_host))
        for by_host in (False, True)
    )
    text = b'{"type":"PlayerReplaced","seat":0,"player":null,"bot":"greedy"'
    assert payload_of(left[1][0]) == text + b"}"
    assert payload_of(put_out[1][0]) == text + b',"by_host":true}'
    for after, events in (left, put_out):
        stamp = Stamp("2027-01-15T08:00:00.000000+00:00", "host:1", "one")
        assert list(rejudge(start_clocked(), events, stamp, {})) == [after]


def test_a_computer_players_own_seat_is_nobodys_to_come_back_to() -> None:
    state = start_clocked(others=(lobby.TakeSeat(bot="greedy"),))
    with pytest.raises(lobby.SeatNotGivenUp):
        decide(state, lobby.TakeOver(1, 9, NOON))


def test_who_takes_a_seat_has_not_agreed_to_its_pause() -> None:
    state = play_at(
        NOON,
        start_clocked(others=(BOB, lobby.TakeSeat(player=9))),
        lobby.AgreePause(1),
        lobby.AgreePause(2),
    )
    state = play_at(NOON, state, lobby.ReplacePlayer(1, player=10))
    assert state.clock.agreed == (2,)
