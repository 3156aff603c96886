"""What is sent and what comes back, as plain dictionaries with their types.

`make client` writes this file from the answers of the server.
"""

from typing import Any, Literal, NotRequired, TypedDict

BotName = Literal["newcomer", "regular", "strong", "master"]
Status = Literal["open", "towns", "draft", "boom", "playing", "ended", "abandoned"]
Kind = Literal["town", "draft", "boom", "turn"]
Tool = Literal["development", "route"]
Bonus = Literal["expand", "share", "cash"]
TileKind = Literal[
    "influence", "dollars", "bonus-tile", "number-of-regions", "development-tile", "route-tile"
]
Watch = Literal["public", "private"]
TakeBacks = Literal["never", "last-turn", "any-turn"]
WhenLate = Literal["computer", "pass", "wait"]
Event = dict[str, Any]
"""By `type`, as in {"type": "Expanded", "seat": 0, "place": "detroit", …}."""
Body = dict[str, Any]
"""What is sent to play: a town, a place of the Boom marker, a tile, or a turn."""
Order = Body
"""What is suggested, as it is sent."""
TablePatch = dict[str, Any]
"""A JSON merge patch (RFC 7396) to a table."""

Expansion = TypedDict(
    "Expansion",
    {
        "to": str,
        "from": NotRequired[str | None],
        "via": NotRequired[list[str]],
    },
)


class TurnParts(TypedDict):
    boom: NotRequired[str | None]
    bonus: NotRequired[Bonus | None]
    expand: NotRequired[list[Expansion]]
    increase: NotRequired[list[str]]
    double: NotRequired[str | None]
    order: NotRequired[list[str]]
    regions: NotRequired[list[str]]


class Turn(TurnParts):
    """The tiles to `use` are listed; one may stand alone."""

    use: NotRequired[list[Tool] | Tool | None]


class RegionTile(TypedDict):
    id: str
    kind: TileKind
    values: list[int]


class Layout(TypedDict):
    """The host's own layout; what it does not name keeps its printed tile."""

    places: NotRequired[dict[str, int]]
    regions: NotRequired[dict[str, str]]


class Options(TypedDict):
    introductory: NotRequired[bool]
    layout: NotRequired[Literal["printed", "random", "draft"]]
    milestones: NotRequired[bool]
    boom: NotRequired[bool]
    region_tiles: NotRequired[Literal[1, 2, 3] | None]
    tile_set: NotRequired[list[RegionTile] | None]
    own_layout: NotRequired[Layout]


class TableSeat(TypedDict):
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


class TablePlace(TypedDict):
    """Owners clockwise from the star; a size of null waits for its tile."""

    owners: list[int | Literal["neutral"]]
    size: NotRequired[int | None]
    scored: bool


class Share(TypedDict):
    """What one seat gets from a region: rank 1 has the most franchises there."""

    seat: int
    rank: int
    franchises: int
    influence: NotRequired[int]
    dollars: NotRequired[int]


class ScoredAs(TypedDict):
    """Whose turn it was, and the space of the track that the region was put onto."""

    by: int
    space: int
    influence: int
    shares: list[Share]


class TableRegion(TypedDict):
    """Franchises by seat in `counts`."""

    tile: NotRequired[RegionTile | None]
    marker: NotRequired[int | None]
    counts: list[int]
    scored_as: NotRequired[ScoredAs | None]


class Milestone(TypedDict):
    """Who has reached it; `marked` by whom who has used the first $8 link, left out if nobody."""

    id: str
    seats: list[int]
    marked: NotRequired[list[int]]


class Waiting(TypedDict):
    """What the seat to move has begun and not yet placed."""

    expanding: list[str]
    centre: list[str]


class ToPlace(TypedDict):
    """Tiles of the draft that do not lie yet."""

    cities: list[int]
    regions: list[RegionTile]
    chosen: list[RegionTile]


class Final(TypedDict):
    """A seat's final scoring, E1: each part in influence, and the sum of the game."""

    seat: int
    towns: int
    money: int
    bonus_tiles: int
    influence: int


class Table(TypedDict):
    """Seats count from 0, clockwise. Under tables/ and replay/ what is null is left out."""

    version: int
    ruleset: str
    status: Status
    turn: int
    to_move: NotRequired[int | None]
    seats: list[TableSeat]
    places: dict[str, TablePlace]
    regions: dict[str, TableRegion]
    track: list[str]
    boom: NotRequired[str | None]
    milestones: list[Milestone]
    waiting: Waiting
    to_place: ToPlace
    winners: list[int]
    final: NotRequired[list[Final] | None]


