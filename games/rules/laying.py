"""States written down as a table would look, for examples and tests.

    lay(5, '''
        chicago: orange orange black
        omaha scored: red blue
    ''', to_move="blue", money={"blue": 4})

is a game of five in its third round. Cities list their spaces clockwise from the
symbol. Colours are named as on the board; white stands for beige.
"""

from collections import Counter
from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from games.domain import Options, State
from games.domain.evolve import replay
from games.domain.rulesets import RULESET
from games.domain.setup import PRINTED_GAME, start
from games.domain.state import NOBODY

COLOURS = {"blue": 0, "red": 1, "orange": 2, "black": 3, "white": 4, "beige": 4, "nobody": NOBODY}
NAMES = ("blue", "red", "orange", "black", "white")


def seat(colour: str) -> int:
    return COLOURS[colour]


def lay(
    players: int,
    places: str = "",
    *,
    to_move: str = "blue",
    money: Mapping[str, int] = {},
    bonus: Mapping[str, int] | None = None,
    markers: Mapping[str, str] = {},
    track: Sequence[str] = (),
    options: Options = PRINTED_GAME,
    ruleset: str = RULESET,
) -> State:
    events = start(players, first=0, options=options, seed=1, ruleset=ruleset)
    state = _place_pieces(replay(events), places)
    regions, laid = state.board.region_index, list(state.markers)
    for region, colour in markers.items():
        laid[regions[region]] = seat(colour)
    used = Counter(laid)
    for owners in state.owners:
        used.update(owners)
    return replace(
        state,
        status="playing",
        turn=2 * players + 1,
        to_move=seat(to_move),
        money=by_seat(money, players),
        influence=(0,) * players,
        bonus=state.bonus if bonus is None else by_seat(bonus, players),
        supply=tuple(40 - used[owner] for owner in range(players)),
        markers=tuple(laid),
        track=(*state.track, *(regions[name] for name in track)),
    )


def _place_pieces(state: State, places: str) -> State:
    """By lines such as `chicago scored: blue red`."""
    board = state.board
    owners, free, present = list(state.owners), state.free, [0] * len(state.money)
    for line in filter(None, map(str.strip, places.splitlines())):
        name, _, colours = line.partition(":")
        place = board.index[name.removesuffix(" scored")]
        owners[place] = tuple(seat(colour) for colour in colours.split())
        if name.endswith(" scored") or (board.towns >> place & 1 and owners[place]):
            free &= ~(1 << place)
        for owner in owners[place]:
            present[owner] |= 1 << place
    return replace(state, owners=tuple(owners), free=free, present=tuple(present))


def by_seat(amounts: Mapping[str, int], players: int) -> tuple[int, ...]:
    return tuple(amounts.get(name, 0) for name in NAMES[:players])
