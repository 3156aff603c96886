"""What calls answer with. The schema, the client's types and the examples are made of these.

An event that is JSON text already and a table without its nulls say by their title what they are.
"""

from datetime import datetime
from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta, Struct

from games.api.game_table import GameTable, game_table
from games.bots.analysis import GameAnalysis
from games.computers import ComputerPlayer
from games.domain import Event, State
from games.domain.patch import Plain
from games.domain.record import EventText
from games.domain.state import Status, Watch
from games.domain.table import PlainTable, Table
from games.domain.units import (
    Actor,
    ComputerName,
    Hash,
    IsoTime,
    PersonNumber,
    SeatNumber,
    UnixTime,
    VersionNumber,
)

Scope = Literal["read", "play", "talk"]
Moment = Annotated[datetime, Meta(tz=True)]
Link = Annotated[str, Meta(extra_json_schema={"format": "uri"})]
MailAddress = Annotated[str, Meta(extra_json_schema={"format": "email"})]


class ListedSeat(Struct, frozen=True):
    seat: SeatNumber
    player: PersonNumber | None
    name: str | None
    """The person’s name."""
    bot: ComputerName | None


class ListedGame(Struct, frozen=True):
    id: UUID
    """The game’s id."""
    name: str
    version: VersionNumber
    status: Status
    """What the game waits for, or how it is over."""
    watch: Watch
    owner: int | None
    owner_name: str | None
    """The name of who made the table."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    mover: PersonNumber | None
    """Who is to move; null where it is no person."""
    deadline: UnixTime | None
    """Null where no clock runs."""
    created: Moment
    """When it was made."""
    changed: Moment
    """When anything last happened."""
    seats: tuple[ListedSeat, ...]
    """In their order."""


class Games(Struct, frozen=True):
    next: Link | None
    """The next page."""
    previous: Link | None
    """The page before."""
    results: tuple[ListedGame, ...]
    """One page of games."""


class NumberedEvent(Struct, frozen=True):
    version: VersionNumber
    event: Event
    """What happened."""


class Played(Struct, frozen=True):
    """What a call led to: its events, and the table after them."""

    version: VersionNumber
    events: tuple[NumberedEvent, ...]
    """What the call led to, in its order."""
    table: GameTable
    """After the last of the events."""


def played_answer(
    game_id: UUID, state: State, events: tuple[Event, ...], shown: Table | None = None
) -> Played:
    numbered = enumerate(events, state.version - len(events) + 1)
    return Played(
        state.version,
        tuple(NumberedEvent(version, event) for version, event in numbered),
        game_table(game_id, state, shown),
    )


class ComputerPlayers(Struct, frozen=True):
    results: tuple[ComputerPlayer, ...]
    """The weakest first."""


class Analysis(Struct, frozen=True):
    """A finished game as a strong computer player sees it."""

    done: int
    """How many turns are reviewed."""
    turns: int
    """Of how many; 0 before the first."""
    result: GameAnalysis | None
    """Null until all are."""


class Invitation(Struct, frozen=True):
    """`invitation` seats one person once, until then; `version` is the game's."""

    id: int
    """Its number at this table."""
    invitation: str
    """The secret to join with."""
    until: Moment
    """When it ends."""
    version: VersionNumber


class MadeInvitation(Struct, frozen=True):
    """To whom it went, if to an address, and whom it has seated, if anybody."""

    id: int
    """Its number at this table."""
    address: MailAddress | None
    """Where it was mailed."""
    created: Moment
    """When it was made."""
    until: Moment
    """When it ends."""
    revoked: Moment | None
    """When it was taken back."""
    used: Moment | None
    """When it seated somebody."""
    used_by: PersonNumber | None
    """Whom it seated."""
    used_by_name: str | None
    """The name of whom it seated."""


class Invitations(Struct, frozen=True):
    results: tuple[MadeInvitation, ...]
    """All of the table."""


class FeedEvent(Struct, frozen=True):
    """`hash` is the event's place in the game's chain of hashes."""

    version: VersionNumber
    at: IsoTime
    actor: Actor
    hash: Hash
    event: EventText
    """What happened."""


