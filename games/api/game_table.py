"""A table with what was agreed on around it."""

from collections.abc import Mapping
from uuid import UUID

from msgspec import UNSET, Struct, UnsetType
from msgspec.structs import asdict

from games.domain import State
from games.domain.clock import bank_left
from games.domain.moves import Choices
from games.domain.state import ComputerWish, Options, TakeBacks, Watch, WhenLate
from games.domain.table import Table, table
from games.domain.units import PersonNumber, SeatNumber, UnixTime


class Agreed(Struct, frozen=True):
    """What was agreed on around the table; a deadline in seconds since 1970.

    `ruleset_agreed` are the seats that want the ruleset after the game's own, `ruleset`.
    By seat: the seconds left in the banks, and the turns in a row lost to the clock.
    """

    id: UUID
    """The game’s id."""
    name: str
    owner: int | None
    watch: Watch
    pace_hours: int | None
    take_backs: TakeBacks
    bank_hours: int
    weekends_off: bool
    when_late: WhenLate
    start_when_full: bool
    suggestions: bool
    options: Options
    """The variant and the expansions."""
    first: SeatNumber
    """The seat of the first player."""
    deadline: UnixTime | None
    """Null where no clock runs."""
    paused: bool
    """Whether the clock stands still."""
    pause_agreed: tuple[SeatNumber, ...]
    """The seats that want a pause."""
    ruleset_agreed: tuple[SeatNumber, ...]
    """The seats that want the next ruleset."""
    computer_wishes: tuple[ComputerWish, ...]
    """The computer players that somebody wants for a seat."""
    bank_runs: bool
    """Whether the seat to move is using its bank."""
    late: bool
    """Whether the turn’s time is up and the game waits."""
    banks_left: tuple[int, ...]
    """Seconds by seat."""
    turns_lost: tuple[int, ...]
    """Turns in a row by seat."""


class GameTable(Table, frozen=True, kw_only=True):
    game: Agreed
    """What was agreed on around the table."""


class NamedPerson(Struct, frozen=True):
    person: PersonNumber
    name: str
    """As others see it."""


class ExpandedTable(GameTable, frozen=True, kw_only=True):
    """A table with what the call asked for beside it, in `expand`."""

    people: tuple[NamedPerson, ...] | UnsetType = UNSET
    """Who sits at the table and who made it, if `people` is asked for."""
    options: Choices | UnsetType = UNSET
    """What `options/` answers, if `options` is asked for."""


EXPANDABLE = ("options", "people")


def named_people(names: Mapping[int, str]) -> tuple[NamedPerson, ...]:
    return tuple(NamedPerson(person, name) for person, name in names.items())


def game_table(game_id: UUID, state: State, shown: Table | None = None) -> GameTable:
    clock, seats = state.clock, range(len(state.setup.seats))
    agreed = Agreed(
        id=game_id,
        **asdict(state.terms),
        options=state.setup.options,
        first=state.setup.first,
        deadline=state.deadline,
        paused=state.paused,
        pause_agreed=clock.agreed,
        ruleset_agreed=state.ruleset_agreed,
        computer_wishes=state.computer_wishes,
        bank_runs=clock.banking,
        late=clock.late_since is not None,
        banks_left=tuple(bank_left(state, seat) for seat in seats),
        turns_lost=clock.lost or tuple(0 for _ in seats),
    )
    return GameTable(**asdict(shown or table(state)), game=agreed)
