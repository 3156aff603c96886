"""Who is told of which events. Pure: no rows, no clock."""

from collections.abc import Callable, Collection, Iterator
from typing import Any

from msgspec import Struct

from games.domain import Event, State, events
from games.domain.computer_change import who_wants
from games.domain.events import by_type


class Recipient(Struct, frozen=True):
    player: int
    message: str


Audience = Callable[[State, State, Any], Iterator[Recipient]]


def recipients(before: State, after: State, events: tuple[Event, ...]) -> tuple[Recipient, ...]:
    """Each player at most once of each message, in seat order."""
    told = [each for event in events for each in AUDIENCES[type(event)](before, after, event)]
    if is_new_turn(before, after) and after.to_move is not None:
        told.extend(_all(after, "turn", {after.to_move}))
    return tuple(dict.fromkeys(told))


def tell_nobody(_before: State, _after: State, _event: Event) -> Iterator[Recipient]:
    """The page and the feed show it."""
    yield from ()


def _tell_all(message: str) -> Audience:
    return lambda _before, after, _event: _all(after, message)


def _seat_taken(_before: State, after: State, event: events.SeatTaken) -> Iterator[Recipient]:
    """The owner, once the table is full by another."""
    owner = after.terms.owner
    is_full = all(seat.player is not None or seat.bot for seat in after.setup.seats)
    by_another = event.player is not None and event.player != owner
    if owner is not None and owner > 0 and after.status == "open" and is_full and by_another:
        yield Recipient(owner, "full")


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


def _turn_taken_back(
    before: State, after: State, _event: events.TurnTakenBack
) -> Iterator[Recipient]:
    """Who was to move, and is no more."""
    if before.to_move is not None and _mover(before) != _mover(after):
        yield from _all(before, "taken-back", {before.to_move})


def _pause_agreed(_: State, after: State, event: events.PauseAgreed) -> Iterator[Recipient]:
    if after.paused:
        return _all_but(after, "paused", {event.seat})
    return _all_but(after, "pause-asked", set(after.clock.agreed))


def _pause_ended(_: State, after: State, event: events.PauseEnded) -> Iterator[Recipient]:
    return _all_but(after, "resumed", {event.seat})


def _ruleset_agreed(_: State, after: State, _event: events.RulesetAgreed) -> Iterator[Recipient]:
    """The others, as long as anybody is still asked."""
    if after.ruleset_agreed:
        yield from _all_but(after, "ruleset-asked", after.ruleset_agreed)


def _ruleset_changed(_: State, after: State, _event: events.RulesetChanged) -> Iterator[Recipient]:
    return _all(after, "ruleset-changed")


def _computer_wanted(_: State, after: State, event: events.ComputerWanted) -> Iterator[Recipient]:
    """Who does not want it yet."""
    wants = who_wants(after, event.of, event.bot) if event.bot is not None else ()
    if wants:
        yield from _all_but(after, "computer-asked", wants)


def _all(state: State, message: str, seats: Collection[int] | None = None) -> Iterator[Recipient]:
    """The persons in the seats, by default in all of them."""
    for number, seat in enumerate(state.setup.seats):
        # A person of another server has an id below 1.
        here = seat.player is not None and seat.player > 0
        if seat.player is not None and here and (seats is None or number in seats):
            yield Recipient(seat.player, message)


def _all_but(state: State, message: str, seats: Collection[int]) -> Iterator[Recipient]:
    return _all(state, message, [n for n in range(len(state.setup.seats)) if n not in seats])


def is_new_turn(before: State, after: State) -> bool:
    """Whether the turn or the person to move is new."""
    return _turn_of(before) != _turn_of(after)


def _turn_of(state: State) -> tuple[object, ...]:
    return state.to_move, _mover(state), state.turn, state.status


def _mover(state: State) -> int | None:
    return None if state.to_move is None else state.setup.seats[state.to_move].player


AUDIENCES: dict[type[Event], Audience] = by_type(
    GameCreated=tell_nobody,
    SeatTaken=_seat_taken,
    SeatLeft=tell_nobody,
    PlayerInvited=tell_nobody,
    GameStarted=_tell_all("started"),
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
    DearLinkMarked=tell_nobody,
    MilestoneReached=tell_nobody,
    TurnEnded=tell_nobody,
    TurnTakenBack=_turn_taken_back,
    PlayerReplaced=_player_replaced,
    DeadlineSet=_deadline_set,
    BankOpened=tell_nobody,
    BankUsed=tell_nobody,
    PauseAgreed=_pause_agreed,
    PauseWithdrawn=tell_nobody,
    PauseEnded=_pause_ended,
    RulesetAgreed=_ruleset_agreed,
    RulesetWithdrawn=tell_nobody,
    RulesetChanged=_ruleset_changed,
    ComputerWanted=_computer_wanted,
    PlayersRenumbered=tell_nobody,
    GameAbandoned=_tell_all("abandoned"),
    GameEnded=_tell_all("ended"),
)