class ComputerWish(TypedDict):
    """That a computer player plays seat `of`, if all persons at the table want it."""

    seat: int
    of: int
    bot: str


class Agreed(TypedDict):
    """What was agreed on around the table; a deadline in seconds since 1970.

    `ruleset_agreed` are the seats that want the ruleset after the game's own, `ruleset`.
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
    start_when_full: bool
    suggestions: bool
    options: Options
    first: int
    deadline: int | None
    paused: bool
    pause_agreed: list[int]
    ruleset_agreed: list[int]
    computer_wishes: list[ComputerWish]
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
    owner_name: str | None
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
    """`hash` is the event's place in the game's chain of hashes."""

    version: int
    at: str
    actor: str
    hash: str
    event: Event


class Feed(TypedDict):
    """Go on with `after` = `next`. Where `more` is false the game has gone no further yet."""

    version: int
    next: int
    more: bool
    events: list[FeedEvent]


class Step(TypedDict):
    """An event and the merge patch (RFC 7396) that turns the table before it into the next."""

    version: int
    at: str
    actor: str
    event: Event
    patch: TablePatch


class Line(TypedDict):
    version: int
    line: str


class Replay(TypedDict):
    """`first` is the table at version 0; the patches lead to every version in turn."""

    game: str
    version: int
    first: Table
    steps: list[Step]
    lines: list[Line]


class BoomMove(TypedDict):
    """Where the marker may go, and the income that the turn would bring with it there."""

    city: str
    income: int


Way = TypedDict(
    "Way",
    {
        "to": str,
        "from": str,
        "via": list[str],
        "cost": int,
        "needs": Literal["cash"] | None,
    },
)
"""An expansion and its cost; `needs` names the bonus tile that would pay for it."""


class Increase(TypedDict):
    city: str
    cost: int
    can_double: bool


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
        "use_both": list[Way],
        "pass": bool,
    },
)
"""What the seat to move may do, by `kind` of choice; no kind where nobody is to move.

`town` has `towns`, `boom` has `cities`; `draft` has `places` with the tiles that fit, or
`tiles` and, if one is to be laid, `regions`. What follows is a turn's; `money` holds its
income already. What is offered names one thing each; together they may cost too much.
`use_both` is where both tools together lead. Every key is always there, null or empty
where the choice has nothing of it.
"""


class Preview(TypedDict):
    events: list[Event]
    table: GameTable


class Hint(TypedDict):
    """A turn that a strong computer player would consider."""

    order: Order
    words: str
    points: float
    reasons: list[str]


class Hints(TypedDict):
    version: int
    seat: int
    results: list[Hint]


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


class TurnReview(TypedDict):
    """A turn beside the best one. Only a free turn can lose points."""

    turn: int
    seat: int
    version: int
    freedom: Literal["free", "forced", "late"]
    played: Turn
    points: float
    best: Turn
    best_points: float
    loss: float
    margin: float
    theme: (
        Literal[
            "ends",
            "goes-on",
            "regions",
            "cities",
            "gifts",
            "majorities",
            "bonus-kept",
            "bonus-wasted",
            "idle",
            "split",
            "income",
            "place",
        ]
        | None
    )


class PlayerReview(TypedDict):
    """How a seat played, and what it might learn."""

    seat: int
    accuracy: int
    loss: float
    lesson: (
        Literal[
            "ends",
            "goes-on",
            "regions",
            "cities",
            "gifts",
            "majorities",
            "bonus-kept",
            "bonus-wasted",
            "idle",
            "split",
            "income",
            "place",
        ]
        | Literal["steady"]
    )
    turns: list[int]


class GameAnalysis(TypedDict):
    """A finished game as a strong computer player sees it."""

    turns: list[TurnReview]
    expected: list[list[float]]
    players: list[PlayerReview]
    turning_points: list[int]


class Analysis(TypedDict):
    """A finished game as a strong computer player sees it."""

    done: int
    turns: int
    result: GameAnalysis | None


class Me(TypedDict):
    id: int
    name: str


class ComputerPlayer(TypedDict):
    name: BotName
    title: str
    character: str
