"""Taking turns back: which, and by whom, under the terms of the game."""

from msgspec import Struct

from games.domain.errors import Faulty, TableRefusal
from games.domain.events import Event, TurnTakenBack
from games.domain.state import State


class TakeBack(Struct, frozen=True, tag="take-back"):
    """Without a seat, the host takes back, whom the game's terms do not bind."""

    to_version: int
    seat: int | None = None


class NoTakeBack(Faulty, TableRefusal):
    of_versions = True
    says = "Turn {turn} cannot be taken back: {problem}."


def take_back(state: State, order: TakeBack) -> tuple[Event, ...]:
    if order.seat is not None:
        _check_terms(state, order.seat, order.to_version)
    possible = tuple(each.version for each in state.turn_starts)
    if order.to_version not in possible:
        raise _refusal(state, order.to_version, possible, fault="no played turn began there")
    return (TurnTakenBack(order.to_version, order.seat),)


def _refusal(
    state: State, version: int, possible: tuple[int, ...] = (), *, fault: str
) -> NoTakeBack:
    """Players know their turns by number; a starting town comes before the first."""
    begun = (max(1, each.turn) for each in state.turn_starts if each.version <= version)
    return NoTakeBack(version, possible, fault=fault, turn=max(begun, default=1))


def _check_terms(state: State, seat: int, to_version: int) -> None:
    """The terms allow none, any turn, or one's own last turn if only computers played since."""
    if state.terms.take_backs == "never":
        raise _refusal(state, to_version, fault="this game is played without take-backs")
    if state.terms.take_backs == "any-turn":
        return
    for start in reversed(state.turn_starts):
        if start.to_move == seat:
            lost = state.clock.lost
            # Where the game waits, no turn is lost.
            if state.terms.when_late != "wait" and lost and lost[seat]:
                raise _refusal(state, to_version, fault="that turn was lost to the clock")
            if start.version == to_version:
                return
            raise _refusal(state, to_version, (start.version,), fault="only your own last turn can")
        if state.setup.seats[start.mover].bot is None:
            break
    raise _refusal(state, to_version, fault="another player has played since, or you have not")
