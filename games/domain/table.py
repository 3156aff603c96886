"""The table as every door shows it: plain values, places and regions by id, seats by number."""

from msgspec import to_builtins

from games.domain.board import RegionTile
from games.domain.income import income
from games.domain.scoring import region_counts
from games.domain.state import NOBODY, RegionScore, State

Table = dict[str, object]


def table(state: State) -> Table:
    board = state.board
    ids = board.ids
    # A table that was closed before its game has no places either.
    started = bool(state.owners)
    return {
        "version": state.version,
        "ruleset": state.setup.ruleset,
        "status": state.status,
        "turn": state.turn,
        "to_move": state.to_move,
        "seats": [_seat(state, seat) for seat in range(len(state.setup.seats))],
        "places": {ids[i]: _place(state, i) for i in range(len(ids)) if started},
        "regions": {
            region.id: _region(state, i) for i, region in enumerate(board.regions) if started
        },
        "track": [board.regions[region].id for region in state.track],
        "boom": None if state.boom is None else ids[state.boom],
        "milestones": [
            {"id": tile, "seats": list(seats)}
            for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
        ],
        "waiting": {
            "expanding": [ids[place] for place in state.expanding],
            "centre": [ids[place] for place in state.centre],
        },
        "to_place": {
            "cities": list(state.city_pool),
            "regions": [_tile(tile) for tile in state.region_pool],
            "chosen": [_tile(tile) for tile in state.chosen],
        },
        "winners": list(state.winners),
        "final": to_builtins(state.final) if state.final else None,
    }


def _seat(state: State, seat: int) -> Table:
    who = state.setup.seats[seat]
    return {
        "seat": seat,
        "colour": state.board.colours[seat],
        "player": who.player,
        "bot": who.bot,
        "money": state.money[seat],
        "influence": state.influence[seat],
        "bonus_tiles": state.bonus[seat],
        "bonus_tiles_used": state.spent[seat],
        "bonus_tiles_in_reserve": state.reserve[seat],
        "supply": state.supply[seat],
        "income_next": income(state, seat),
        "towns": (state.present[seat] & state.board.towns).bit_count(),
        "milestones": [
            tile
            for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
            if seat in seats
        ],
        "tools": list(state.tools[seat]),
        "dear_links": state.dear_links[seat],
    }


def _place(state: State, place: int) -> Table:
    is_city = not state.board.places[place].is_town
    return {
        "owners": ["neutral" if owner == NOBODY else owner for owner in state.owners[place]],
        "size": state.sizes[place] or None,
        "scored": is_city and not state.free >> place & 1,
    }


def _region(state: State, region: int) -> Table:
    tile, scored = state.tiles[region], state.scored[region]
    return {
        "tile": None if tile is None else _tile(tile),
        "marker": state.markers[region],
        "counts": list(region_counts(state, region)),
        "scored_as": None if scored is None else _scored(scored),
    }


def _tile(tile: RegionTile) -> Table:
    return {"id": tile.id, "kind": tile.kind, "values": list(tile.values)}


def _scored(scored: RegionScore) -> Table:
    return {
        "by": scored.seat,
        "space": scored.space,
        "influence": scored.influence,
        "shares": to_builtins(scored.shares),
    }
