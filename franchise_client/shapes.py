"""What is sent and what comes back, as plain dictionaries with their types."""

from typing import Any, Literal, NotRequired, TypedDict

Status = Literal["open", "towns", "draft", "boom", "playing", "ended", "abandoned"]
Kind = Literal["town", "draft", "boom", "turn"]
Tool = Literal["development", "route"]
Bonus = Literal["expand", "share", "cash"]
Watch = Literal["public", "private"]
TakeBacks = Literal["never", "last-turn", "any-turn"]

Event = dict[str, Any]
"""By `type`, as in {"type": "Expanded", "seat": 0, "place": "detroit", …}."""
Body = dict[str, Any]
"""What is sent to play: a town, a place of the Boom marker, a tile, or a turn."""

Expansion = TypedDict(
    "Expansion", {"to": str, "from": NotRequired[str | None], "via": NotRequired[list[str]]}
)
"""Without `from` the cheapest link is used."""


class Turn(TypedDict, total=False):
    """Nothing in it is a pass. `order` and `regions`: the order in which to open and to score."""

    boom: str | None
    bonus: Bonus | None
    expand: list[Expansion]
    increase: list[str]
    double: str | None
    use: Tool | None
    order: list[str]
    regions: list[str]


class Options(TypedDict, total=False):
    """How a game is set up. `layout`: also {"places": {id: size}, "regions": {id: tile}}."""

    introductory: bool
    layout: Literal["printed", "random", "draft"] | dict[str, Any]
    milestones: bool
    boom: bool
    region_tiles: Literal[1, 2, 3] | None
    tile_set: list["Tile"] | None


class Seat(TypedDict):
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


class Tile(TypedDict):
    id: str
    kind: str
    values: list[int]


class Place(TypedDict):
    """Owners clockwise from the star; a size of None waits for its tile."""

    owners: list[int | Literal["neutral"]]
    scored: bool
    size: NotRequired[int | None]


class Share(TypedDict):
    """What a seat got from a region: rank 1 has the most franchises there."""

    seat: int
    rank: int
    franchises: int
    influence: int
    dollars: int


class Scored(TypedDict):
    by: int
    space: int
    influence: int
    shares: list[Share]


class Region(TypedDict):
    counts: list[int]
    tile: NotRequired[Tile | None]
    marker: NotRequired[int | None]
    scored_as: NotRequired[Scored | None]


class Milestone(TypedDict):
    id: str
    seats: list[int]


class Waiting(TypedDict):
    expanding: list[str]
    centre: list[str]


class ToPlace(TypedDict):
    cities: list[int]
    regions: list[Tile]
    chosen: list[Tile]


class Final(TypedDict):
    """A seat's final scoring in influence; `influence` is the sum of the game."""

    seat: int
    towns: int
    money: int
    bonus_tiles: int
    influence: int


class Table(TypedDict):
    """Seats count from 0, clockwise. Tables of old and of replays leave out what is None."""

    version: int
    ruleset: str
    status: Status
    turn: int
    seats: list[Seat]
    places: dict[str, Place]
    regions: dict[str, Region]
    track: list[str]
    milestones: list[Milestone]
    waiting: Waiting
    to_place: ToPlace
    winners: list[int]
    to_move: NotRequired[int | None]
    boom: NotRequired[str | None]
    final: NotRequired[list[Final] | None]


class Agreed(TypedDict):
    """A deadline is in seconds since 1970; banks and lost turns go by seat."""

    id: str
    name: str
    owner: int | None
    watch: Watch
    pace_hours: int | None
    take_backs: TakeBacks
    bank_hours: int
    weekends_off: bool
    when_late: Literal["computer", "pass", "wait"]
    options: Options
    first: int
    deadline: int | None
    paused: bool
    pause_agreed: list[int]
    bank_runs: bool
    late: bool
    banks_left: list[int]
    turns_lost: list[int]


class GameTable(Table):
    game: Agreed


class ListedSeat(TypedDict):
    seat: int
    player: int | None
    name: str | None
    bot: str | None


class ListedGame(TypedDict):
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


class NumberedEvent(TypedDict):
    version: int
    event: Event


class Played(TypedDict):
    """What a call led to: its events, and the table after them."""

    version: int
    events: list[NumberedEvent]
    table: GameTable


class Invitation(TypedDict):
    """`invitation` seats one person once, until then; `version` is the game's."""

    id: int
    invitation: str
    until: str
    version: int


class MadeInvitation(TypedDict):
    """To whom it went, if to an address, and whom it has seated, if anybody."""

    id: int
    address: str | None
    created: str
    until: str
    revoked: str | None
    used: str | None
    used_by: int | None
    used_by_name: str | None


class FeedEvent(TypedDict):
    version: int
    at: str
    actor: str
    hash: str
    event: Event


class Feed(TypedDict):
    version: int
    next: int
    more: bool
    events: list[FeedEvent]


class Line(TypedDict):
    version: int
    line: str


class Step(TypedDict):
    version: int
    at: str
    actor: str
    event: Event
    patch: dict[str, Any]


class Replay(TypedDict):
    game: str
    version: int
    first: Table
    steps: list[Step]
    lines: list[Line]


Way = TypedDict(
    "Way",
    {"to": str, "from": str, "via": list[str], "cost": int, "needs": Literal["cash"] | None},
)
"""`needs` names the bonus tile that would pay for it."""


class Increase(TypedDict):
    city: str
    cost: int
    can_double: bool


class BoomMove(TypedDict):
    """`income` is what this turn would bring with the marker there."""

    city: str
    income: int


Choices = TypedDict(
    "Choices",
    {
        "version": int,
        "status": Status,
        "kind": Kind | None,
        "seat": int | None,
        "towns": list[str],
        "cities": list[str],
        "places": dict[str, list[int]],
        "tiles": list[str],
        "regions": list[str],
        "income": int | None,
        "money": int | None,
        "boom": list[BoomMove],
        "expand": list[Way],
        "increase": list[Increase],
        "bonus": list[Bonus],
        "use": dict[Tool, list[Way]],
        "pass": bool,
    },
)
"""`towns`, `cities`, and `places` or `tiles` are for set-up; what comes after is for a turn,
where `money` holds the turn's income already. Nobody is to move where there is no `kind`."""


class Preview(TypedDict):
    events: list[Event]
    table: GameTable


class WhatIfStep(TypedDict):
    seat: int
    events: list[Event]
    line: str
    table: Table


class WhatIfAnswer(TypedDict):
    """`table` is the one that the first turn starts from."""

    at: int
    table: Table
    steps: list[WhatIfStep]


class Me(TypedDict):
    id: int
    name: str
