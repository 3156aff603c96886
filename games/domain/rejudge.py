"""Judges a history again: reads each command from its events and has it judged.

The result of some draws and calendars is not recorded, so it is only checked for being
possible: the tiles dealt are the chosen ones in any order; a deadline is not earlier, and a
time used not longer, than if all hours counted.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest

from msgspec import Struct, structs
from msgspec.structs import replace

from games.domain.chain import Stamp
from games.domain.clock import bank_left, clock_events
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.errors import Malformed, Refusal, Tampered
from games.domain.events import BankUsed, DeadlineSet, Event, GameStarted, TilesDealt
from games.domain.evolve import replay
from games.domain.lobby import SetDeadline
from games.domain.moments import Judgement
from games.domain.recall import AnyCommand, NoCommand, possible_commands
from games.domain.setup import start
from games.domain.state import State

YEARS_AHEAD = 3 * 366 * 24 * 3600
"""Calendars put a deadline off by at most so many seconds."""
LONGEST_REFUSAL = 300


def rejudge(
    state: State, events: Sequence[Event], stamp: Stamp, digests: Mapping[int, str]
) -> Iterator[State]:
    """The table after each command, or `Tampered` at the first event that no rule allows.

    Events of one stamp belong to one command; without stamps there may be several.
    """
    rest, now = tuple(events), _seconds_of(state, stamp)
    while rest:
        lawful, after = _lawful_outcome(state, rest, now)
        if stamp.command and len(lawful) < len(rest):
            version = state.version + len(lawful) + 1
            raise Tampered(version, "no rule allows it: its command led to nothing more")
        _check_digests(state, lawful, after, digests)
        state = after
        yield state
        rest = rest[len(lawful) :]


def _seconds_of(state: State, stamp: Stamp) -> int | None:
    if not stamp.at:
        return None
    try:
        return int(datetime.fromisoformat(stamp.at).timestamp())
    except (ValueError, OverflowError, OSError) as error:
        raise Malformed(f"event {state.version + 1}", f"{stamp.at!r} is no time") from error


def _lawful_outcome(state: State, events: tuple[Event, ...], now: int | None) -> Judgement:
    """The events of the first command and the table after them, or `Tampered` at the first that it does not lead to."""
    faults: list[Tampered] = []
    for order in _possible_orders(state, events, now):
        try:
            lawful, after = _judge_again(state, order, events, now)
        except Refusal as refusal:
            faults.append(Tampered(state.version + 1, f"no rule allows it: {_shorten(refusal)}"))
            continue
        pairs = zip(lawful, events, strict=False)
        agreed = next((i for i, (one, other) in enumerate(pairs) if one != other), None)
        if agreed is None and len(lawful) <= len(events):
            return lawful, after
        agreed = len(events) if agreed is None else agreed
        recorded = events[agreed] if agreed < len(events) else None
        what = f"no rule allows it: {_difference(lawful[agreed], recorded)}"
        faults.append(Tampered(state.version + agreed + 1, what))
    raise max(faults, key=lambda each: each.version)


def _shorten(refusal: Exception) -> str:
    """A value from the file may be of any length."""
    return f"{refusal!s:.{LONGEST_REFUSAL}}"


def _difference(lawful: Event, recorded: Event | None) -> str:
    kind = type(lawful).__name__
    if recorded is None:
        return f"the rules give {kind} here, and nothing is there"
    if type(recorded) is not type(lawful):
        return f"the rules give {kind} here, not {type(recorded).__name__}"
    right, wrong = structs.asdict(lawful), structs.asdict(recorded)
    name = next(name for name in right if right[name] != wrong[name])
    return f"the rules give {kind} with {name} {right[name]!r:.80}, not {wrong[name]!r:.80}"


def _possible_orders(
    state: State, events: tuple[Event, ...], now: int | None
) -> tuple[AnyCommand | GameStarted, ...]:
    first = events[0]
    if isinstance(first, GameStarted) and not state.version:
        # A game played at one table, without a lobby.
        return (first,)
    try:
        return possible_commands(state, events, now)
    except (Refusal, NoCommand) as error:
        raise Tampered(state.version + 1, f"no rule allows it: {_shorten(error)}") from error


def _judge_again(
    state: State, order: AnyCommand | GameStarted, events: tuple[Event, ...], now: int | None
) -> Judgement:
    if isinstance(order, GameStarted):
        started = start(
            order.seats,
            first=order.first,
            options=order.options,
            seed=order.seed,
            ruleset=order.ruleset,
        )
        return started, replay(started, state)
    if isinstance(order, SetDeadline) and now is not None:
        at, left = order.at, order.left
        order = replace(
            order,
            at=None if at is None else min(max(at, 0), now + YEARS_AHEAD),
            left=None if left is None else min(max(left, 0), YEARS_AHEAD),
        )
    judged, after = judge(state, order)
    lawful = _match_deal(judged, events)
    if lawful != judged:
        after = replay(lawful, state)
    if now is None:
        return lawful, after
    hours = _recorded_hours(state, events[len(lawful) :])
    clock = clock_events(state, after, now, (hours,) * len(after.setup.seats))
    return (*lawful, *clock), replay(clock, after)


def _match_deal(lawful: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """G1: the seed of the deal is not recorded, so any order of the tiles is right."""
    return tuple(
        recorded
        if isinstance(event, TilesDealt)
        and isinstance(recorded, TilesDealt)
        and sorted(event.tiles) == sorted(recorded.tiles)
        else event
        for event, recorded in zip_longest(lawful, events[: len(lawful)])
    )


class RecordedHours(Struct, frozen=True):
    """The hours that the clock's events name, within what a calendar could make of them."""

    deadline: int | None
    counted: int | None

    def after(self, start: int, seconds: int) -> int:
        earliest = start + seconds
        if self.deadline is None or not earliest <= self.deadline <= earliest + YEARS_AHEAD:
            return earliest
        return self.deadline

    def between(self, start: int, end: int) -> int:
        most = max(0, end - start)
        return most if self.counted is None else max(0, min(self.counted, most))


def _recorded_hours(before: State, clock: Sequence[Event]) -> RecordedHours:
    deadline = next((each.at for each in clock if isinstance(each, DeadlineSet)), None)
    left = next((each.left for each in clock if isinstance(each, DeadlineSet)), None)
    used = next((each.seconds for each in clock if isinstance(each, BankUsed)), 0)
    if left is not None or before.to_move is None:
        return RecordedHours(deadline, left)
    banking = before.clock.banking
    return RecordedHours(deadline, bank_left(before, before.to_move) - used if banking else used)


def _check_digests(
    state: State, lawful: tuple[Event, ...], after: State, digests: Mapping[int, str]
) -> None:
    for number in range(1, len(lawful) + 1):
        version = state.version + number
        if version not in digests:
            continue
        table = after if number == len(lawful) else replay(lawful[:number], state)
        if digest(table) != digests[version]:
            raise Tampered(version, "the table after it is another one than its digest says")
