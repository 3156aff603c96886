"""A turn that is being put together, in the address of its page: nothing of it is stored.

A form holds the turn as the API takes it; each of its buttons holds the turn that it leads to.
"""

from typing import TypeVar, cast

import msgspec
from django.http import QueryDict
from msgspec.structs import replace

from games.domain.board import Board
from games.domain.commands import Command, Expansion, TakeTurn, command
from games.domain.errors import Unreadable
from games.domain.events import BonusUse
from games.domain.state import Tool

Name = TypeVar("Name", bound=str)


def turn_of(form: QueryDict, seat: int, board: Board) -> TakeTurn:
    text = form.get("turn") or "{}"
    try:
        body = msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Unreadable(text, path="turn", problem=str(error)) from error
    return cast("TakeTurn", command("turn", seat, body, board))


def text_of(turn: TakeTurn) -> str:
    """What `turn_of` reads as this turn."""
    return msgspec.json.encode(body_of(turn)).decode()


def body_of(order: Command) -> dict[str, object]:
    """What the order says, without its kind and whose it is."""
    named = msgspec.to_builtins(order)
    return {name: value for name, value in named.items() if name not in ("type", "seat")}


def expand(turn: TakeTurn, way: Expansion) -> TakeTurn:
    """One expansion takes the place of the last one, unless a bonus tile pays for both."""
    if any(other.to == way.to for other in turn.expand):
        ways = (way if other.to == way.to else other for other in turn.expand)
        return replace(turn, expand=tuple(ways))
    most = 2 if turn.bonus == "expand" else 1
    return replace(turn, expand=(*turn.expand[: most - 1], way))


def drop_expansion(turn: TakeTurn, place: str) -> TakeTurn:
    left = tuple(way for way in turn.expand if way.to != place)
    return replace(turn, expand=left, use=turn.use if left else ())


def increase(turn: TakeTurn, city: str) -> TakeTurn:
    return replace(turn, increase=(*_without(turn.increase, city), city))


def drop_increase(turn: TakeTurn, city: str) -> TakeTurn:
    double = None if turn.double == city else turn.double
    return replace(turn, increase=_without(turn.increase, city), double=double)


def double(turn: TakeTurn, city: str) -> TakeTurn:
    """The city is increased too, and the bonus tile pays for it."""
    grown = turn if city in turn.increase else increase(turn, city)
    return replace(use_bonus(grown, "share"), double=city)


def use_bonus(turn: TakeTurn, use: BonusUse | None) -> TakeTurn:
    ways = turn.expand if use == "expand" else turn.expand[:1]
    return replace(turn, bonus=use, expand=ways, double=turn.double if use == "share" else None)


def use_tool(turn: TakeTurn, tool: Tool, most: int) -> TakeTurn:
    """Of more tools than the turn may use the first is left out."""
    return _with_tools(turn, (*_without(turn.use, tool), tool)[-most:])


def drop_tool(turn: TakeTurn, tool: Tool) -> TakeTurn:
    return _with_tools(turn, _without(turn.use, tool))


def _with_tools(turn: TakeTurn, tools: tuple[Tool, ...]) -> TakeTurn:
    """What the Development tile led to is left out with it."""
    ways = tuple(way for way in turn.expand if not way.via or "development" in tools)
    return replace(turn, use=tools, expand=ways)


def place_first(turn: TakeTurn, place: str) -> TakeTurn:
    return replace(turn, order=(place, *_without(turn.order, place)))


def score_first(turn: TakeTurn, region: str) -> TakeTurn:
    return replace(turn, regions=(region, *_without(turn.regions, region)))


def _without(names: tuple[Name, ...], name: Name) -> tuple[Name, ...]:
    return tuple(each for each in names if each != name)


def playable(turn: TakeTurn) -> TakeTurn:
    """Without a tile that has not been used for anything yet."""
    idle = (turn.bonus == "expand" and len(turn.expand) < 2) or (
        turn.bonus == "share" and turn.double is None
    )
    use = turn.use if turn.expand else ()
    return replace(turn, bonus=None if idle else turn.bonus, use=use)
