"""Turns that are taken back: which, and by whom, as the terms of the game have it."""

from msgspec import Struct

from games.domain.errors import Faulty, TableRefusal
from games.domain.events import Event, TurnTakenBack
from games.domain.state import State


class TakeBack(Struct, frozen=True, tag="take-back"):
    """Without a seat it is the host, whom the game's terms do not bind."""

    to_version: int
    seat: int | None = None


class NoTakeBack(Faulty, TableRefusal):
    says = "The turn cannot be taken back to {value}: {problem}."


def take_back(state: State, order: TakeBack) -> tuple[Event, ...]:
    if order.seat is not None:
        _check_take_back_by(state, order.seat, order.to_version)
    possible = tuple(each.version for each in state.turn_starts)
    if order.to_version not in possible:
        raise NoTakeBack(order.to_version, possible, fault="no played turn began there")
    return (TurnTakenBack(order.to_version, order.seat),)


def _check_take_back_by(state: State, seat: int, to_version: int) -> None:
    """By the terms: never; one's own last turn, while only computers played since; or any turn."""
    if state.terms.take_backs == "never":
        raise NoTakeBack(to_version, fault="this game is played without take-backs")
    if state.terms.take_backs == "any-turn":
        return
    for begun in reversed(state.turn_starts):
        if begun.to_move == seat:
            if _was_lost_to_clock(state, seat):
                raise NoTakeBack(to_version, fault="that turn was lost to the clock")
            if begun.version == to_version:
                return
            raise NoTakeBack(to_version, (begun.version,), fault="only your own last turn can")
        if state.setup.seats[begun.mover].bot is None:
            break
    raise NoTakeBack(to_version, fault="another player has played since, or you have not")


def _was_lost_to_clock(state: State, seat: int) -> bool:
    """Was the seat's last turn lost to the clock? Where the game waits, none is."""
    lost = state.clock.lost
    return state.terms.when_late != "wait" and bool(lost) and lost[seat] > 0
