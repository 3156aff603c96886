"""What happens to the time of a game: deadlines, banks, pauses, turns lost."""

from typing import TypeVar

from msgspec.structs import replace

from games.domain.events import (
    BankOpened,
    BankUsed,
    DeadlineSet,
    PauseAgreed,
    PauseEnded,
    PauseWithdrawn,
)
from games.domain.state import NO_CLOCK, Draft, Seat

T = TypeVar("T")
PAUSES = ("paused", "agreed-pause")


def deadline_set(draft: Draft, event: DeadlineSet) -> None:
    if event.reason == "late":
        lost_to_the_clock(draft, draft.mover)
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


def bank_opened(draft: Draft, _: BankOpened) -> None:
    draft.clock = replace(draft.clock, banking=True)


def bank_used(draft: Draft, event: BankUsed) -> None:
    used = by_seat(draft.clock.bank_used, event.seat, 0) + event.seconds
    draft.clock = replace(
        draft.clock, bank_used=_with(draft, draft.clock.bank_used, event.seat, used, 0)
    )


def pause_agreed(draft: Draft, event: PauseAgreed) -> None:
    draft.clock = replace(draft.clock, agreed=(*draft.clock.agreed, event.seat))


def pause_withdrawn(draft: Draft, event: PauseWithdrawn) -> None:
    _no_longer_agreed(draft, event.seat)


def pause_ended(draft: Draft, _: PauseEnded) -> None:
    draft.paused = False
    draft.clock = replace(draft.clock, agreed=())


def lost_to_the_clock(draft: Draft, seat: int) -> None:
    lost = by_seat(draft.clock.lost, seat, 0) + 1
    draft.clock = replace(
        draft.clock,
        lost=_with(draft, draft.clock.lost, seat, lost, 0),
        late_since=draft.deadline or 0,
    )


def moved_on(draft: Draft, seat: int) -> None:
    """The seat has done what it was waited for, or somebody has for it."""
    clock = draft.clock
    if clock == NO_CLOCK:
        return
    in_time = clock.late_since is None
    lost = _with(draft, clock.lost, seat, 0, 0) if in_time and clock.lost else clock.lost
    draft.clock = replace(clock, lost=lost, banking=False, late_since=None, left=None)


def sat_down(draft: Draft, seat: int, who: Seat, *, put_out: bool) -> None:
    """Somebody in another's place begins with a clean sheet; the seat's bank is as it was left.

    The seat is kept in mind for who sat there before, unless the host has put them out.
    """
    before = draft.setup.seats[seat]
    if draft.clock.lost:
        lost = _with(draft, draft.clock.lost, seat, 0, 0)
        draft.clock = replace(draft.clock, lost=lost)
    if who == before:
        return
    _no_longer_agreed(draft, seat)
    kept_for = None if put_out else before.player
    if kept_for is not None or (put_out and draft.clock.former):
        former = _with(draft, draft.clock.former, seat, kept_for, None)
        draft.clock = replace(draft.clock, former=former)
    if seat == draft.to_move:
        draft.clock = replace(draft.clock, banking=False, late_since=None, left=None)


def by_seat(items: tuple[T, ...], seat: int, nothing: T) -> T:
    return items[seat] if items else nothing


def _with(draft: Draft, items: tuple[T, ...], seat: int, item: T, nothing: T) -> tuple[T, ...]:
    changed = list(items) or [nothing] * len(draft.setup.seats)
    changed[seat] = item
    return tuple(changed)


def _no_longer_agreed(draft: Draft, seat: int) -> None:
    agreed = tuple(each for each in draft.clock.agreed if each != seat)
    draft.clock = replace(draft.clock, agreed=agreed)
