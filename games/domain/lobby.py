"""Commands around the rules: to make, join, start, pause, take back and abandon a game."""

from typing import Literal, assert_never

from msgspec import UNSET, Struct, UnsetType

from games.domain import events
from games.domain.clock import is_kept_for, may_be_taken_over
from games.domain.commands import KINDS, Choice
from games.domain.computer_change import WantComputer, change_computers, want_computer
from games.domain.errors import Faulty, TableRefusal
from games.domain.events import Event
from games.domain.evolve import replay
from games.domain.numbers import RenumberPlayers, renumber
from games.domain.ruleset_change import (
    AgreeRuleset,
    KeepRuleset,
    agree_ruleset,
    change_ruleset,
    keep_ruleset,
)
from games.domain.rulesets import RULESET
from games.domain.setup import PRINTED_GAME, start
from games.domain.state import Options, Seat, State, Terms
from games.domain.take_backs import TakeBack, take_back

LONGEST_NAME = 80
PACES = (12, 24, 48, 72, 168)
LONGEST_BANK = 720


class CreateGame(Struct, frozen=True, tag="create"):
    terms: Terms
    seats: int
    options: Options = PRINTED_GAME
    ruleset: str = RULESET


class TakeSeat(Struct, frozen=True, tag="join"):
    """Without a seat, the first free one. By the seed a table starts whose last seat this is."""

    player: int | None = None
    bot: str | None = None
    seat: int | None = None
    seed: int | UnsetType = UNSET


class LeaveSeat(Struct, frozen=True, tag="leave", omit_defaults=True):
    """`player` is who leaves, so that nobody is put out who has taken the seat since."""

    seat: int
    player: int | None = None


class InvitePlayer(Struct, frozen=True, tag="invite"):
    invitation: str


class StartGame(Struct, frozen=True, tag="start"):
    seed: int
    first: int | None = None


class ReplacePlayer(Struct, frozen=True, tag="replace"):
    seat: int
    player: int | None = None
    bot: str | None = None
    by_host: bool = False


class SetDeadline(Struct, frozen=True, tag="deadline"):
    """`left`: the seconds that the seat to move has when the pause ends."""

    at: int | None
    reason: Literal["extended", "holiday", "paused", "resumed"]
    left: int | None = None


class AgreePause(Struct, frozen=True, tag="pause"):
    """The clock stops as soon as all persons at the table have agreed."""

    seat: int


class EndPause(Struct, frozen=True, tag="resume"):
    """Any of them ends the pause; before it has begun, each withdraws the own agreement."""

    seat: int


class TakeOver(Struct, frozen=True, tag="take-over"):
    """A person takes a seat that was given up, or returns to the own one."""

    seat: int
    player: int
    now: int


class AbandonGame(Struct, frozen=True, tag="abandon"):
    pass


LobbyCommand = (
    CreateGame
    | TakeSeat
    | LeaveSeat
    | InvitePlayer
    | StartGame
    | TakeBack
    | ReplacePlayer
    | SetDeadline
    | AgreePause
    | EndPause
    | AgreeRuleset
    | KeepRuleset
    | WantComputer
    | TakeOver
    | RenumberPlayers
    | AbandonGame
)


class BadTerms(Faulty, TableRefusal):
    says = "{problem}."


class NotOpen(TableRefusal):
    says = "The game is {value}; this needs one that is open."


class NotUnderWay(TableRefusal):
    says = "The game is {value}; this needs one that is under way."


class SeatNotFree(TableRefusal):
    of_seats = True
    says = "{value} is not free."


class TableFull(TableRefusal):
    says = "No seat is free at this table."


class NoSuchSeat(TableRefusal):
    says = "There is no seat {value} at this table."


class SeatEmpty(TableRefusal):
    of_seats = True
    says = "Nobody plays {value}."


class SeatNotYours(TableRefusal):
    of_seats = True
    says = "Another player plays {value}."


class AlreadySeated(TableRefusal):
    says = "Player {value} sits at this table already."


class NobodyNamed(TableRefusal):
    says = "A seat is taken by a player or by a computer player."


class SeatsNotTaken(TableRefusal):
    says = "The game cannot start: seats {value} are empty."


