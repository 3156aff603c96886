"""The table as every door shows it: places and regions by id, seats by number."""

from functools import lru_cache
from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.domain.board import RegionTile
from games.domain.expansions.milestones import marked_by
from games.domain.income import income
from games.domain.scoring import region_counts
from games.domain.state import NOBODY, Final, Share, State, Status, Tool
from games.domain.units import (
    CityId,
    ComputerName,
    Dollars,
    Franchises,
    Influence,
    MilestoneId,
    PersonNumber,
    PlaceId,
    RegionId,
    RulesetName,
    SeatNumber,
    VersionNumber,
)


class TableSeat(Struct, frozen=True):
    seat: SeatNumber
    colour: str
    """The seat’s colour."""
    player: PersonNumber | None
    bot: ComputerName | None
    money: Dollars
    influence: Influence
    bonus_tiles: int
    """Bonus tiles that it can use."""
    bonus_tiles_used: int
    """Bonus tiles that it has used."""
    bonus_tiles_in_reserve: int
    """Bonus tiles that milestones can still bring."""
    supply: Franchises
    """Franchises that it can still place."""
    income_next: Dollars
    """What its next turn would bring as things stand."""
    towns: int
    """Towns in which it has a franchise."""
    milestones: tuple[MilestoneId, ...]
    """Those that it has reached."""
    tools: tuple[Tool, ...]
    """The tools of expansion 3 that it has."""
    dear_links: int
    """How often it has used an $8 link."""


class TablePlace(Struct, frozen=True, kw_only=True):
    """Owners clockwise from the star; a size of null waits for its tile."""

    owners: tuple[int | Literal["neutral"], ...]
    """Seats by their numbers; `neutral` where the region is out of play."""
    size: int | None = None
    """Its spaces."""
    scored: bool
    """Whether it is a scored city."""


class ScoredAs(Struct, frozen=True):
    """Whose turn it was, and the space of the track that the region was put onto."""

    by: SeatNumber
    space: int
    """Counted from 1."""
    influence: Influence
    """What the space gave."""
    shares: tuple[Share, ...]
    """What the region gave, the most franchises first."""


class TableRegion(Struct, frozen=True, kw_only=True):
    """Franchises by seat in `counts`."""

    tile: RegionTile | None = None
    """Null while it waits for one."""
    marker: SeatNumber | None = None
    """The seat whose franchise lies beside the tile."""
    counts: tuple[int, ...]
    """How many franchises each seat has there."""
    scored_as: ScoredAs | None = None
    """Null until it is scored."""


class Milestone(Struct, frozen=True, omit_defaults=True):
    """Who has reached it; `marked` by whom who has used the first $8 link, left out if nobody."""

    id: MilestoneId
    seats: tuple[SeatNumber, ...]
    """The seats that have reached it, in that order."""
    marked: tuple[SeatNumber, ...] = ()
    """The seats that have used one $8 link."""


class Waiting(Struct, frozen=True):
    """What the seat to move has begun and not yet placed."""

    expanding: tuple[PlaceId, ...]
    """Places with an expansion marker."""
    centre: tuple[CityId, ...]
    """Cities with a franchise in the centre, one entry for each."""


class ToPlace(Struct, frozen=True):
    """Tiles of the draft that do not lie yet."""

    cities: tuple[int, ...]
    """City tiles by their sizes."""
    regions: tuple[RegionTile, ...]
    """Region tiles."""
    chosen: tuple[RegionTile, ...]
    """Region tiles that the players have chosen for the game."""


