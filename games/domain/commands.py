"""Commands, and how they are read from the JSON that every door takes."""

import difflib
from collections.abc import Iterator, Mapping
from typing import Literal, assert_never

import msgspec
from msgspec import Struct

from games.domain.board import PRINTED_BOARD, Board
from games.domain.errors import Unreadable
from games.domain.events import BonusUse
from games.domain.state import Tool

MATCHED_LENGTH = 60
"""The characters of an unknown name that are compared with the known ones."""

Choice = Literal["town", "draft", "boom", "turn"]
OpeningField = Literal["boom"]
"""The fields of a turn that an expansion adds, each for a place that is chosen before income."""
Kind = Choice | Literal["time-out"]


KINDS: dict[str, Choice] = {"towns": "town", "draft": "draft", "boom": "boom", "playing": "turn"}
"""What a game waits for, by its status."""


class Expansion(Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    to: str
    origin: str | None = msgspec.field(default=None, name="from")
    via: tuple[str, ...] = ()


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


class TakeTurn(Struct, frozen=True, tag="turn", omit_defaults=True):
    """One turn; `order` and `regions` choose the order of T12 and T18."""

    seat: int
    boom: str | None = None
    bonus: BonusUse | None = None
    expand: tuple[Expansion, ...] = ()
    increase: tuple[str, ...] = ()
    double: str | None = None
    use: Tool | None = None
    order: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()


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
    town: str


class BoomBody(Struct, forbid_unknown_fields=True):
    boom: str


class DraftBody(Struct, forbid_unknown_fields=True):
    tile: int | str
    place: str | None = None
    region: str | None = None


class TurnBody(Struct, forbid_unknown_fields=True):
    boom: str | None = None
    bonus: BonusUse | None = None
    expand: tuple[Expansion, ...] = ()
    increase: tuple[str, ...] = ()
    double: str | None = None
    use: Tool | None = None
    order: tuple[str, ...] = ()
    regions: tuple[str, ...] = ()


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
            return TakeTurn(seat, **msgspec.structs.asdict(order))
        case _:
            assert_never(order)


def _read_body(kind: str, seat: int, body: Mapping[str, object]) -> Body:
    if kind not in BODIES:
        raise Unreadable(kind, BODIES, path="kind", problem=f"no command is called {kind!r}")
    if not isinstance(seat, int) or isinstance(seat, bool) or seat < 0:
        raise Unreadable(seat, path="seat", problem="a seat is a whole number from 0")
    try:
        return msgspec.convert(body, BODIES[kind])
    except msgspec.ValidationError as error:
        problem, _, path = str(error).partition(" - at ")
        raise Unreadable(body, path=path.strip("`") or "$", problem=problem) from error


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


decoder: msgspec.json.Decoder[Command] = msgspec.json.Decoder(Command)


def to_json(order: Command) -> bytes:
    return msgspec.json.encode(order)


def from_json(text: bytes | str) -> Command:
    return decoder.decode(text)