class NotDue(TableRefusal):
    of_seats = True
    says = "The time of {value} is not up."


class NoStandIn(TableRefusal):
    of_seats = True
    says = "{value} is to be played for, and nobody has chosen what."


class NoClock(TableRefusal):
    says = "There is no clock to stop in this game."


class AlreadyAgreed(TableRefusal):
    of_seats = True
    says = "{value} has agreed to a pause already."


class NotPaused(TableRefusal):
    says = "There is no pause to end here, or it is the host's."


class SeatNotGivenUp(TableRefusal):
    of_seats = True
    says = "{value} can be taken over after two turns in a row that it lost to the clock."


def decide_table(state: State, order: LobbyCommand) -> tuple[Event, ...]:  # noqa: C901 - a case a command
    match order:
        case CreateGame():
            return _create(state, order)
        case TakeSeat():
            return _take_seat(state, order)
        case LeaveSeat():
            return _leave_seat(state, order)
        case InvitePlayer():
            # Also while the game is under way, for a seat may be given up.
            _check_not_over(state)
            return (events.PlayerInvited(order.invitation),)
        case StartGame():
            return _start_game(state, order)
        case TakeBack():
            if order.seat is not None:
                _check_under_way(state)
            return take_back(state, order)
        case ReplacePlayer():
            return _with_what_all_want(state, _replace_player(state, order))
        case SetDeadline():
            _check_under_way(state)
            if order.reason == "resumed" and not state.paused:
                raise NotPaused
            return (events.DeadlineSet(order.at, order.reason, order.left),)
        case AgreePause():
            return _agree_pause(state, order)
        case EndPause():
            return _end_pause(state, order)
        case AgreeRuleset():
            _check_under_way(state, order.seat)
            return _with_what_all_want(state, agree_ruleset(state, order))
        case KeepRuleset():
            _check_under_way(state, order.seat)
            return keep_ruleset(state, order)
        case WantComputer():
            _check_under_way(state, order.seat)
            _check_seat(state, order.of)
            return _with_what_all_want(state, want_computer(state, order))
        case TakeOver():
            return _take_over(state, order)
        case RenumberPlayers():
            return renumber(state, order)
        case AbandonGame():
            _check_not_over(state)
            return (events.GameAbandoned(),)
        case _:
            assert_never(order)


def _create(state: State, order: CreateGame) -> tuple[Event, ...]:
    if state.version:
        raise NotOpen(state.status)
    terms = order.terms
    if not terms.name.strip() or len(terms.name) > LONGEST_NAME:
        raise BadTerms(terms.name, fault="a name has 1 to {most} characters", most=LONGEST_NAME)
    if not terms.name.isprintable():
        raise BadTerms(terms.name, fault="a name is one line of characters that can be printed")
    if terms.pace_hours is not None and terms.pace_hours not in PACES:
        raise BadTerms(terms.pace_hours, PACES, fault="a turn takes 12, 24, 48, 72 or 168 hours")
    if terms.bank_hours not in range(LONGEST_BANK + 1):
        fault = "a time bank has up to {most} hours"
        raise BadTerms(terms.bank_hours, fault=fault, most=LONGEST_BANK)
    if terms.bank_hours and terms.pace_hours is None:
        raise BadTerms(terms.bank_hours, PACES, fault="a time bank needs a pace")
    # Try the set-up now, so that a game that exists can be started.
    start(order.seats, first=0, options=order.options, seed=0, ruleset=order.ruleset)
    return (events.GameCreated(terms, order.seats, order.options, order.ruleset),)


def _take_seat(state: State, order: TakeSeat) -> tuple[Event, ...]:
    _check_open(state)
    free = tuple(i for i, occupant in enumerate(state.setup.seats) if occupant == Seat())
    seat = order.seat if order.seat is not None else next(iter(free), None)
    if seat is None:
        raise TableFull
    if seat not in free:
        raise SeatNotFree(seat, free)
    _check_who(state, order.player, order.bot)
    taken = events.SeatTaken(seat, order.player, order.bot)
    if free != (seat,) or order.seed is UNSET or not state.terms.start_when_full:
        return (taken,)
    return (taken, *_start_game(replay((taken,), state), StartGame(order.seed)))


