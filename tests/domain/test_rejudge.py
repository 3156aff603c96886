"""What a command was is read from its events; what only a clock knew is held to what it may do."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from games.domain import Event, Options, State
from games.domain.chain import Stamp
from games.domain.chance import Draws
from games.domain.clock import EVERY_HOUR, clock_events
from games.domain.commands import TimeIsUp
from games.domain.decide import decide
from games.domain.errors import Malformed, Tampered
from games.domain.events import (
    BankUsed,
    DeadlineSet,
    IncomeCollected,
    PlayerInvited,
    PlayersRenumbered,
    SeatLeft,
    TilesDealt,
)
from games.domain.evolve import replay
from games.domain.lobby import (
    AgreePause,
    CreateGame,
    EndPause,
    InvitePlayer,
    LeaveSeat,
    LobbyCommand,
    SetDeadline,
    StartGame,
    TakeOver,
    TakeSeat,
)
from games.domain.numbers import RenumberPlayers
from games.domain.playout import random_command
from games.domain.recall import AnyCommand, possible_commands
from games.domain.rejudge import rejudge
from games.domain.state import NEW_GAME, Terms, WhenLate

HOUR = 3600
NOON = 1_767_355_200
"""2026-01-02, 12:00 UTC."""


def stamp(now: int, command: str = "one") -> Stamp:
    hours, rest = divmod(now - NOON, HOUR)
    day, hour = divmod(12 + hours, 24)
    return Stamp(
        f"2026-01-{2 + day:02}T{hour:02}:{rest // 60:02}:{rest % 60:02}+00:00", "", command
    )


def judge_with_clock(state: State, order: AnyCommand, now: int) -> tuple[Event, ...]:
    """A command's events and those of its clock, for which every hour counts."""
    events = decide(state, order)
    return (*events, *clock_events(state, replay(events, state), now, EVERY_HOUR))


def rejudge_one(state: State, events: Sequence[Event], now: int) -> State:
    (after,) = rejudge(state, tuple(events), stamp(now), {})
    return after


def start_clocked(when_late: WhenLate = "computer", **options: object) -> State:
    terms = Terms("Clocked", owner=1, pace_hours=12, bank_hours=5, when_late=when_late)
    state, orders = NEW_GAME, (
        CreateGame(terms, 2, Options(introductory=True)),
        TakeSeat(player=1),
        TakeSeat(player=2),
        StartGame(7, first=0),
    )  # fmt: skip
    for order in orders:
        events = judge_with_clock(state, order, NOON)
        assert rejudge_one(state, events, NOON) == replay(events, state)
        state = replay(events, state)
    return state


STATE = start_clocked()
PASS_TURN = decide(STATE, random_command(STATE, Draws(1, "rejudge").below))


def test_a_turn_in_time_is_lawful() -> None:
    order = random_command(STATE, Draws(5, "rejudge").below)
    events = judge_with_clock(STATE, order, NOON + HOUR)
    assert rejudge_one(STATE, events, NOON + HOUR) == replay(events, STATE)


@pytest.mark.parametrize("when_late", ["computer", "pass", "wait"])
def test_time_that_runs_out_is_lawful_when_it_has(when_late: WhenLate) -> None:
    state, now = start_clocked(when_late), NOON + 12 * HOUR
    events = judge_with_clock(state, TimeIsUp(0, now), now)
    assert rejudge_one(state, events, now) == replay(events, state)
    banking, now = replay(events, state), now + 5 * HOUR
    stand_in = random_command(banking, Draws(2, "rejudge").below)
    events = judge_with_clock(banking, TimeIsUp(0, now, stand_in), now)
    assert rejudge_one(banking, events, now) == replay(events, banking)
    with pytest.raises(Tampered, match="The time of seat 0 is not up"):
        rejudge_one(banking, events, now - HOUR)


@pytest.mark.parametrize("late", [HOUR, 3 * 24 * HOUR])
def test_a_deadline_may_be_later_than_all_hours_make_it(late: int) -> None:
    *events, deadline = judge_with_clock(
        STATE, random_command(STATE, Draws(5, "rejudge").below), NOON
    )
    assert isinstance(deadline, DeadlineSet)
    assert deadline.at is not None
    rejudge_one(STATE, (*events, DeadlineSet(deadline.at + late, "turn")), NOON)


@pytest.mark.parametrize("late", [-HOUR, -1, 10 * 366 * 24 * HOUR])
def test_a_deadline_is_neither_earlier_nor_beyond_all_calendars(late: int) -> None:
    *events, deadline = judge_with_clock(
        STATE, random_command(STATE, Draws(5, "rejudge").below), NOON
    )
    assert isinstance(deadline, DeadlineSet)
    assert deadline.at is not None
    with pytest.raises(Tampered, match="the rules give DeadlineSet with at"):
        rejudge_one(STATE, (*events, DeadlineSet(deadline.at + late, "turn")), NOON)


