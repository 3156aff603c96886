"""What happens around the game: who sits at the table, its clock, turns taken back."""

from msgspec.structs import replace

from games.domain import events
from games.domain.events import Event
from games.domain.state import NO_CLOCK, Draft, Seat, Setup, plus, thaw, with_item

PAUSES = ("paused", "agreed-pause")


def game_created(draft: Draft, event: events.GameCreated) -> None:
    seats = event.seats
    draft.terms = event.terms
    draft.setup = Setup(event.ruleset, (Seat(),) * seats, options=event.options)
    draft.money = [0] * seats
    draft.supply = [0] * seats
    draft.present = [0] * seats
    draft.influence = draft.bonus = draft.spent = draft.reserve = draft.dear_links = (0,) * seats
    draft.tools = ((),) * seats


def seat_taken(draft: Draft, event: events.SeatTaken) -> None:
    _seat_player(draft, event.seat, Seat(event.player, event.bot))


def seat_left(draft: Draft, event: events.SeatLeft) -> None:
    _seat_player(draft, event.seat, Seat())


def _seat_player(draft: Draft, seat: int, who: Seat) -> None:
    draft.setup = replace(draft.setup, seats=with_item(draft.setup.seats, seat, who))


def leave_as_it_is(_draft: Draft, _event: Event) -> None:
    """The event changes nothing on the table."""


def game_abandoned(draft: Draft, _: events.GameAbandoned) -> None:
    draft.status = "abandoned"
    draft.to_move = draft.deadline = None


def turn_taken_back(draft: Draft, event: events.TurnTakenBack) -> None:
    """The table of that turn's start, with the players of today, and the time they have used."""
    starts = draft.turn_starts
    turn = next((i for i, begun in enumerate(starts) if begun.version == event.to_version), None)
    if turn is None:
        raise LookupError(f"no turn began at version {event.to_version}")
    then = starts[turn]
    then = replace(
        then,
        version=draft.version,
        terms=draft.terms,
        setup=replace(then.setup, seats=draft.setup.seats),
        deadline=None,
        paused=draft.paused,
        clock=replace(draft.clock, lost=then.clock.lost, banking=False, late_since=None, left=None),
        turn_starts=tuple(starts[:turn]),
    )
    thawed = thaw(then)
    for field in thawed.__struct_fields__:
        setattr(draft, field, getattr(thawed, field))


def player_replaced(draft: Draft, event: events.PlayerReplaced) -> None:
    """The new player begins with no turn lost; the seat's bank is as it was left.

    The seat is kept in mind for who sat there before, unless the host has put them out.
    """
    seat, who, put_out = event.seat, Seat(event.player, event.bot), event.by_host is True
    before = draft.setup.seats[seat]
    _seat_player(draft, seat, who)
    if draft.clock.lost:
        draft.clock = replace(draft.clock, lost=with_item(draft.clock.lost, seat, 0))
    if who == before:
        return
    _withdraw_agreement(draft, seat)
    kept_for = None if put_out else before.player
    if kept_for is not None or (put_out and draft.clock.former):
        former = draft.clock.former or (None,) * len(draft.setup.seats)
        draft.clock = replace(draft.clock, former=with_item(former, seat, kept_for))
    if seat == draft.to_move:
        draft.clock = replace(draft.clock, banking=False, late_since=None, left=None)


def players_renumbered(draft: Draft, event: events.PlayersRenumbered) -> None:
    numbers: dict[int | None, int] = dict(event.numbers)
    seats = draft.setup.seats
    seated = tuple(replace(who, player=numbers.get(who.player)) for who in seats)
    draft.setup = replace(draft.setup, seats=seated)
    draft.terms = replace(draft.terms, owner=numbers.get(draft.terms.owner))
    former = tuple(numbers.get(number) for number in draft.clock.former)
    draft.clock = replace(draft.clock, former=former)


def deadline_set(draft: Draft, event: events.DeadlineSet) -> None:
    if event.reason == "late":
        lose_turn_to_clock(draft, draft.mover)
    draft.deadline = event.at
    if event.reason in PAUSES:
        draft.paused = True
    elif event.reason == "resumed":
        draft.paused = False
    # Two in one table: a pause of the host's is not one that the players end.
    agreed = () if event.reason in ("paused", "resumed") else draft.clock.agreed
    late = draft.clock.late_since if event.at is None else None
    changed = replace(draft.clock, left=event.left, agreed=agreed, late_since=late)
    draft.clock = NO_CLOCK if changed == NO_CLOCK else changed


def bank_opened(draft: Draft, _: events.BankOpened) -> None:
    draft.clock = replace(draft.clock, banking=True)


def bank_used(draft: Draft, event: events.BankUsed) -> None:
    used = draft.clock.bank_used or (0,) * len(draft.setup.seats)
    draft.clock = replace(draft.clock, bank_used=plus(used, event.seat, event.seconds))


def pause_agreed(draft: Draft, event: events.PauseAgreed) -> None:
    draft.clock = replace(draft.clock, agreed=(*draft.clock.agreed, event.seat))


def pause_withdrawn(draft: Draft, event: events.PauseWithdrawn) -> None:
    _withdraw_agreement(draft, event.seat)


def _withdraw_agreement(draft: Draft, seat: int) -> None:
    agreed = tuple(each for each in draft.clock.agreed if each != seat)
    draft.clock = replace(draft.clock, agreed=agreed)


def pause_ended(draft: Draft, _: events.PauseEnded) -> None:
    draft.paused = False
    draft.clock = replace(draft.clock, agreed=())


def lose_turn_to_clock(draft: Draft, seat: int) -> None:
    lost = draft.clock.lost or (0,) * len(draft.setup.seats)
    late_since = draft.deadline or 0
    draft.clock = replace(draft.clock, lost=plus(lost, seat, 1), late_since=late_since)


def move_on(draft: Draft, seat: int) -> None:
    """The seat has done what it was waited for, or somebody has for it."""
    clock = draft.clock
    if clock == NO_CLOCK:
        return
    in_time = clock.late_since is None
    lost = with_item(clock.lost, seat, 0) if in_time and clock.lost else clock.lost
    draft.clock = replace(clock, lost=lost, banking=False, late_since=None, left=None)