def _leave_seat(state: State, order: LeaveSeat) -> tuple[Event, ...]:
    _check_open(state)
    _check_seat(state, order.seat)
    if state.setup.seats[order.seat] == Seat():
        raise SeatEmpty(order.seat)
    if order.player not in (None, state.setup.seats[order.seat].player):
        raise SeatNotYours(order.seat)
    return (events.SeatLeft(order.seat),)


def _start_game(state: State, order: StartGame) -> tuple[Event, ...]:
    _check_open(state)
    setup = state.setup
    empty = tuple(i for i, occupant in enumerate(setup.seats) if occupant == Seat())
    if empty:
        raise SeatsNotTaken(", ".join(map(str, empty)), empty)
    return start(
        setup.seats,
        first=order.first,
        options=setup.options,
        seed=order.seed,
        ruleset=setup.ruleset,
    )


def _replace_player(state: State, order: ReplacePlayer) -> tuple[Event, ...]:
    _check_under_way(state, order.seat)
    _check_who(state, order.player, order.bot)
    by_host = order.by_host or UNSET
    return (events.PlayerReplaced(order.seat, order.player, order.bot, by_host),)


def _agree_pause(state: State, order: AgreePause) -> tuple[Event, ...]:
    _check_under_way(state, order.seat)
    if state.terms.pace_hours is None or state.paused:
        raise NoClock
    if order.seat in state.clock.agreed:
        raise AlreadyAgreed(order.seat)
    return (events.PauseAgreed(order.seat),)


def _end_pause(state: State, order: EndPause) -> tuple[Event, ...]:
    _check_under_way(state, order.seat)
    # The host's pause needs no agreement, and only the host ends it.
    if state.paused and state.clock.agreed:
        return (events.PauseEnded(order.seat),)
    if order.seat in state.clock.agreed:
        return (events.PauseWithdrawn(order.seat),)
    raise NotPaused


def _with_what_all_want(state: State, events: tuple[Event, ...]) -> tuple[Event, ...]:
    """It comes with the last who agrees, or when who had not agreed has gone."""
    after = replay(events, state)
    return (*events, *change_ruleset(after), *change_computers(after))


def _take_over(state: State, order: TakeOver) -> tuple[Event, ...]:
    _check_under_way(state, order.seat)
    if not _is_return(state, order):
        _check_who(state, order.player, None)
        if not may_be_taken_over(state, order.seat, order.now):
            raise SeatNotGivenUp(order.seat)
    return (events.PlayerReplaced(order.seat, order.player),)


def _is_return(state: State, order: TakeOver) -> bool:
    """To a turn after some that the clock took, or to a seat that a computer player keeps."""
    clock = state.clock
    if state.setup.seats[order.seat].player == order.player:
        return bool(clock.lost) and clock.lost[order.seat] > 0
    if order.player in [occupant.player for occupant in state.setup.seats]:
        return False
    return is_kept_for(state, order.seat, order.player)


def choice_awaited(state: State) -> Choice:
    """What the seat to move has to choose."""
    if state.status not in KINDS:
        raise NotUnderWay(state.status)
    return KINDS[state.status]


def _check_open(state: State) -> None:
    if state.status != "open" or not state.version:
        raise NotOpen(state.status)


def _check_not_over(state: State) -> None:
    if state.status in ("ended", "abandoned"):
        raise NotUnderWay(state.status)


def _check_under_way(state: State, seat: int | None = None) -> None:
    """Also that there is the seat, if one is asked for."""
    if state.status in ("open", "ended", "abandoned"):
        raise NotUnderWay(state.status)
    if seat is not None:
        _check_seat(state, seat)


def _check_seat(state: State, seat: int) -> None:
    if seat not in range(len(state.setup.seats)):
        raise NoSuchSeat(seat, range(len(state.setup.seats)))


def _check_who(state: State, player: int | None, bot: str | None) -> None:
    if (player is None) == (bot is None):
        raise NobodyNamed(player)
    if player is not None and player in [occupant.player for occupant in state.setup.seats]:
        raise AlreadySeated(player)
