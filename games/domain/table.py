"""The table as every door shows it: places and regions by id, seats by number."""

from typing import Annotated, Any, Literal

from msgspec import Meta, Struct

from games.domain.board import RegionTile
from games.domain.income import income
from games.domain.scoring import region_counts
from games.domain.state import NOBODY, Final, Share, State, Status, Tool


class TableSeat(Struct, frozen=True):
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
    milestones: tuple[str, ...]
    tools: tuple[Tool, ...]
    dear_links: int


class TablePlace(Struct, frozen=True, kw_only=True):
    """Owners clockwise from the star; a size of null waits for its tile."""

    owners: tuple[int | Literal["neutral"], ...]
    size: int | None = None
    scored: bool


class ScoredAs(Struct, frozen=True):
    """Whose turn it was, and the space of the track that the region was put onto."""

    by: int
    space: int
    influence: int
    shares: tuple[Share, ...]


class TableRegion(Struct, frozen=True, kw_only=True):
    """Franchises by seat in `counts`."""

    tile: RegionTile | None = None
    marker: int | None = None
    counts: tuple[int, ...]
    scored_as: ScoredAs | None = None


class Milestone(Struct, frozen=True):
    id: str
    seats: tuple[int, ...]


class Waiting(Struct, frozen=True):
    """What the seat to move has begun and not yet placed."""

    expanding: tuple[str, ...]
    centre: tuple[str, ...]


class ToPlace(Struct, frozen=True):
    """Tiles of the draft that do not lie yet."""

    cities: tuple[int, ...]
    regions: tuple[RegionTile, ...]
    chosen: tuple[RegionTile, ...]


class Table(Struct, frozen=True, kw_only=True):
    """Seats count from 0, clockwise. Under tables/ and replay/ what is null is left out."""

    version: int
    ruleset: str
    status: Status
    turn: int
    to_move: int | None = None
    seats: tuple[TableSeat, ...]
    places: dict[str, TablePlace]
    regions: dict[str, TableRegion]
    track: tuple[str, ...]
    boom: str | None = None
    milestones: tuple[Milestone, ...]
    waiting: Waiting
    to_place: ToPlace
    winners: tuple[int, ...]
    final: tuple[Final, ...] | None = None


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
        places={ids[i]: _place(state, i) for i in range(len(ids)) if started},
        regions={region.id: _region(state, i) for i, region in enumerate(board.regions) if started},
        track=tuple(board.regions[region].id for region in state.track),
        boom=None if state.boom is None else ids[state.boom],
        milestones=tuple(
            Milestone(tile, seats)
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


def _place(state: State, place: int) -> TablePlace:
    is_city = not state.board.places[place].is_town
    return TablePlace(
        owners=tuple("neutral" if owner == NOBODY else owner for owner in state.owners[place]),
        size=state.sizes[place] or None,
        scored=is_city and not state.free >> place & 1,
    )


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
