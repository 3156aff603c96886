"""States written down as a table would look, for examples and tests.

    lay(5, '''
        chicago: orange orange black
        omaha scored: red blue
    ''', to_move="blue", money={"blue": 4})

is a game of five in its third round. Cities list their spaces clockwise from the
symbol. Colours are named as on the board; white stands for beige.
"""

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from games.domain import Options, State
from games.domain.board import RegionTile
from games.domain.evolve import replay
from games.domain.setup import start
from games.domain.state import NOBODY, Tool

COLOURS = {"blue": 0, "red": 1, "orange": 2, "black": 3, "white": 4, "beige": 4, "nobody": NOBODY}
NAMES = ("blue", "red", "orange", "black", "white")
T = TypeVar("T")


def seat(colour: str) -> int:
    return COLOURS[colour]


def lay(
    players: int,
    places: str = "",
    *,
    to_move: str = "blue",
    turn: int | None = None,
    money: Mapping[str, int] | None = None,
    influence: Mapping[str, int] | None = None,
    bonus: Mapping[str, int] | None = None,
    supply: Mapping[str, int] | None = None,
    markers: Mapping[str, str] | None = None,
    track: Sequence[str] = (),
    tiles: Mapping[str, RegionTile] | None = None,
    tools: Mapping[str, Sequence[Tool]] | None = None,
    sizes: Mapping[str, int] | None = None,
    boom: str | None = None,
    still: Sequence[str] = (),
    options: Options | None = None,
) -> State:
    state = replay(start(players, first=0, options=options or Options(), seed=1))
    board = state.board
    owners, free, present = _pieces(state, places)
    on_board = [sum(each.count(owner) for each in owners) for owner in range(players)]
    marks = [seat(colour) for colour in (markers or {}).values()]
    regions = board.region_index
    return replace(
        state,
        status="playing",
        turn=2 * players + 1 if turn is None else turn,
        to_move=seat(to_move),
        owners=owners,
        present=present,
        free=free,
        money=_by_seat(money, players, 0),
        influence=_by_seat(influence, players, 0),
        bonus=state.bonus if bonus is None else _by_seat(bonus, players, 0),
        supply=tuple(
            (supply or {}).get(NAMES[owner], 40 - on_board[owner] - marks.count(owner))
            for owner in range(players)
        ),
        markers=_replace_items(
            state.markers, regions, {k: seat(v) for k, v in (markers or {}).items()}
        ),
        track=(*state.track, *(regions[name] for name in track)),
        tiles=_replace_items(state.tiles, regions, tiles or {}),
        tools=tuple(tuple((tools or {}).get(NAMES[owner], ())) for owner in range(players)),
        sizes=_replace_items(state.sizes, board.index, sizes or {}),
        boom=None if boom is None else board.index[boom],
        still=tuple(seat(colour) for colour in still),
    )


def _pieces(state: State, places: str) -> tuple[tuple[tuple[int, ...], ...], int, tuple[int, ...]]:
    """Owners, free places and presence from lines such as `chicago scored: blue red`."""
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
    return tuple(owners), free, tuple(present)


def _by_seat(amounts: Mapping[str, int] | None, players: int, default: int) -> tuple[int, ...]:
    return tuple((amounts or {}).get(NAMES[owner], default) for owner in range(players))


def _replace_items(
    items: tuple[T, ...], index: Mapping[str, int], changes: Mapping[str, T]
) -> tuple[T, ...]:
    new = list(items)
    for name, item in changes.items():
        new[index[name]] = item
    return tuple(new)