def test_a_bank_is_not_used_for_longer_than_the_turn_took() -> None:
    now = NOON + 13 * HOUR
    order = random_command(STATE, Draws(5, "rejudge").below)
    events = judge_with_clock(STATE, order, now)
    used = next(each for each in events if isinstance(each, BankUsed))
    assert used.seconds == HOUR
    rejudge_one(STATE, tuple(BankUsed(0, 60) if each is used else each for each in events), now)
    with pytest.raises(Tampered, match="BankUsed with seconds 3600, not 7200"):
        rejudge_one(
            STATE, tuple(BankUsed(0, 7200) if each is used else each for each in events), now
        )


def test_pauses_extensions_and_seats_taken_over_are_lawful() -> None:
    state, now = STATE, NOON
    orders: tuple[LobbyCommand, ...] = (
        AgreePause(0),
        AgreePause(1),
        EndPause(1),
        SetDeadline(NOON + 40 * HOUR, "extended"),
        SetDeadline(None, "paused", 77),
        SetDeadline(NOON + 60 * HOUR, "resumed"),
    )
    for order in orders:
        now += HOUR
        events = judge_with_clock(state, order, now)
        assert rejudge_one(state, events, now) == replay(events, state)
        state = replay(events, state)
    with pytest.raises(Tampered, match="no rule allows it"):
        rejudge_one(state, judge_with_clock(state, AgreePause(0), now)[:1] * 2, now)


def test_a_seat_is_taken_over_only_when_it_was_given_up() -> None:
    state, now = start_clocked("pass"), NOON
    for _ in range(4):
        now = max(now, state.deadline or 0)
        events = judge_with_clock(state, TimeIsUp(state.mover, now), now)
        state = replay(events, state)
        if state.clock.lost and max(state.clock.lost) > 1:
            break
    for _ in range(12):
        if state.clock.lost and state.clock.lost[0] >= 2:
            break
        now = state.deadline or now
        state = replay(judge_with_clock(state, TimeIsUp(state.mover, now), now), state)
    events = judge_with_clock(state, TakeOver(0, 9, now), now)
    assert rejudge_one(state, events, now) == replay(events, state)


def test_a_table_starts_with_its_last_seat_where_its_maker_wanted_that_alone() -> None:
    terms = Terms("Route 66", owner=7, start_when_full=True)
    state = replay(decide(NEW_GAME, CreateGame(terms, 2, Options(introductory=True))))
    state = replay(decide(state, TakeSeat(player=7)), state)
    events = decide(state, TakeSeat(player=8, seed=3))
    assert rejudge_one(state, events, NOON).status == "playing"
    with pytest.raises(Tampered):
        rejudge_one(replace(state, terms=Terms("Route 66", owner=7)), events, NOON)


def test_chosen_tiles_are_dealt_in_any_order_but_none_is_another() -> None:
    state, events = NEW_GAME, tuple[Event, ...]()
    terms = Terms("Dealt", owner=1)
    options = Options(region_tiles=3)
    for order in (CreateGame(terms, 2, options), TakeSeat(player=1), TakeSeat(player=2)):
        state = replay(decide(state, order), state)
    state = replay(decide(state, StartGame(4, first=0)), state)
    draws = Draws(4, "dealt")
    while not any(isinstance(each, TilesDealt) for each in events):
        before, events = state, decide(state, random_command(state, draws.below))
        state = replay(events, state)
    at, tiles = next(
        (i, each.tiles) for i, each in enumerate(events) if isinstance(each, TilesDealt)
    )
    turned = TilesDealt((*tiles[1:], tiles[0]))
    rejudge_one(before, (*events[:at], turned, *events[at + 1 :]), NOON)
    twice = TilesDealt((tiles[0], *tiles[:-1]))
    with pytest.raises(Tampered, match="the rules give TilesDealt with tiles"):
        rejudge_one(before, (*events[:at], twice, *events[at + 1 :]), NOON)


def test_an_event_more_or_less_than_a_command_led_to_is_found() -> None:
    events = judge_with_clock(STATE, random_command(STATE, Draws(5, "rejudge").below), NOON)
    with pytest.raises(Tampered, match="its command led to nothing more"):
        rejudge_one(STATE, (*events, IncomeCollected(0, 0, 500)), NOON)
    with pytest.raises(Tampered, match="and nothing is there"):
        rejudge_one(STATE, events[:-1], NOON)


def test_a_time_that_is_none_is_refused() -> None:
    with pytest.raises(Malformed, match="'noon' is no time"):
        list(rejudge(STATE, PASS_TURN, Stamp("noon", "", "one"), {}))


def test_a_command_is_read_from_its_first_event() -> None:
    state = start_clocked()
    numbers = ((1, 11), (2, 12))
    assert possible_commands(state, (PlayersRenumbered(numbers),), None) == (
        RenumberPlayers(numbers),
    )
    assert possible_commands(state, (SeatLeft(1),), None) == (LeaveSeat(1),)
    assert possible_commands(state, (PlayerInvited("one"),), None) == (InvitePlayer("one"),)