class Table(Struct, frozen=True, kw_only=True):
    """Seats count from 0, clockwise. Under tables/ and replay/ what is null is left out."""

    version: VersionNumber
    ruleset: RulesetName
    status: Status
    """What the game waits for: players, towns, tiles of the draft, the Boom marker or a turn; or how it is over."""
    turn: int
    """The number of the turn, from 1; 0 before the first."""
    to_move: SeatNumber | None = None
    """The seat that is to move; null where nobody is."""
    seats: tuple[TableSeat, ...]
    """In their order."""
    places: dict[PlaceId, TablePlace]
    """By id, all that the map has; empty until the game has started."""
    regions: dict[RegionId, TableRegion]
    """By id, all that the map has; empty until the game has started."""
    track: tuple[RegionId, ...]
    """The regions whose tiles lie on the track, in their order."""
    boom: CityId | None = None
    """Where the Boom marker is; null in a game without."""
    milestones: tuple[Milestone, ...]
    """Those that lie on the table."""
    waiting: Waiting
    """Empty between turns."""
    to_place: ToPlace
    """Empty but in a draft."""
    winners: tuple[SeatNumber, ...]
    """The seats that have won; empty until then."""
    final: tuple[Final, ...] | None = None
    """By seat; null until the end."""


MOST_PLACES = 4096
PlainTable = Annotated[dict[str, Any], Meta(title="Table")]
"""A table as JSON has it."""


def table(state: State) -> Table:
    board, setup = state.board, state.setup
    ids = board.ids
    # A table that was closed before its game has no places either.
    started = bool(state.owners)
    return Table(
        version=state.version,
        ruleset=setup.ruleset,
        status=state.status,
        turn=state.turn,
        to_move=state.to_move,
        seats=tuple(_seat(state, seat) for seat in range(len(setup.seats))),
        places=_places(state) if started else {},
        regions={region.id: _region(state, i) for i, region in enumerate(board.regions) if started},
        track=tuple(board.regions[region].id for region in state.track),
        boom=None if state.boom is None else ids[state.boom],
        milestones=tuple(
            Milestone(tile, seats, marked_by(state, tile))
            for tile, seats in zip(setup.milestones, state.milestones, strict=True)
        ),
        waiting=Waiting(
            tuple(ids[place] for place in state.expanding),
            tuple(ids[place] for place in state.centre),
        ),
        to_place=ToPlace(state.city_pool, state.region_pool, state.chosen),
        winners=state.winners,
        final=state.final or None,
    )


def _places(state: State) -> dict[PlaceId, TablePlace]:
    closed = state.board.cities & ~state.free
    return {
        name: _place(owners, size, bool(closed >> place & 1))
        for place, (name, owners, size) in enumerate(
            zip(state.board.ids, state.owners, state.sizes, strict=True)
        )
    }


def _seat(state: State, seat: int) -> TableSeat:
    who = state.setup.seats[seat]
    return TableSeat(
        seat=seat,
        colour=state.board.colours[seat],
        player=who.player,
        bot=who.bot,
        money=state.money[seat],
        influence=state.influence[seat],
        bonus_tiles=state.bonus[seat],
        bonus_tiles_used=state.spent[seat],
        bonus_tiles_in_reserve=state.reserve[seat],
        supply=state.supply[seat],
        income_next=income(state, seat),
        towns=(state.present[seat] & state.board.towns).bit_count(),
        milestones=tuple(
            tile
            for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
            if seat in seats
        ),
        tools=state.tools[seat],
        dear_links=state.dear_links[seat],
    )


@lru_cache(maxsize=MOST_PLACES)
def _place(owners: tuple[int, ...], size: int, scored: bool) -> TablePlace:  # noqa: FBT001 - its key
    """All tables share those that are alike."""
    named: tuple[SeatNumber | Literal["neutral"], ...]
    named = tuple("neutral" if owner == NOBODY else owner for owner in owners)
    return TablePlace(owners=named, size=size or None, scored=scored)


def _region(state: State, region: int) -> TableRegion:
    scored = state.scored[region]
    return TableRegion(
        tile=state.tiles[region],
        marker=state.markers[region],
        counts=region_counts(state, region),
        scored_as=None
        if scored is None
        else ScoredAs(scored.seat, scored.space, scored.influence, scored.shares),
    )
