"""What happens around the game: who sits at the table, its clock, turns taken back."""

from msgspec.structs import replace

from games.domain import events
from games.domain.events import Event
from games.domain.rulesets import RULESETS
from games.domain.state import (
    NO_CLOCK,
    ComputerWish,
    MutableState,
    Seat,
    Setup,
    plus,
    thaw,
    with_item,
)

PAUSES = ("paused", "agreed-pause")


def game_created(state: MutableState, event: events.GameCreated) -> None:
    seats = event.seats
    state.terms = event.terms
    state.setup = Setup(event.ruleset, (Seat(),) * seats, options=event.options)
    state.money = [0] * seats
    state.supply = [0] * seats
    state.present = [0] * seats
    state.influence = state.bonus = state.spent = state.reserve = state.dear_links = (0,) * seats
    state.tools = ((),) * seats


def seat_taken(state: MutableState, event: events.SeatTaken) -> None:
    _seat_player(state, event.seat, Seat(event.player, event.bot))


def seat_left(state: MutableState, event: events.SeatLeft) -> None:
    _seat_player(state, event.seat, Seat())


def _seat_player(state: MutableState, seat: int, who: Seat) -> None:
    state.setup = replace(state.setup, seats=with_item(state.setup.seats, seat, who))


def leave_as_it_is(_draft: MutableState, _event: Event) -> None:
    """The event changes nothing on the table."""


def game_abandoned(state: MutableState, _: events.GameAbandoned) -> None:
    state.status = "abandoned"
    state.to_move = state.deadline = None


def turn_taken_back(state: MutableState, event: events.TurnTakenBack) -> None:
    """The table of that turn's start, with the players of today, their rules and used time."""
    starts = state.turn_starts
    turn = next((i for i, begun in enumerate(starts) if begun.version == event.to_version), None)
    if turn is None:
        raise LookupError(f"no turn began at version {event.to_version}")
    then = starts[turn]
    then = replace(
        then,
        version=state.version,
        terms=state.terms,
        setup=replace(then.setup, seats=state.setup.seats, ruleset=state.setup.ruleset),
        deadline=None,
        paused=state.paused,
        clock=replace(state.clock, lost=then.clock.lost, banking=False, late_since=None, left=None),
        ruleset_agreed=state.ruleset_agreed,
        computer_wishes=state.computer_wishes,
        turn_starts=starts[:turn],
    )
    thawed = thaw(then)
    for field in thawed.__struct_fields__:
        setattr(state, field, getattr(thawed, field))


def player_replaced(state: MutableState, event: events.PlayerReplaced) -> None:
    """The new player begins with no turn lost; the seat's bank is as it was left.

    The seat is kept in mind for who sat there before, unless the host has put them out.
    """
    seat, who, put_out = event.seat, Seat(event.player, event.bot), event.by_host is True
    before = state.setup.seats[seat]
    _seat_player(state, seat, who)
    if state.clock.lost:
        state.clock = replace(state.clock, lost=with_item(state.clock.lost, seat, 0))
    if who == before:
        return
    _withdraw_agreement(state, seat)
    state.ruleset_agreed = _without(state.ruleset_agreed, seat)
    state.computer_wishes = tuple(
        each for each in state.computer_wishes if seat not in (each.seat, each.of)
    )
    kept_for = None if put_out else before.player
    if kept_for is not None or (put_out and state.clock.former):
        former = state.clock.former or (None,) * len(state.setup.seats)
        state.clock = replace(state.clock, former=with_item(former, seat, kept_for))
    if seat == state.to_move:
        state.clock = replace(state.clock, banking=False, late_since=None, left=None)


def players_renumbered(state: MutableState, event: events.PlayersRenumbered) -> None:
    numbers: dict[int | None, int] = dict(event.numbers)
    seats = state.setup.seats
    seated = tuple(replace(who, player=numbers.get(who.player)) for who in seats)
    state.setup = replace(state.setup, seats=seated)
    state.terms = replace(state.terms, owner=numbers.get(state.terms.owner))
    former = tuple(numbers.get(number) for number in state.clock.former)
    state.clock = replace(state.clock, former=former)


def deadline_set(state: MutableState, event: events.DeadlineSet) -> None:
    if event.reason == "late":
        lose_turn_to_clock(state, state.mover)
    state.deadline = event.at
    if event.reason in PAUSES:
        state.paused = True
    elif event.reason == "resumed":
        state.paused = False
    # Two in one table: a pause of the host's is not one that the players end.
    agreed = () if event.reason in ("paused", "resumed") else state.clock.agreed
    late = state.clock.late_since if event.at is None else None
    changed = replace(state.clock, left=event.left, agreed=agreed, late_since=late)
    state.clock = NO_CLOCK if changed == NO_CLOCK else changed


def bank_opened(state: MutableState, _: events.BankOpened) -> None:
    state.clock = replace(state.clock, banking=True)


def bank_used(state: MutableState, event: events.BankUsed) -> None:
    used = state.clock.bank_used or (0,) * len(state.setup.seats)
    state.clock = replace(state.clock, bank_used=plus(used, event.seat, event.seconds))


def pause_agreed(state: MutableState, event: events.PauseAgreed) -> None:
    state.clock = replace(state.clock, agreed=(*state.clock.agreed, event.seat))


def pause_withdrawn(state: MutableState, event: events.PauseWithdrawn) -> None:
    _withdraw_agreement(state, event.seat)


def _withdraw_agreement(state: MutableState, seat: int) -> None:
    state.clock = replace(state.clock, agreed=_without(state.clock.agreed, seat))


def _without(seats: tuple[int, ...], seat: int) -> tuple[int, ...]:
    return tuple(each for each in seats if each != seat)


def pause_ended(state: MutableState, _: events.PauseEnded) -> None:
    state.paused = False
    state.clock = replace(state.clock, agreed=())


def ruleset_agreed(state: MutableState, event: events.RulesetAgreed) -> None:
    state.ruleset_agreed = (*state.ruleset_agreed, event.seat)


def ruleset_withdrawn(state: MutableState, event: events.RulesetWithdrawn) -> None:
    state.ruleset_agreed = _without(state.ruleset_agreed, event.seat)


def ruleset_changed(state: MutableState, event: events.RulesetChanged) -> None:
    state.setup = replace(state.setup, ruleset=event.ruleset)
    state.board = RULESETS[event.ruleset].board
    state.ruleset_agreed = ()


def computer_wanted(state: MutableState, event: events.ComputerWanted) -> None:
    about = (event.seat, event.of)
    wishes = tuple(each for each in state.computer_wishes if (each.seat, each.of) != about)
    state.computer_wishes = (
        wishes if event.bot is None else (*wishes, ComputerWish(*about, event.bot))
    )


def lose_turn_to_clock(state: MutableState, seat: int) -> None:
    lost = state.clock.lost or (0,) * len(state.setup.seats)
    late_since = state.deadline or 0
    state.clock = replace(state.clock, lost=plus(lost, seat, 1), late_since=late_since)


def move_on(state: MutableState, seat: int) -> None:
    """The seat has done what it was waited for, or somebody has for it."""
    clock = state.clock
    if clock == NO_CLOCK:
        return
    in_time = clock.late_since is None
    lost = with_item(clock.lost, seat, 0) if in_time and clock.lost else clock.lost
    state.clock = replace(clock, lost=lost, banking=False, late_since=None, left=None)
