"""Commands, and how they are read from the JSON that every door takes."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

import msgspec
from msgspec import Struct

from games.domain.board import PRINTED_BOARD, Board
from games.domain.errors import Unreadable
from games.domain.events import BonusUse
from games.domain.reading import read_value
from games.domain.state import Tool
from games.domain.units import CityId, PlaceId, RegionId, TownId

MATCHED_LENGTH = 60
"""The characters of an unknown name that are compared with the known ones."""

Choice = Literal["town", "draft", "boom", "turn"]
OpeningField = Literal["boom"]
"""The fields of a turn that an expansion adds, each for a place that is chosen before income."""
Kind = Choice | Literal["time-out"]


KINDS: dict[str, Choice] = {"towns": "town", "draft": "draft", "boom": "boom", "playing": "turn"}
"""What a game waits for, by its status."""


class Expansion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    to: PlaceId
    """Where the marker goes."""
    origin: PlaceId | None = msgspec.field(default=None, name="from")
    """The own place that it comes from; if left out, the cheapest."""
    via: tuple[PlaceId, ...] = ()
    """Places between the two, with the Development tile."""


class ChooseTown(Struct, frozen=True, tag="town"):
    seat: int
    town: str


class PlaceCityTile(Struct, frozen=True, tag="draft-city"):
    seat: int
    place: str
    tile: int


class PlaceRegionTile(Struct, frozen=True, tag="draft-region"):
    seat: int
    region: str
    tile: str


class ChooseTile(Struct, frozen=True, tag="draft-choice", omit_defaults=True):
    """After the last choice the tiles are dealt at random by this seed."""

    seat: int
    tile: str
    seed: int | None = None


class PlaceBoom(Struct, frozen=True, tag="boom"):
    seat: int
    city: str


class TurnParts(Struct, frozen=True, kw_only=True):
    boom: CityId | None = None
    """The city to which the Boom marker goes first."""
    bonus: BonusUse | None = None
    """What a bonus tile is spent on: a second expansion, a double market share, or $10."""
    expand: tuple[Expansion, ...] = ()
    """One expansion; two with a bonus tile."""
    increase: tuple[CityId, ...] = ()
    """The cities that get one more franchise for $1."""
    double: CityId | None = None
    """The increase that a bonus tile doubles."""
    order: tuple[PlaceId, ...] = ()
    """The order in which the increases open, if it matters."""
    regions: tuple[RegionId, ...] = ()
    """The order in which complete regions score, if it matters."""


class TurnBody(TurnParts, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The tiles to `use` are listed; one may stand alone."""

    use: tuple[Tool, ...] | Tool | None = ()
    """The tools of expansion 3 that the turn uses."""


class TakeTurn(TurnParts, frozen=True, tag="turn", omit_defaults=True):
    """One turn; `order` and `regions` choose the order of T12 and T18."""

    seat: int
    use: tuple[Tool, ...] = ()


class RunOutOfTime(Struct, frozen=True, tag="time-out"):
    """The turn is passed because its time ran out, not by the player."""

    seat: int


SetupCommand = ChooseTown | PlaceCityTile | PlaceRegionTile | ChooseTile | PlaceBoom
Command = SetupCommand | TakeTurn | RunOutOfTime


class TimeIsUp(Struct, frozen=True, tag="time-up"):
    """The deadline is over at `now`. `stand_in` is what a computer player chose, if needed."""

    seat: int
    now: int
    stand_in: Command | None = None


class TownBody(Struct, forbid_unknown_fields=True):
    town: TownId


class BoomBody(Struct, forbid_unknown_fields=True):
    boom: CityId


class DraftBody(Struct, forbid_unknown_fields=True):
    tile: int | str
    """A city tile by its size, a region tile by its id."""
    place: CityId | None = None
    """The city for a city tile."""
    region: RegionId | None = None
    """The region for a region tile."""


class EmptyBody(Struct, forbid_unknown_fields=True):
    pass


Body = TownBody | BoomBody | DraftBody | TurnBody | EmptyBody
BODIES: dict[str, type[Body]] = {
    "town": TownBody,
    "draft": DraftBody,
    "boom": BoomBody,
    "turn": TurnBody,
    "time-out": EmptyBody,
}


def command(
    kind: str, seat: int, body: Mapping[str, object], board: Board = PRINTED_BOARD
) -> Command:
    """The command of a JSON body, or `Unreadable` with the path of the fault."""
    order = _read_body(kind, seat, body)
    for path, place in _places(order):
        _check_known(path, place, board.ids, "place")
    match order:
        case TownBody():
            return ChooseTown(seat, order.town)
        case BoomBody():
            return PlaceBoom(seat, order.boom)
        case DraftBody():
            return _draft_command(seat, order, board)
        case EmptyBody():
            return RunOutOfTime(seat)
        case TurnBody():
            for i, region in enumerate(order.regions):
                _check_known(f"$.regions[{i}]", region, tuple(board.region_index), "region")
            use = (order.use,) if isinstance(order.use, str) else order.use or ()
            return TakeTurn(seat, **{**msgspec.structs.asdict(order), "use": use})
        case _:
            assert_never(order)


def _read_body(kind: str, seat: int, body: Mapping[str, object]) -> Body:
    if kind not in BODIES:
        raise Unreadable(kind, BODIES, path="kind", problem=f"no command is called {kind!r}")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
        raise Unreadable(seat, path="seat", problem="a seat is a whole number from 0")
    return read_value(body, BODIES[kind])


def _draft_command(seat: int, draft: DraftBody, board: Board) -> Command:
    if draft.place is not None and draft.region is None and isinstance(draft.tile, int):
        return PlaceCityTile(seat, draft.place, draft.tile)
    if isinstance(draft.tile, str) and draft.place is None:
        if draft.region is None:
            return ChooseTile(seat, draft.tile)
        _check_known("$.region", draft.region, tuple(board.region_index), "region")
        return PlaceRegionTile(seat, draft.region, draft.tile)
    raise Unreadable(
        draft.tile,
        path="$",
        problem="a draft names a place and a tile's number, a region and a tile's id, "
        "or a tile's id alone",
    )


def _places(body: Body) -> Iterator[tuple[str, str | None]]:
    match body:
        case TownBody():
            yield "$.town", body.town
        case BoomBody():
            yield "$.boom", body.boom
        case DraftBody():
            yield "$.place", body.place
        case TurnBody():
            yield "$.boom", body.boom
            for i, expansion in enumerate(body.expand):
                yield f"$.expand[{i}].to", expansion.to
                yield f"$.expand[{i}].from", expansion.origin
                for j, place in enumerate(expansion.via):
                    yield f"$.expand[{i}].via[{j}]", place
            for i, place in enumerate(body.increase):
                yield f"$.increase[{i}]", place
            yield "$.double", body.double
            for i, place in enumerate(body.order):
                yield f"$.order[{i}]", place
        case EmptyBody():
            pass
        case _:
            assert_never(body)


def _check_known(path: str, name: str | None, known: tuple[str, ...], what: str) -> None:
    if name is not None and name not in known:
        near = difflib.get_close_matches(name[:MATCHED_LENGTH], known, n=3)
        raise Unreadable(
            name, near, path=path, problem=f"there is no {what} {name[:MATCHED_LENGTH]!r}"
        )
