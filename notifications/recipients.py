"""Who is told of which events. Pure: no rows, no clock."""

from collections.abc import Collection, Iterator

from msgspec import Struct

from games.domain import Event, State
from games.domain.events import (
    DeadlineSet,
    GameAbandoned,
    GameEnded,
    GameStarted,
    PauseAgreed,
    PauseEnded,
    PlayerReplaced,
    TimeRanOut,
)


class Recipient(Struct, frozen=True):
    player: int
    kind: str


def recipients(before: State, after: State, events: tuple[Event, ...]) -> tuple[Recipient, ...]:
    """Each player at most once of each kind, in seat order."""
    of_events = [each for event in events for each in _of_event(before, after, event)]
    return tuple(dict.fromkeys([*of_events, *_of_turn(before, after)]))


def _of_event(before: State, after: State, event: Event) -> Iterator[Recipient]:
    match event:
        case GameStarted():
            yield from _all(after, "started")
        case GameEnded():
            yield from _all(after, "ended")
        case GameAbandoned():
            yield from _all(after, "abandoned")
        case PlayerReplaced():
            yield from _of_seat(before, event)
        case _:
            yield from _of_clock(after, event)


def _of_seat(before: State, event: PlayerReplaced) -> Iterator[Recipient]:
    """The new player of the seat and the one before, but not who takes the own seat back."""
    former, clock = before.setup.seats[event.seat].player, before.clock
    if event.player == former:
        return
    if former is not None:
        yield Recipient(former, "taken-over")
    if event.player is not None:
        was_here = bool(clock.former) and clock.former[event.seat] == event.player
        yield Recipient(event.player, "back" if was_here else "replaced")


def _of_clock(after: State, event: Event) -> Iterator[Recipient]:
    match event:
        case TimeRanOut(seat):
            yield from _all(after, "lost", {seat})
        case DeadlineSet(reason="late"):
            yield from _all(after, "late", {after.mover})
        case PauseAgreed(seat) if after.paused:
            yield from _all_but(after, "paused", {seat})
        case PauseAgreed():
            yield from _all_but(after, "pause-asked", set(after.clock.agreed))
        case PauseEnded(seat):
            yield from _all_but(after, "resumed", {seat})
        case _:
            pass


def _all(state: State, kind: str, seats: Collection[int] | None = None) -> Iterator[Recipient]:
    """The persons in the seats, by default in all of them."""
    for number, seat in enumerate(state.setup.seats):
        # A person of another server has an id below 1.
        here = seat.player is not None and seat.player > 0
        if seat.player is not None and here and (seats is None or number in seats):
            yield Recipient(seat.player, kind)


def _all_but(state: State, kind: str, seats: Collection[int]) -> Iterator[Recipient]:
    return _all(state, kind, [n for n in range(len(state.setup.seats)) if n not in seats])


def _of_turn(before: State, after: State) -> Iterator[Recipient]:
    """The person to move, where the turn or the person is new."""
    if _turn_of(before) != _turn_of(after) and after.to_move is not None:
        yield from _all(after, "turn", {after.to_move})


def _turn_of(state: State) -> tuple[object, ...]:
    mover = None if state.to_move is None else state.setup.seats[state.to_move].player
    return state.to_move, mover, state.turn, state.status
