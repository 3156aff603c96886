"""From what happened to who is told of it. Pure: no rows, no clock."""

from collections.abc import Iterator

from msgspec import Struct

from games.domain import Event, State
from games.domain.events import GameAbandoned, GameEnded, GameStarted, PlayerReplaced


class Told(Struct, frozen=True):
    player: int
    kind: str


def recipients(before: State, after: State, events: tuple[Event, ...]) -> tuple[Told, ...]:
    """Each player at most once a kind, in seat order."""
    return tuple(dict.fromkeys([*_of_events(after, events), *_of_turn(before, after)]))


def _of_events(after: State, events: tuple[Event, ...]) -> Iterator[Told]:
    for event in events:
        match event:
            case GameStarted():
                yield from _everybody(after, "started")
            case GameEnded():
                yield from _everybody(after, "ended")
            case GameAbandoned():
                yield from _everybody(after, "abandoned")
            case PlayerReplaced(player=int(player)):
                yield Told(player, "replaced")
            case _:
                pass


def _everybody(state: State, kind: str) -> Iterator[Told]:
    for seat in state.setup.seats:
        if seat.player is not None:
            yield Told(seat.player, kind)


def _of_turn(before: State, after: State) -> Iterator[Told]:
    """Whose turn it is now, where it was another's, or another turn."""
    if after.to_move is None:
        return
    if (before.to_move, before.turn, before.status) == (after.to_move, after.turn, after.status):
        return
    player = after.setup.seats[after.to_move].player
    if player is not None:
        yield Told(player, "turn")
