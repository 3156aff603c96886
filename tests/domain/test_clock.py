"""Banks, pauses that all agree to, turns lost to the clock, and seats that were given up."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from games.domain import NEW_GAME, Options, State, command, decide, random_command, replay
from games.domain.chance import Draws
from games.domain.clock import AN_HOUR, EVERY_HOUR, bank_left, clock_after
from games.domain.commands import Command, RunOutOfTime, TimeIsUp
from games.domain.errors import NotYourTurn
from games.domain.events import (
    BankOpened,
    BankUsed,
    BoomMoved,
    DeadlineSet,
    Event,
    IncomeCollected,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerReplaced,
    SetupStageBegan,
    TilePlaced,
    TimeRanOut,
    TurnEnded,
)
from games.domain.lobby import (
    AgreePause,
    AlreadyAgreed,
    AlreadySeated,
    BadTerms,
    CreateGame,
    EndPause,
    LobbyCommand,
    NoClock,
    NoStandIn,
    NoSuchSeat,
    NoTakeBack,
    NotDue,
    NotPaused,
    NotUnderWay,
    ReplacePlayer,
    SeatNotGivenUp,
    SetDeadline,
    StartGame,
    TakeBack,
    TakeOver,
    TakeSeat,
)
from games.domain.state import Seat, Terms, WhenLate
from tests.domain.tables import all_of, only

NOON = 1_800_000_000
A_DAY = 24 * AN_HOUR
TERMS = Terms("Route 66", owner=7, pace_hours=24)
ADA, BOB = TakeSeat(player=7), TakeSeat(player=8)
PHOENIX = {"expand": [{"to": "phoenix"}]}
AnyOrder = Command | LobbyCommand | TimeIsUp


def at(moment: int, state: State, *orders: AnyOrder) -> State:
    """The table after commands at that moment, with what they do to the clock."""
    for order in orders:
        state, _ = told(moment, state, order)
    return state


def told(moment: int, state: State, order: AnyOrder) -> tuple[State, tuple[Event, ...]]:
    events = decide(state, order)
    after = replay(events, state)
    clock = clock_after(state, after, moment, EVERY_HOUR)
    return replay(clock, after), (*events, *clock)


def started(
    terms: Terms = TERMS,
    others: Sequence[TakeSeat] = (BOB,),
    options: Options | None = None,
) -> State:
    chosen = options or Options(introductory=True)
    made = CreateGame(terms, 1 + len(others), chosen)
    return at(NOON, NEW_GAME, made, ADA, *others, StartGame(seed=3, first=0))


def banked(hours: int = 10, when_late: WhenLate = "pass") -> State:
    return started(replace(TERMS, bank_hours=hours, when_late=when_late))


def turn(state: State, **body: object) -> Command:
    return command("turn", state.mover, body or PHOENIX)


def time_up(state: State, stand_in: Command | None = None) -> TimeIsUp:
    return TimeIsUp(state.mover, state.deadline or 0, stand_in)


def late(state: State, times: int = 1) -> State:
    """Seat 0 loses so many turns in a row; seat 1 plays each of its own."""
    for _ in range(times):
        state = at(state.deadline or 0, state, time_up(state))
        state = at(NOON, state, turn(state, increase=[]))
    return state


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
    state = banked()
    after, events = told(NOON + A_DAY, state, time_up(state))
    assert events == (BankOpened(0), DeadlineSet(NOON + A_DAY + 10 * AN_HOUR, "bank"))
    _, lost = told(after.deadline or 0, after, time_up(after))
    assert lost[0] == TimeRanOut(0)
    assert BankUsed(0, 10 * AN_HOUR) in lost


def test_what_a_turn_took_of_the_bank_is_gone_from_it() -> None:
    state = banked()
    state = at(NOON + A_DAY, state, time_up(state))
    played = at(NOON + A_DAY + 3 * AN_HOUR, state, turn(state))
    assert [bank_left(played, seat) for seat in (0, 1)] == [7 * AN_HOUR, 10 * AN_HOUR]
    assert played.clock.banking is False


def test_a_turn_played_before_the_sweep_came_by_takes_from_the_bank_all_the_same() -> None:
    state = banked()
    _, events = told(NOON + A_DAY + 60, state, turn(state))
    assert only(BankUsed, events) == BankUsed(0, 60)


def test_a_turn_in_time_takes_nothing_from_the_bank() -> None:
    state = banked()
    _, events = told(NOON + A_DAY, state, turn(state))
    assert all_of(BankUsed, events) == []


def test_a_bank_that_is_used_up_is_not_opened_again() -> None:
    state = banked()
    for moment in (A_DAY, A_DAY + 10 * AN_HOUR):
        state = at(NOON + moment, state, time_up(state))
    state = at(NOON, state, turn(state, increase=[]))
    _, events = told(state.deadline or 0, state, time_up(state))
    assert events[0] == TimeRanOut(0)


def test_what_a_player_has_used_stays_used_when_a_turn_is_taken_back() -> None:
    state = banked()
    begun = state.version
    state = at(NOON + A_DAY + AN_HOUR, state, turn(state))
    back = at(NOON + A_DAY + AN_HOUR, state, TakeBack(begun, 0))
    assert bank_left(back, 0) == 9 * AN_HOUR
    assert back.deadline == NOON + 2 * A_DAY + AN_HOUR


def test_nothing_happens_before_the_deadline_or_to_another_seat() -> None:
    state = started()
    paused = at(NOON, state, SetDeadline(None, "paused", 5))
    for table, order in (
        (state, TimeIsUp(0, NOON + A_DAY - 1)),
        (state, TimeIsUp(1, NOON + A_DAY)),
        (paused, TimeIsUp(0, NOON + 9 * A_DAY)),
    ):
        with pytest.raises(NotDue):
            decide(table, order)


def test_by_default_a_computer_player_takes_the_turn_and_the_events_say_why() -> None:
    state = started()
    after, events = told(NOON + A_DAY, state, time_up(state, turn(state)))
    kinds = [type(event) for event in events]
    assert kinds[:2] == [TimeRanOut, IncomeCollected]
    assert kinds[-2:] == [TurnEnded, DeadlineSet]
    assert (after.mover, after.clock.lost) == (1, (1, 0))
    assert [begun.version for begun in after.turn_starts] == [state.version]


def test_who_stands_in_plays_for_the_seat_to_move_and_must_have_chosen() -> None:
    state = started()
    with pytest.raises(NoStandIn):
        decide(state, time_up(state))
    with pytest.raises(NotYourTurn):
        decide(state, time_up(state, command("turn", 1, {})))


def test_where_turns_are_passed_the_set_up_is_still_chosen_by_a_computer_player() -> None:
    state = started(replace(TERMS, when_late="pass"), options=Options())
    assert state.status == "towns"
    after = at(NOON + A_DAY, state, time_up(state, command("town", 1, {"town": "flagstaff"})))
    assert (after.mover, after.clock.lost, after.turn_starts) == (0, (0, 1), ())


def test_where_the_game_waits_the_deadline_is_over_once_and_nobody_is_moved() -> None:
    state = started(replace(TERMS, when_late="wait"))
    after, events = told(NOON + A_DAY, state, time_up(state))
    assert events == (DeadlineSet(None, "late"),)
    assert (after.mover, after.clock.late_since) == (0, NOON + A_DAY)
    with pytest.raises(NotDue):
        decide(after, time_up(after))
    assert at(NOON + 3 * A_DAY, after, turn(after)).clock.lost == (1, 0)


def test_where_the_game_waits_the_bank_goes_first() -> None:
    state = banked(1, "wait")
    state = at(NOON + A_DAY, state, time_up(state))
    _, events = told(state.deadline or 0, state, time_up(state))
    assert events == (BankUsed(0, AN_HOUR), DeadlineSet(None, "late"))


def test_who_is_given_more_time_is_no_longer_late() -> None:
    state = started(replace(TERMS, when_late="wait"))
    state = at(NOON + A_DAY, state, time_up(state))
    after = at(NOON, state, SetDeadline(NOON + 2 * A_DAY, "extended"))
    assert (after.deadline, after.clock.late_since) == (NOON + 2 * A_DAY, None)


def test_a_turn_in_time_ends_the_row_of_lost_ones() -> None:
    state = late(started(replace(TERMS, when_late="pass")))
    assert state.clock.lost == (1, 0)
    assert at(NOON, state, turn(state)).clock.lost == (0, 0)


def test_each_choice_of_the_set_up_ends_the_row_too() -> None:
    drafting = started(options=Options(layout="draft"))
    # More time was given, so that it is no longer late.
    lost = replay([TimeRanOut(0), DeadlineSet(NOON, "extended")], drafting)
    assert lost.clock.lost == (1, 0)
    tile = random_command(lost, Draws(1, "clock").below)
    after, events = told(NOON, lost, tile)
    assert only(TilePlaced, events).seat == 0
    assert after.clock.lost == (0, 0)
    booming = started(options=Options(introductory=True, boom=True))
    assert booming.status == "boom"
    after, events = told(NOON, booming, command("boom", 0, {"boom": "chicago"}))
    assert [type(event) for event in events[:2]] == [BoomMoved, SetupStageBegan]
    assert after.deadline == NOON + A_DAY


def test_a_turn_lost_to_the_clock_is_not_taken_back_by_its_player() -> None:
    state = started(replace(TERMS, when_late="pass"))
    after = at(NOON + A_DAY, state, time_up(state))
    with pytest.raises(NoTakeBack, match="lost to the clock"):
        decide(after, TakeBack(state.version, 0))
    assert at(NOON, after, TakeBack(state.version)).clock.lost == ()


def test_where_the_game_waited_the_turn_was_the_players_own() -> None:
    state = started(replace(TERMS, when_late="wait"))
    after = at(NOON + A_DAY, state, time_up(state))
    after = at(NOON + 2 * A_DAY, after, turn(after))
    assert at(NOON, after, TakeBack(after.turn_starts[0].version, 0)).mover == 0


def test_the_clock_stops_when_the_last_of_the_persons_has_agreed() -> None:
    state = started(others=(BOB, TakeSeat(bot="greedy")))
    state, events = told(NOON, state, AgreePause(1))
    assert events == (PauseAgreed(1),)
    assert state.paused is False
    state, events = told(NOON + AN_HOUR, state, AgreePause(0))
    assert events == (PauseAgreed(0), DeadlineSet(None, "agreed-pause", 23 * AN_HOUR))
    assert (state.paused, state.deadline) == (True, None)


@pytest.mark.parametrize("by", [0, 1])
def test_any_one_of_them_lets_it_run_on_with_what_was_left(by: int) -> None:
    state = at(NOON + AN_HOUR, started(), AgreePause(0), AgreePause(1))
    after, events = told(NOON + 9 * A_DAY, state, EndPause(by))
    assert events == (
        PauseEnded(by),
        DeadlineSet(NOON + 9 * A_DAY + 23 * AN_HOUR, "resumed"),
    )
    assert (after.paused, after.clock.agreed, after.clock.left) == (False, (), None)


def test_after_a_pause_there_is_at_least_an_hour() -> None:
    state = at(NOON + A_DAY - 60, started(), AgreePause(0), AgreePause(1), EndPause(1))
    assert state.deadline == NOON + A_DAY - 60 + AN_HOUR


def test_a_turn_played_in_a_pause_leaves_the_next_player_the_whole_time() -> None:
    state = at(NOON + AN_HOUR, started(), AgreePause(0), AgreePause(1))
    state = at(NOON + AN_HOUR, state, turn(state))
    assert (state.paused, state.deadline, state.clock.left) == (True, None, None)
    assert at(NOON, state, EndPause(0)).deadline == NOON + A_DAY


def test_a_pause_while_a_bank_runs_uses_none_of_it() -> None:
    state = banked()
    state = at(NOON + A_DAY, state, time_up(state))
    state = at(NOON + A_DAY + 2 * AN_HOUR, state, AgreePause(0), AgreePause(1))
    played = at(NOON + 9 * A_DAY, state, turn(state))
    assert bank_left(played, 0) == 8 * AN_HOUR
    resumed = at(NOON + 9 * A_DAY, state, EndPause(0))
    assert resumed.deadline == NOON + 9 * A_DAY + 8 * AN_HOUR
    played = at(NOON + 9 * A_DAY + AN_HOUR, resumed, turn(resumed))
    assert bank_left(played, 0) == 7 * AN_HOUR


def test_before_the_clock_has_stopped_each_takes_back_the_own_word() -> None:
    state = at(NOON, started(), AgreePause(0))
    with pytest.raises(AlreadyAgreed):
        decide(state, AgreePause(0))
    with pytest.raises(NotPaused):
        decide(state, EndPause(1))
    assert decide(state, EndPause(0)) == (PauseWithdrawn(0),)
    assert at(NOON, state, EndPause(0), AgreePause(1)).paused is False


def test_the_hosts_pause_is_ended_by_the_host_with_what_was_left() -> None:
    state = at(NOON, started(), AgreePause(0), SetDeadline(None, "paused", 7200))
    for order in (EndPause(0), SetDeadline(None, "resumed")):
        with pytest.raises(NotPaused):
            decide(state if isinstance(order, EndPause) else started(), order)
    assert at(NOON, state, SetDeadline(None, "resumed")).deadline == NOON + 7200


def test_where_no_clock_runs_there_is_nothing_to_pause() -> None:
    paused = at(NOON, started(), SetDeadline(None, "paused"))
    for state in (started(replace(TERMS, pace_hours=None)), paused):
        with pytest.raises(NoClock):
            decide(state, AgreePause(0))
    opened = at(NOON, NEW_GAME, CreateGame(TERMS, 2))
    for order in (AgreePause(0), EndPause(0), TakeOver(0, 9, NOON)):
        with pytest.raises(NotUnderWay):
            decide(opened, order)
    for order in (AgreePause(5), EndPause(5), TakeOver(5, 9, NOON)):
        with pytest.raises(NoSuchSeat):
            decide(started(), order)


def test_a_pause_while_a_computer_player_is_to_move_leaves_no_time_over() -> None:
    state = started(others=(TakeSeat(bot="greedy"),))
    state = at(NOON, state, turn(state))
    paused, events = told(NOON, state, AgreePause(0))
    assert events[-1] == DeadlineSet(None, "agreed-pause")
    assert at(NOON, paused, EndPause(0)).deadline is None


def test_a_pause_while_somebody_is_late_leaves_them_late() -> None:
    state = started(replace(TERMS, when_late="wait"))
    state = at(NOON + A_DAY, state, time_up(state), AgreePause(0), AgreePause(1), EndPause(0))
    assert (state.deadline, state.clock.late_since) == (None, NOON + A_DAY)


def test_a_seat_is_free_to_take_after_two_lost_turns_in_a_row() -> None:
    once, twice = (late(started(replace(TERMS, when_late="pass")), n) for n in (1, 2))
    with pytest.raises(SeatNotGivenUp):
        decide(once, TakeOver(0, 9, NOON))
    with pytest.raises(SeatNotGivenUp):
        decide(twice, TakeOver(1, 9, NOON))
    after, events = told(NOON + 60, twice, TakeOver(0, 9, NOON))
    assert events == (PlayerReplaced(0, 9), DeadlineSet(NOON + 60 + A_DAY, "turn"))
    assert (after.clock.lost, after.clock.former) == ((0, 0), (7, None))
    with pytest.raises(AlreadySeated):
        decide(twice, TakeOver(0, 8, NOON))


def test_where_the_game_waits_a_seat_is_free_after_one_pace_more() -> None:
    state = started(replace(TERMS, when_late="wait"))
    state = at(NOON + A_DAY, state, time_up(state))
    with pytest.raises(SeatNotGivenUp):
        decide(state, TakeOver(0, 9, NOON + 2 * A_DAY - 1))
    after = at(NOON + 2 * A_DAY, state, TakeOver(0, 9, NOON + 2 * A_DAY))
    assert (after.setup.seats[0], after.deadline) == (Seat(9), NOON + 3 * A_DAY)
    assert after.clock.late_since is None


def test_who_lost_turns_comes_back_while_nobody_else_has_the_seat() -> None:
    state = late(started(replace(TERMS, when_late="pass")), 2)
    after, events = told(NOON, state, TakeOver(0, 7, NOON))
    assert events == (PlayerReplaced(0, 7),)
    assert (after.clock.lost, after.clock.former) == ((0, 0), ())
    for table in (after, started()):
        with pytest.raises(AlreadySeated):
            decide(table, TakeOver(0, 7, NOON))


def test_who_was_replaced_by_a_computer_player_comes_back_and_by_a_person_does_not() -> None:
    state = at(NOON, started(), ReplacePlayer(0, bot="greedy"))
    assert state.deadline is None
    with pytest.raises(SeatNotGivenUp):
        decide(state, TakeOver(0, 9, NOON))
    back = at(NOON, state, TakeOver(0, 7, NOON))
    assert (back.setup.seats[0], back.deadline) == (Seat(7), NOON + A_DAY)
    taken = at(NOON, started(), ReplacePlayer(0, player=9))
    with pytest.raises(SeatNotGivenUp):
        decide(taken, TakeOver(0, 7, NOON))


def test_a_computer_players_own_seat_is_nobodys_to_come_back_to() -> None:
    state = started(others=(TakeSeat(bot="greedy"),))
    with pytest.raises(SeatNotGivenUp):
        decide(state, TakeOver(1, 9, NOON))


def test_who_takes_a_seat_has_not_agreed_to_its_pause() -> None:
    state = at(NOON, started(others=(BOB, TakeSeat(player=9))), AgreePause(1), AgreePause(2))
    state = at(NOON, state, ReplacePlayer(1, player=10))
    assert state.clock.agreed == (2,)


def test_a_turn_lost_without_a_clock_counts_as_lost() -> None:
    state = started(replace(TERMS, pace_hours=None))
    after = at(NOON, state, RunOutOfTime(0))
    assert (after.clock.lost, after.deadline) == ((1, 0), None)
