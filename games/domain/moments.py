"""The moments of a game at which an expansion has its say, and the turn under way.

The base game is played as if there were none: `setup`, `stages`, `turn`, `income` and
`scoring` only say which moment it is. What is not named in an `Expansion` stays as it is.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, TypeVar, cast

from msgspec import Struct

from games.domain.board import Board, RegionTile, Way
from games.domain.commands import Choice, Command, OpeningField, SetupCommand, TakeTurn
from games.domain.events import Event, GameStarted, RegionScored, SetupStageBegan, Stage
from games.domain.evolve import record
from games.domain.state import Options, State, freeze, thaw

Judgement = tuple[tuple[Event, ...], State]
"""The events of a command, and the table after them."""

WITHOUT = Options()
Order = TypeVar("Order", bound=SetupCommand)


class Turn:
    """A turn under way: its events so far and the table after them."""

    def __init__(self, state: State, seat: int) -> None:
        self.mutable = thaw(state)
        # The same to read.
        self.state = cast("State", self.mutable)
        self.seat = seat
        self.events: list[Event] = []

    def add(self, event: Event) -> None:
        self.events.append(event)
        record(self.mutable, (event,))

    def judgement(self) -> Judgement:
        return tuple(self.events), freeze(self.mutable)


class SetupChoice(Struct, Generic[Order], frozen=True):
    """A choice before the first turn: what the game waits for, and by which rule.

    `body_of` reads back from the choice's event what was chosen.
    """

    status: Stage
    order: type[Order]
    awaits: str
    rule: str
    is_due: Callable[[State], bool]
    orders: Callable[[State], Iterable[Order]]
    decide: Callable[[State, Order], tuple[Event, ...]]
    body_of: Callable[[Event], dict[str, object] | None]


class Opening(Struct, frozen=True):
    """What a turn may begin with: a place in a field of the order, chosen before income.

    The first of its places is where it stays. `title` heads the places on the page.
    """

    field: OpeningField
    title: str
    places: Callable[[State], tuple[int, ...]]
    extra_spaces: Callable[[State, int, int], int]
    place_in: Callable[[Event], str | None]


class OrderSample(Struct, frozen=True):
    """An order for the rules page; what it means is translated where it is shown."""

    kind: Choice
    verb: str
    order: Command
    meaning: str


class GameExpansion(Struct, frozen=True, kw_only=True):
    """What it changes, in the order of play; `rules` is its section in the book of rules.

    Its `title`, what it is `about` and what an invitation has it `called` are translated where
    they are shown. A stage answers None where there is nothing to wait for, else the events
    that lead to it. A `position` is what the digest of a table holds of it; it never changes.
    """

    option: str
    rules: str
    called: str
    title: str = ""
    about: str = ""
    samples: tuple[OrderSample, ...] = ()

    set_up: Callable[[GameStarted, Board, tuple[int, ...]], GameStarted] | None = None
    before_towns: Callable[[State], tuple[Event, ...] | None] | None = None
    after_towns: Callable[[State], tuple[Event, ...] | None] | None = None
    choices: tuple[SetupChoice[Any], ...] = ()

    opening: Opening | None = None
    before_income: Callable[[Turn, TakeTurn], None] | None = None
    extra_spaces: Callable[[State, int], int] | None = None
    find_ways: Callable[[Turn, TakeTurn], Sequence[Way] | None] | None = None
    after_part: Callable[[Turn, int], None] | None = None
    tile_gain: Callable[[RegionTile, int, int], tuple[int, int] | None] | None = None
    region_scored: Callable[[State, RegionScored], RegionScored] | None = None
    position: Callable[[State], dict[str, object]] | None = None

    @property
    def is_switch(self) -> bool:
        """Whether it is played or not, with nothing to choose."""
        return isinstance(getattr(WITHOUT, self.option), bool)

    def is_played(self, options: Options) -> bool:
        return bool(getattr(options, self.option) != getattr(WITHOUT, self.option))


def next_seat(state: State) -> int:
    """Clockwise from the seat to move."""
    return (state.mover + 1) % len(state.setup.seats)


def begin(state: State, stage: Stage, seat: int) -> tuple[Event, ...]:
    return () if state.status == stage else (SetupStageBegan(stage, seat),)