class Feed(Struct, frozen=True):
    """Go on with `after` = `next`. Where `more` is false the game has gone no further yet."""

    version: VersionNumber
    """The game’s present version; in a full page, that of its last event."""
    next: VersionNumber
    """With what to go on in `after`."""
    more: bool
    """Whether there may be events after these."""
    events: tuple[FeedEvent, ...]
    """Oldest first, without a gap."""


class Line(Struct, frozen=True):
    version: VersionNumber
    """The version with which the turn ended."""
    line: str
    """The turn in the notation of the score sheet."""


class Step(Struct, frozen=True):
    """An event and the merge patch (RFC 7396) that turns the table before it into the next."""

    version: VersionNumber
    at: IsoTime
    actor: Actor
    event: EventText
    """What happened."""
    patch: Annotated[Plain, Meta(title="TablePatch")]
    """From the table before to the one after."""


class Hint(Struct, frozen=True):
    """A turn that a strong computer player would consider."""

    order: Annotated[Plain, Meta(title="Order")]
    """As the call takes it that the game waits for."""
    words: str
    """The same in words, a line an order."""
    points: float
    """By how many points its player is expected to end ahead of the others’ mean; below 0, behind."""
    reasons: tuple[str, ...]
    """Why it is good, what matters most first."""


class Hints(Struct, frozen=True):
    version: VersionNumber
    seat: SeatNumber
    """The seat to move, which is yours."""
    results: tuple[Hint, ...]
    """The best first; three at most."""


class Replay(Struct, frozen=True):
    """`first` is the table at version 0; the patches lead to every version in turn."""

    game: UUID
    """The game’s id."""
    version: VersionNumber
    """The last one that it leads to."""
    first: PlainTable
    """The empty table, at version 0."""
    steps: tuple[Step, ...]
    """One for every event."""
    lines: tuple[Line, ...]
    """The score sheet, a line a turn."""


class Preview(Struct, frozen=True):
    events: tuple[Event, ...]
    """What the order would lead to."""
    table: GameTable
    """After the last of the events."""


class WhatIfStep(Struct, frozen=True):
    seat: SeatNumber
    events: tuple[Event, ...]
    """What the order would lead to."""
    line: str
    """The order in the notation of the score sheet."""
    table: Table
    """After the last of the events."""


class WhatIfAnswer(Struct, frozen=True):
    """`table` is the one that the first turn starts from."""

    at: VersionNumber
    """The version that it went on from."""
    table: Table
    """Before the first order."""
    steps: tuple[WhatIfStep, ...]
    """One for every order."""


class Me(Struct, frozen=True):
    id: PersonNumber
    name: str
    """As others see it."""


class WaitingTurn(Struct, frozen=True):
    """A game that waits for you."""

    game: UUID
    """Its id."""
    name: str
    """What the table is called."""
    version: VersionNumber
    status: Status
    """Which call takes the turn: `towns/`, `boom/`, `draft/`, or `turns/` while it is `playing`."""
    turn: int
    """Its number, from 1; 0 before the first."""
    seat: SeatNumber
    """Yours."""
    deadline: UnixTime | None
    """Null where no clock runs."""
    changed: Moment
    """When anything last happened."""


class Turns(Struct, frozen=True):
    next: Link | None
    """The next page."""
    previous: Link | None
    """The page before."""
    results: tuple[WaitingTurn, ...]
    """One page of games."""


class Token(Struct, frozen=True):
    """A token is told once, when it is made; later it is known by how it begins."""

    id: str
    """How it begins."""
    name: str
    """What its owner calls it."""
    scopes: tuple[Scope, ...]
    """What it may do; every token reads."""
    created: Moment
    """When it was made."""
    used: Moment | None
    """When it was last used, within the hour."""
    expires: Moment | None
    """When it ends."""


class MadeToken(Token, frozen=True):
    token: str
    """The whole token, told this once."""


class Tokens(Struct, frozen=True):
    results: tuple[Token, ...]
    """The newest first."""


class Session(Struct, frozen=True):
    """`this` is the one that asks; `seen` when it was last noted, within the hour."""

    id: int
    """Its number."""
    browser: str
    """As it calls itself."""
    address: str
    """The network address that it came from."""
    began: Moment
    """When it signed in."""
    seen: Moment
    """When it was last noted."""
    this: bool
    """Whether it is the one that asks."""


class Sessions(Struct, frozen=True):
    results: tuple[Session, ...]
    """The one used last first."""
