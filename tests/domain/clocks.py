"""Games with a clock, and their tables after commands at given moments."""

from collections.abc import Sequence

from msgspec.structs import replace

from games.domain import NEW_GAME, Options, State
from games.domain.clock import AN_HOUR, EVERY_HOUR, clock_events
from games.domain.commands import Command, TimeIsUp, command
from games.domain.decide import decide
from games.domain.events import (
    Event,
)
from games.domain.evolve import replay
from games.domain.lobby import (
    CreateGame,
    LobbyCommand,
    StartGame,
    TakeSeat,
)
from games.domain.state import Terms, WhenLate

NOON = 1_800_000_000
A_DAY = 24 * AN_HOUR
TERMS = Terms("Route 66", owner=7, pace_hours=24)
ADA, BOB = TakeSeat(player=7), TakeSeat(player=8)
PHOENIX = {"expand": [{"to": "phoenix"}]}
AnyOrder = Command | LobbyCommand | TimeIsUp


def play_at(moment: int, state: State, *orders: AnyOrder) -> State:
    """The state after commands at that moment, and after what they do to the clock."""
    for order in orders:
        state, _ = judge_at(moment, state, order)
    return state


def judge_at(moment: int, state: State, order: AnyOrder) -> tuple[State, tuple[Event, ...]]:
    events = decide(state, order)
    after = replay(events, state)
    clock = clock_events(state, after, moment, EVERY_HOUR)
    return replay(clock, after), (*events, *clock)


def start_clocked(
    terms: Terms = TERMS,
    others: Sequence[TakeSeat] = (BOB,),
    options: Options | None = None,
) -> State:
    chosen = options or Options(introductory=True)
    made = CreateGame(terms, 1 + len(others), chosen)
    return play_at(NOON, NEW_GAME, made, ADA, *others, StartGame(seed=3, first=0))


def start_with_bank(hours: int = 10, when_late: WhenLate = "pass") -> State:
    return start_clocked(replace(TERMS, bank_hours=hours, when_late=when_late))


def turn_command(state: State, **body: object) -> Command:
    return command("turn", state.mover, body or PHOENIX)


def time_up(state: State, stand_in: Command | None = None) -> TimeIsUp:
    return TimeIsUp(state.mover, state.deadline or 0, stand_in)


def lose_turns(state: State, times: int = 1) -> State:
    """Seat 0 loses `times` turns in a row; seat 1 plays each of its own."""
    for _ in range(times):
        state = play_at(state.deadline or 0, state, time_up(state))
        state = play_at(NOON, state, turn_command(state, increase=[]))
    return state
