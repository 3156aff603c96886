"""What happens around the game: seats, deadlines, turns taken back."""

from collections.abc import Callable
from typing import Any, assert_never

from msgspec.structs import astuple, replace

from games.domain.events import (
    BankOpened,
    BankUsed,
    DeadlineSet,
    GameAbandoned,
    GameCreated,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
    PlayerInvited,
    PlayerReplaced,
    PlayersRenumbered,
    SeatLeft,
    SeatTaken,
    TurnTakenBack,
)
from games.domain.evolve_clock import (
    bank_opened,
    bank_used,
    deadline_set,
    pause_agreed,
    pause_ended,
    pause_withdrawn,
    sat_down,
)
from games.domain.state import Draft, Seat, Setup, thaw

ClockEvent = DeadlineSet | BankOpened | BankUsed | PauseAgreed | PauseWithdrawn | PauseEnded
TableEvent = (
    GameCreated
    | SeatTaken
    | SeatLeft
    | PlayerInvited
    | PlayerReplaced
    | PlayersRenumbered
    | TurnTakenBack
    | GameAbandoned
    | ClockEvent
)


Recorder = Callable[[Draft, Any], None]


def table_recorder(event: TableEvent) -> Recorder:
    match event:
        case GameAbandoned():
            return _game_abandoned
        case GameCreated():
            return _game_created
        case PlayerInvited():
            return _player_invited
        case PlayerReplaced():
            return _player_replaced
        case PlayersRenumbered():
            return _players_renumbered
        case SeatTaken():
            return _seat_taken
        case SeatLeft():
            return _seat_left
        case TurnTakenBack():
            return _turn_taken_back
        case _:
            return _clock_recorder(event)


def _clock_recorder(event: ClockEvent) -> Recorder:
    match event:
        case BankOpened():
            return bank_opened
        case BankUsed():
            return bank_used
        case DeadlineSet():
            return deadline_set
        case PauseAgreed():
            return pause_agreed
        case PauseEnded():
            return pause_ended
        case PauseWithdrawn():
            return pause_withdrawn
        case _:
            assert_never(event)


def _game_abandoned(draft: Draft, _: GameAbandoned) -> None:
    draft.status = "abandoned"
    draft.to_move = draft.deadline = None


def _player_invited(draft: Draft, _: PlayerInvited) -> None:
    """Nothing on the table."""


def _seat_taken(draft: Draft, event: SeatTaken) -> None:
    _seated(draft, event.seat, Seat(event.player, event.bot))


def _player_replaced(draft: Draft, event: PlayerReplaced) -> None:
    who = Seat(event.player, event.bot)
    sat_down(draft, event.seat, who, put_out=event.by_host is True)
    _seated(draft, event.seat, who)


def _players_renumbered(draft: Draft, event: PlayersRenumbered) -> None:
    numbers: dict[int | None, int] = dict(event.numbers)
    seats = draft.setup.seats
    seated = tuple(replace(who, player=numbers.get(who.player)) for who in seats)
    draft.setup = replace(draft.setup, seats=seated)
    draft.terms = replace(draft.terms, owner=numbers.get(draft.terms.owner))
    former = tuple(numbers.get(number) for number in draft.clock.former)
    draft.clock = replace(draft.clock, former=former)


def _seat_left(draft: Draft, event: SeatLeft) -> None:
    _seated(draft, event.seat, Seat())


def _game_created(draft: Draft, event: GameCreated) -> None:
    seats = event.seats
    draft.terms = event.terms
    draft.setup = Setup(event.ruleset, (Seat(),) * seats, options=event.options)
    draft.money = [0] * seats
    draft.influence = (0,) * seats
    draft.supply = [0] * seats
    draft.bonus = (0,) * seats
    draft.spent = (0,) * seats
    draft.reserve = (0,) * seats
    draft.present = [0] * seats
    draft.dear_links = (0,) * seats
    draft.tools = ((),) * seats


def _seated(draft: Draft, seat: int, who: Seat) -> None:
    seats = list(draft.setup.seats)
    seats[seat] = who
    draft.setup = replace(draft.setup, seats=tuple(seats))


def _turn_taken_back(draft: Draft, event: TurnTakenBack) -> None:
    """The table of that turn's start, with the players of today, and the time they have used."""
    starts = draft.turn_starts
    turn = next((i for i, begun in enumerate(starts) if begun.version == event.to_version), None)
    if turn is None:
        raise LookupError(f"no turn began at version {event.to_version}")
    then = replace(
        starts[turn],
        version=draft.version,
        terms=draft.terms,
        setup=replace(starts[turn].setup, seats=draft.setup.seats),
        deadline=None,
        paused=draft.paused,
        clock=replace(
            draft.clock,
            lost=starts[turn].clock.lost,
            banking=False,
            late_since=None,
            left=None,
        ),
        turn_starts=tuple(starts[:turn]),
    )
    for field, value in zip(then.__struct_fields__, astuple(thaw(then)), strict=False):
        setattr(draft, field, value)
