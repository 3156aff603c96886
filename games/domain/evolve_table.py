"""What happens around the game: seats, deadlines, turns taken back."""

from typing import assert_never

from msgspec.structs import replace

from games.domain.events import (
    DeadlineSet,
    GameAbandoned,
    GameCreated,
    PlayerInvited,
    PlayerReplaced,
    SeatLeft,
    SeatTaken,
    TurnTakenBack,
)
from games.domain.state import Seat, Setup, State

TableEvent = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | PlayerInvited
    | PlayerReplaced
    | DeadlineSet
    | TurnTakenBack
    | GameAbandoned
)


def evolve_table(state: State, event: TableEvent) -> State:
    """What happens before a turn's first move belongs to the table that the turn starts from."""
    after = _evolve(state, event)
    at_start = state.turn_starts and state.turn_starts[-1].version == state.version
    if at_start and not isinstance(event, TurnTakenBack):
        return turn_began(replace(after, turn_starts=after.turn_starts[:-1]))
    return after


def _evolve(state: State, event: TableEvent) -> State:
    match event:
        case GameCreated():
            return _game_created(state, event)
        case SeatTaken() | PlayerReplaced():
            return _seated(state, event.seat, Seat(event.player, event.bot))
        case SeatLeft():
            return _seated(state, event.seat, Seat())
        case PlayerInvited():
            return replace(state, version=state.version + 1)
        case DeadlineSet():
            return _deadline_set(state, event)
        case TurnTakenBack():
            return _turn_taken_back(state, event)
        case GameAbandoned():
            version = state.version + 1
            return replace(state, version=version, status="abandoned", to_move=None, deadline=None)
        case _:
            assert_never(event)


def turn_began(state: State) -> State:
    return replace(state, turn_starts=(*state.turn_starts, replace(state, turn_starts=())))


def _game_created(state: State, event: GameCreated) -> State:
    nothing = (0,) * event.seats
    return replace(
        state,
        version=state.version + 1,
        terms=event.terms,
        setup=Setup(event.ruleset, (Seat(),) * event.seats, options=event.options),
        money=nothing,
        influence=nothing,
        supply=nothing,
        bonus=nothing,
        spent=nothing,
        reserve=nothing,
        present=nothing,
        dear_links=nothing,
        tools=((),) * event.seats,
    )


def _seated(state: State, seat: int, who: Seat) -> State:
    seats = list(state.setup.seats)
    seats[seat] = who
    setup = replace(state.setup, seats=tuple(seats))
    return replace(state, version=state.version + 1, setup=setup)


def _deadline_set(state: State, event: DeadlineSet) -> State:
    paused = event.reason == "paused" or (state.paused and event.reason != "resumed")
    return replace(state, version=state.version + 1, deadline=event.at, paused=paused)


def _turn_taken_back(state: State, event: TurnTakenBack) -> State:
    """The table of that turn's start, with the players of today."""
    versions = [begun.version for begun in state.turn_starts]
    if event.to_version not in versions:
        raise LookupError(f"no turn began at version {event.to_version}")
    turn = versions.index(event.to_version)
    then = state.turn_starts[turn]
    return turn_began(
        replace(
            then,
            version=state.version + 1,
            setup=replace(then.setup, seats=state.setup.seats),
            deadline=None,
            paused=state.paused,
            turn_starts=state.turn_starts[:turn],
        )
    )
