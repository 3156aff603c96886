"""The shapes of answers about games, for the schema. Tests hold every answer against them."""

from typing import Any, Literal

from msgspec import Struct

from games.domain import Event
from games.domain.state import Final, Options, Share, TakeBacks, Tool, Watch, WhenLate

Status = Literal["open", "towns", "draft", "boom", "playing", "ended", "abandoned"]


class SeatShape(Struct):
    seat: int
    colour: str
    player: int | None
    bot: str | None
    money: int
    influence: int
    bonus_tiles: int
    bonus_tiles_used: int
    bonus_tiles_in_reserve: int
    supply: int
    income_next: int
    towns: int
    milestones: list[str]
    tools: list[Tool]
    dear_links: int


class TileShape(Struct):
    id: str
    kind: str
    values: list[int]


class PlaceShape(Struct):
    """Owners clockwise from the star; a size of null waits for its tile."""

    owners: list[int | Literal["neutral"]]
    scored: bool
    size: int | None = None


class ScoredShape(Struct):
    by: int
    space: int
    influence: int
    shares: list[Share]


class RegionShape(Struct):
    counts: list[int]
    tile: TileShape | None = None
    marker: int | None = None
    scored_as: ScoredShape | None = None


class MilestoneShape(Struct):
    id: str
    seats: list[int]


class WaitingShape(Struct):
    expanding: list[str]
    centre: list[str]


class ToPlaceShape(Struct):
    cities: list[int]
    regions: list[TileShape]
    chosen: list[TileShape]


class Table(Struct):
    """Seats count from 0, clockwise. Under tables/ and replay/ what is null is left out."""

    version: int
    ruleset: str
    status: Status
    turn: int
    seats: list[SeatShape]
    places: dict[str, PlaceShape]
    regions: dict[str, RegionShape]
    track: list[str]
    milestones: list[MilestoneShape]
    waiting: WaitingShape
    to_place: ToPlaceShape
    winners: list[int]
    to_move: int | None = None
    boom: str | None = None
    final: list[Final] | None = None


class AgreedShape(Struct):
    """What was agreed on around the table; a deadline in seconds since 1970.

    By seat: the seconds left in the banks, and the turns in a row lost to the clock.
    """

    id: str
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
    pause_agreed: list[int]
    bank_runs: bool
    late: bool
    banks_left: list[int]
    turns_lost: list[int]


class GameTable(Table, kw_only=True):
    game: AgreedShape


class ListedSeat(Struct):
    seat: int
    player: int | None
    name: str | None
    bot: str | None


class ListedGame(Struct):
    id: str
    name: str
    version: int
    status: Status
    watch: Watch
    owner: int | None
    turn: int
    mover: int | None
    deadline: int | None
    created: str
    changed: str
    seats: list[ListedSeat]


class Games(Struct):
    next: str | None
    previous: str | None
    results: list[ListedGame]


class NumberedEvent(Struct):
    version: int
    event: Event


class Played(Struct):
    """What a call led to: its events, and the table after them."""

    version: int
    events: list[NumberedEvent]
    table: GameTable


class Invitation(Struct):
    """`invitation` seats one person once, until then; `version` is the game's."""

    id: int
    invitation: str
    until: str
    version: int


class MadeInvitation(Struct):
    """To whom it went, if to an address, and whom it has seated, if anybody."""

    id: int
    address: str | None
    created: str
    until: str
    revoked: str | None
    used: str | None
    used_by: int | None
    used_by_name: str | None


class Invitations(Struct):
    results: list[MadeInvitation]


class FeedEvent(Struct):
    """`hash` is the event's place in the game's chain of hashes."""

    version: int
    at: str
    actor: str
    hash: str
    event: Event


class Feed(Struct):
    """Go on with `after` = `next`. Where `more` is false the game has gone no further yet."""

    version: int
    next: int
    more: bool
    events: list[FeedEvent]


class Line(Struct):
    version: int
    line: str


class Step(Struct):
    """An event and the merge patch (RFC 7396) that turns the table before it into the next."""

    version: int
    at: str
    actor: str
    event: Event
    patch: dict[str, Any]


class Replay(Struct):
    """`first` is the table at version 0; the patches lead to every version in turn."""

    game: str
    version: int
    first: Table
    steps: list[Step]
    lines: list[Line]


class Preview(Struct):
    events: list[Event]
    table: GameTable


class WhatIfStep(Struct):
    seat: int
    events: list[Event]
    line: str
    table: Table


class WhatIfAnswer(Struct):
    """`table` is the one that the first turn starts from."""

    at: int
    table: Table
    steps: list[WhatIfStep]


class SaidShape(Struct):
    """`text` is null where the host has hidden the line; who left the site has no `person`."""

    id: int
    person: int | None
    name: str | None
    text: str | None
    at: str
    edited: bool


class Chat(Struct):
    """The latest lines, oldest first."""

    results: list[SaidShape]


class Entry(Struct):
    """`fingerprint` stands at a command's first event, `digest` at its last one."""

    version: int
    stamp: dict[str, str]
    hash: str
    event: Event
    fingerprint: str = ""
    digest: str = ""


class TurnDigest(Struct):
    version: int
    digest: str


class RecordShape(Struct):
    """`digests` at the turns' ends are listed in format 1 alone, that of older games."""

    format: int
    game: str
    head: str
    entries: list[Entry]
    table: dict[str, Any]
    digests: list[TurnDigest] = []


class Ruleset(Struct):
    """Links are [place, place, cost]; the income chart and the like go by number of players."""

    colours: list[str]
    franchises: int
    starting_money: dict[str, Any]
    income_chart: dict[str, Any]
    bonus_tiles: dict[str, Any]
    track: dict[str, Any]
    tile_backs: list[list[int]]
    introductory_towns: dict[str, Any]
    regions: list[dict[str, Any]]
    places: list[dict[str, Any]]
    links: list[list[str | int]]
