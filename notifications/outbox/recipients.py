"""Who is told of which events. Pure: no rows, no clock."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import Struct

from games.domain import Event, State, events
from games.domain.events import ByEvent, by_type


class Recipient(Struct, frozen=True):
    player: int
    message: str


def recipients(before: State, after: State, events: tuple[Event, ...]) -> tuple[Recipient, ...]:
    """Each player at most once of each message, in seat order."""
    of_events = [each for event in events for each in AUDIENCES[type(event)](before, after, event)]
    return tuple(dict.fromkeys([*of_events, *_of_turn(before, after)]))


def tell_nobody(_before: State, _after: State, _event: Event) -> Iterator[Recipient]:
    """The page and the feed show it."""
    yield from ()


def _game_started(_: State, after: State, _event: events.GameStarted) -> Iterator[Recipient]:
    return _all(after, "started")


def _game_ended(_: State, after: State, _event: events.GameEnded) -> Iterator[Recipient]:
    return _all(after, "ended")


def _game_abandoned(_: State, after: State, _event: events.GameAbandoned) -> Iterator[Recipient]:
    return _all(after, "abandoned")


def _player_replaced(
    before: State, _after: State, event: events.PlayerReplaced
) -> Iterator[Recipient]:
    """The new player of the seat and the one before, but not who takes the own seat back."""
    former, clock = before.setup.seats[event.seat].player, before.clock
    if event.player == former:
        return
    if former is not None:
        yield Recipient(former, "taken-over")
    if event.player is not None:
        was_here = bool(clock.former) and clock.former[event.seat] == event.player
        yield Recipient(event.player, "back" if was_here else "replaced")


def _time_ran_out(_: State, after: State, event: events.TimeRanOut) -> Iterator[Recipient]:
    return _all(after, "lost", {event.seat})


def _deadline_set(_: State, after: State, event: events.DeadlineSet) -> Iterator[Recipient]:
    if event.reason == "late":
        yield from _all(after, "late", {after.mover})


def _pause_agreed(_: State, after: State, event: events.PauseAgreed) -> Iterator[Recipient]:
    if after.paused:
        return _all_but(after, "paused", {event.seat})
    return _all_but(after, "pause-asked", set(after.clock.agreed))


def _pause_ended(_: State, after: State, event: events.PauseEnded) -> Iterator[Recipient]:
    return _all_but(after, "resumed", {event.seat})


def _all(state: State, message: str, seats: Collection[int] | None = None) -> Iterator[Recipient]:
    """The persons in the seats, by default in all of them."""
    for number, seat in enumerate(state.setup.seats):
        # A person of another server has an id below 1.
        here = seat.player is not None and seat.player > 0
        if seat.player is not None and here and (seats is None or number in seats):
            yield Recipient(seat.player, message)


def _all_but(state: State, message: str, seats: Collection[int]) -> Iterator[Recipient]:
    return _all(state, message, [n for n in range(len(state.setup.seats)) if n not in seats])


def _of_turn(before: State, after: State) -> Iterator[Recipient]:
    """The person to move, where the turn or the person is new."""
    if is_new_turn(before, after) and after.to_move is not None:
        yield from _all(after, "turn", {after.to_move})


def is_new_turn(before: State, after: State) -> bool:
    return _turn_of(before) != _turn_of(after)


def _turn_of(state: State) -> tuple[object, ...]:
    mover = None if state.to_move is None else state.setup.seats[state.to_move].player
    return state.to_move, mover, state.turn, state.status


AUDIENCES = by_type(
    ByEvent[Callable[[State, State, Any], Iterator[Recipient]]](
        GameCreated=tell_nobody,
        SeatTaken=tell_nobody,
        SeatLeft=tell_nobody,
        PlayerInvited=tell_nobody,
        GameStarted=_game_started,
        SetupStageBegan=tell_nobody,
        TileChosen=tell_nobody,
        TilesDealt=tell_nobody,
        TilePlaced=tell_nobody,
        TownChosen=tell_nobody,
        BoomMoved=tell_nobody,
        TimeRanOut=_time_ran_out,
        IncomeCollected=tell_nobody,
        BonusTileSpent=tell_nobody,
        ToolSpent=tell_nobody,
        Expanded=tell_nobody,
        MarketShareIncreased=tell_nobody,
        FranchiseOpened=tell_nobody,
        CityScored=tell_nobody,
        RegionMarked=tell_nobody,
        RegionScored=tell_nobody,
        MilestoneReached=tell_nobody,
        TurnEnded=tell_nobody,
        TurnTakenBack=tell_nobody,
        PlayerReplaced=_player_replaced,
        DeadlineSet=_deadline_set,
        BankOpened=tell_nobody,
        BankUsed=tell_nobody,
        PauseAgreed=_pause_agreed,
        PauseWithdrawn=tell_nobody,
        PauseEnded=_pause_ended,
        PlayersRenumbered=tell_nobody,
        GameAbandoned=_game_abandoned,
        GameEnded=_game_ended,
    )
)
