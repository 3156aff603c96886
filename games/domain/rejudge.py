"""A history judged again: what each command was is read from its events, and `decide` asked anew.

What only chance or a calendar knew cannot be known again, and is held to what they may do:
the tiles dealt are those that were chosen, in any order; a deadline is never earlier, and a
time used never longer, than all hours would make it.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from itertools import zip_longest

from msgspec import Struct, structs
from msgspec.structs import replace

from games.domain.chain import Stamp
from games.domain.clock import bank_left, clock_events
from games.domain.decide import decide
from games.domain.digest import digest
from games.domain.errors import Malformed, Refusal, Tampered
from games.domain.events import BankUsed, DeadlineSet, Event, GameStarted, TilesDealt
from games.domain.evolve import replay
from games.domain.lobby import SetDeadline
from games.domain.recall import AnyCommand, NoCommand, possible_commands
from games.domain.setup import start
from games.domain.state import State

YEARS_AHEAD = 3 * 366 * 24 * 3600
"""No weekend, holiday or night puts a deadline further off."""
LONGEST_REFUSAL = 300


def rejudge(
    state: State, events: Sequence[Event], stamp: Stamp, digests: Mapping[int, str]
) -> Iterator[State]:
    """The table after each command; `Tampered` at the first event that no rule allows.

    Under one stamp stands one command, or, where nobody stamped them, all of a game's.
    """
    rest, now = tuple(events), _seconds_of(state, stamp)
    while rest:
        lawful = _lawful_events(state, rest, now)
        if stamp.command and len(lawful) < len(rest):
            version = state.version + len(lawful) + 1
            raise Tampered(version, "no rule allows it: its command led to nothing more")
        state = _fold(state, lawful, digests)
        yield state
        rest = rest[len(lawful) :]


def _seconds_of(state: State, stamp: Stamp) -> int | None:
    if not stamp.at:
        return None
    try:
        return int(datetime.fromisoformat(stamp.at).timestamp())
    except (ValueError, OverflowError, OSError) as error:
        raise Malformed(f"event {state.version + 1}", f"{stamp.at!r} is no time") from error


def _lawful_events(state: State, events: tuple[Event, ...], now: int | None) -> tuple[Event, ...]:
    """As many of the events as the first command led to, or `Tampered` at the first it did not."""
    wrong: list[Tampered] = []
    for order in _possible_orders(state, events, now):
        try:
            lawful = _decide_again(state, order, events, now)
        except Refusal as refusal:
            wrong.append(Tampered(state.version + 1, f"no rule allows it: {_shorten(refusal)}"))
            continue
        pairs = zip(lawful, events, strict=False)
        agreed = next((i for i, (one, other) in enumerate(pairs) if one != other), None)
        if agreed is None and len(lawful) <= len(events):
            return lawful
        agreed = len(events) if agreed is None else agreed
        said = events[agreed] if agreed < len(events) else None
        what = f"no rule allows it: {_difference(lawful[agreed], said)}"
        wrong.append(Tampered(state.version + agreed + 1, what))
    raise max(wrong, key=lambda each: each.version)


def _shorten(refusal: Exception) -> str:
    """What stands in a file may be of any length."""
    return f"{refusal!s:.{LONGEST_REFUSAL}}"


def _difference(lawful: Event, said: Event | None) -> str:
    kind = type(lawful).__name__
    if said is None:
        return f"the rules give {kind} here, and nothing is there"
    if type(said) is not type(lawful):
        return f"the rules give {kind} here, not {type(said).__name__}"
    given, found = structs.asdict(lawful), structs.asdict(said)
    name = next(name for name in given if given[name] != found[name])
    return f"the rules give {kind} with {name} {given[name]!r:.80}, not {found[name]!r:.80}"


def _possible_orders(
    state: State, events: tuple[Event, ...], now: int | None
) -> tuple[AnyCommand | GameStarted, ...]:
    first = events[0]
    if isinstance(first, GameStarted) and not state.version:
        # A game at one table, that nobody opened before.
        return (first,)
    try:
        return possible_commands(state, events, now)
    except (Refusal, NoCommand) as error:
        raise Tampered(state.version + 1, f"no rule allows it: {_shorten(error)}") from error


def _decide_again(
    state: State, order: AnyCommand | GameStarted, events: tuple[Event, ...], now: int | None
) -> tuple[Event, ...]:
    if isinstance(order, GameStarted):
        seats, options = order.seats, order.options
        return start(
            seats, first=order.first, options=options, seed=order.seed, ruleset=order.ruleset
        )
    if isinstance(order, SetDeadline) and now is not None:
        order = _limit_deadline(order, now)
    decided = _match_deal(decide(state, order), events)
    if now is None:
        return decided
    after = replay(decided, state)
    hours = _recorded_hours(state, events[len(decided) :])
    return (*decided, *clock_events(state, after, now, hours))


def _limit_deadline(order: SetDeadline, now: int) -> SetDeadline:
    at, left = order.at, order.left
    return replace(
        order,
        at=None if at is None else min(max(at, 0), now + YEARS_AHEAD),
        left=None if left is None else min(max(left, 0), YEARS_AHEAD),
    )


def _match_deal(decided: tuple[Event, ...], events: tuple[Event, ...]) -> tuple[Event, ...]:
    """G1: the seed of the deal was drawn with the last choice, and is nowhere to be read."""
    return tuple(
        said
        if isinstance(event, TilesDealt)
        and isinstance(said, TilesDealt)
        and sorted(event.tiles) == sorted(said.tiles)
        else event
        for event, said in zip_longest(decided, events[: len(decided)])
    )


class RecordedHours(Struct, frozen=True):
    """The hours that the clock's events name, as far as a calendar may have them so."""

    deadline: int | None
    counted: int | None

    def after(self, seat: int, start: int, seconds: int) -> int:
        earliest = start + seconds
        said = self.deadline
        is_possible = said is not None and earliest <= said <= earliest + YEARS_AHEAD
        return said if said is not None and is_possible else earliest

    def between(self, seat: int, start: int, end: int) -> int:
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


def _fold(state: State, lawful: tuple[Event, ...], digests: Mapping[int, str]) -> State:
    first, last = state.version, state.version + len(lawful)
    cuts = [version for version in range(first + 1, last) if version in digests]
    for cut in (*cuts, last):
        state = replay(lawful[state.version - first : cut - first], state)
        if cut in digests and digest(state) != digests[cut]:
            raise Tampered(cut, "the table after it is another one than its digest says")
    return state
