"""The digest of a position: equal tables have equal digests.

It is the SHA-256 of a JSON text in UTF-8, keys sorted and without spaces, of all that matters
to the rest of the game. It does not depend on how a state is kept in memory or on what else
a table shows, so the digests of old games stay true.
"""

from hashlib import sha256

from msgspec import json

from games.domain.board import places_in
from games.domain.expansions import EXPANSIONS
from games.domain.state import State

POSITION = tuple(each.position for each in EXPANSIONS if each.position)
encoder = json.Encoder(order="sorted")


def digest(state: State) -> str:
    return sha256(encoder.encode(position(state))).hexdigest()


def position(state: State) -> dict[str, object]:
    board = state.board
    regions = [region.id for region in board.regions]
    base: dict[str, object] = {
        "ruleset": state.setup.ruleset,
        "status": state.status,
        "turn": state.turn,
        "to_move": state.to_move,
        "money": state.money,
        "influence": state.influence,
        "supply": state.supply,
        "bonus": [state.bonus, state.spent, state.reserve],
        "owners": dict(zip(board.ids, state.owners, strict=False)),
        "sizes": dict(zip(board.ids, state.sizes, strict=False)),
        "unscored": [board.ids[place] for place in places_in(state.free & board.cities)],
        "expanding": [board.ids[place] for place in state.expanding],
        "centre": [board.ids[place] for place in state.centre],
        "tiles": {
            region: None if tile is None else [tile.id, tile.kind, tile.values]
            for region, tile in zip(regions, state.tiles, strict=False)
        },
        "markers": dict(zip(regions, state.markers, strict=False)),
        "track": [regions[region] for region in state.track],
        "pools": [
            state.city_pool,
            [tile.id for tile in state.region_pool],
            [tile.id for tile in state.chosen],
        ],
        "still": state.still,
        "winners": state.winners,
    }
    for add in POSITION:
        base |= add(state)
    return base
