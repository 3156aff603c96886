"""What calls answer with. The schema, the client's types and the examples are made of these.

An event that is JSON text already and a table without its nulls say by their title what they are.
"""

from datetime import datetime
from typing import Literal
from uuid import UUID

from msgspec import Struct
from msgspec.structs import asdict

from games.domain import Event, State
from games.domain.clock import bank_left
from games.domain.patch import Plain
from games.domain.record import EventText
from games.domain.state import Options, Status, TakeBacks, Watch, WhenLate
from games.domain.table import PlainTable, Table, table

Scope = Literal["read", "play"]
WhatIsPosted = Literal["all", "turn"]


class Agreed(Struct, frozen=True):
    """What was agreed on around the table; a deadline in seconds since 1970.

    By seat: the seconds left in the banks, and the turns in a row lost to the clock.
    """

    id: UUID
    name: str
    owner: int | None
    watch: Watch
    pace_hours: int | None
    take_backs: TakeBacks
    bank_hours: int
    weekends_off: bool
    when_late: WhenLate
    options: Options
    first: int
    deadline: int | None
    paused: bool
    pause_agreed: tuple[int, ...]
    bank_runs: bool
    late: bool
    banks_left: tuple[int, ...]
    turns_lost: tuple[int, ...]


class GameTable(Table, frozen=True, kw_only=True):
    game: Agreed


def game_table(game_id: UUID, state: State) -> GameTable:
    terms, clock = state.terms, state.clock
    seats = range(len(state.setup.seats))
    agreed = Agreed(
        id=game_id,
        name=terms.name,
        owner=terms.owner,
        watch=terms.watch,
        pace_hours=terms.pace_hours,
        take_backs=terms.take_backs,
        bank_hours=terms.bank_hours,
        weekends_off=terms.weekends_off,
        when_late=terms.when_late,
        options=state.setup.options,
        first=state.setup.first,
        deadline=state.deadline,
        paused=state.paused,
        pause_agreed=clock.agreed,
        bank_runs=clock.banking,
        late=clock.late_since is not None,
        banks_left=tuple(bank_left(state, seat) for seat in seats),
        turns_lost=clock.lost or tuple(0 for _ in seats),
    )
    return GameTable(**asdict(table(state)), game=agreed)


class ListedSeat(Struct, frozen=True):
    seat: int
    player: int | None
    name: str | None
    bot: str | None


class ListedGame(Struct, frozen=True):
    id: UUID
    name: str
    version: int
    status: Status
    watch: Watch
    owner: int | None
    turn: int
    mover: int | None
    deadline: int | None
    created: datetime
    changed: datetime
    seats: tuple[ListedSeat, ...]


class Games(Struct, frozen=True):
    next: str | None
    previous: str | None
    results: tuple[ListedGame, ...]


class NumberedEvent(Struct, frozen=True):
    version: int
    event: Event


class Played(Struct, frozen=True):
    """What a call led to: its events, and the table after them."""

    version: int
    events: tuple[NumberedEvent, ...]
    table: GameTable


def played_answer(game_id: UUID, state: State, events: tuple[Event, ...]) -> Played:
    numbered = enumerate(events, state.version - len(events) + 1)
    return Played(
        state.version,
        tuple(NumberedEvent(version, event) for version, event in numbered),
        game_table(game_id, state),
    )


class Invitation(Struct, frozen=True):
    """`invitation` seats one person once, until then; `version` is the game's."""

    id: int
    invitation: str
    until: datetime
    version: int


class MadeInvitation(Struct, frozen=True):
    """To whom it went, if to an address, and whom it has seated, if anybody."""

    id: int
    address: str | None
    created: datetime
    until: datetime
    revoked: datetime | None
    used: datetime | None
    used_by: int | None
    used_by_name: str | None


class Invitations(Struct, frozen=True):
    results: tuple[MadeInvitation, ...]


class FeedEvent(Struct, frozen=True):
    """`hash` is the event's place in the game's chain of hashes."""

    version: int
    at: str
    actor: str
    hash: str
    event: EventText


class Feed(Struct, frozen=True):
    """Go on with `after` = `next`. Where `more` is false the game has gone no further yet."""

    version: int
    next: int
    more: bool
    events: tuple[FeedEvent, ...]


class Line(Struct, frozen=True):
    version: int
    line: str


class Step(Struct, frozen=True):
    """An event and the merge patch (RFC 7396) that turns the table before it into the next."""

    version: int
    at: str
    actor: str
    event: EventText
    patch: Plain


class Replay(Struct, frozen=True):
    """`first` is the table at version 0; the patches lead to every version in turn."""

    game: UUID
    version: int
    first: PlainTable
    steps: tuple[Step, ...]
    lines: tuple[Line, ...]


class Preview(Struct, frozen=True):
    events: tuple[Event, ...]
    table: GameTable


class WhatIfStep(Struct, frozen=True):
    seat: int
    events: tuple[Event, ...]
    line: str
    table: Table


class WhatIfAnswer(Struct, frozen=True):
    """`table` is the one that the first turn starts from."""

    at: int
    table: Table
    steps: tuple[WhatIfStep, ...]


class ChatLine(Struct, frozen=True):
    """`text` is null where the host has hidden the line; who left the site has no `person`."""

    id: int
    person: int | None
    name: str | None
    text: str | None
    at: datetime
    edited: bool


class Chat(Struct, frozen=True):
    """The latest lines, oldest first."""

    results: tuple[ChatLine, ...]


class Me(Struct, frozen=True):
    id: int
    name: str


class Token(Struct, frozen=True):
    """A token is told once, when it is made; later it is known by how it begins."""

    id: str
    name: str
    scope: Scope
    created: datetime
    expires: datetime | None


class MadeToken(Token, frozen=True):
    token: str


class Tokens(Struct, frozen=True):
    results: tuple[Token, ...]


class Session(Struct, frozen=True):
    """`this` is the one that asks; `seen` when it was last noted, within the hour."""

    id: int
    browser: str
    address: str
    began: datetime
    seen: datetime
    this: bool


class Sessions(Struct, frozen=True):
    results: tuple[Session, ...]


class Webhook(Struct, frozen=True):
    """Its secret, which signs what is posted, is told once, when it is made."""

    id: int
    url: str
    what: WhatIsPosted
    active: bool
    failing_since: datetime | None
    created: datetime


class MadeWebhook(Webhook, frozen=True):
    secret: str


class Webhooks(Struct, frozen=True):
    results: tuple[Webhook, ...]
