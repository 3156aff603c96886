"""A turn that is being put together, in the address of its page: nothing of it is stored."""

from collections.abc import Iterator
from typing import cast

from django.http import QueryDict
from msgspec.structs import replace

from games.domain.board import Board
from games.domain.commands import Expansion, TakeTurn, command
from games.domain.errors import Unreadable

Field = tuple[str, str]
STOP = "."
WITH_CASH = "cash "
ONCE = ("boom", "bonus", "double", "use")
LISTS = ("increase", "order", "regions")


def turn_of(query: QueryDict, seat: int, board: Board) -> TakeTurn:
    """The turn that the fields of a form say, with the change that its button asks for."""
    body: dict[str, object] = {name: query[name] for name in ONCE if query.get(name)}
    body |= {name: query.getlist(name) for name in LISTS if query.getlist(name)}
    body["expand"] = [_way(said) for said in query.getlist("expand")]
    turn = _checked(body, seat, board)
    change = query.get("do")
    return changed(turn, change, board) if change else turn


def fields_of(turn: TakeTurn) -> list[Field]:
    """What `turn_of` reads as this turn."""
    return list(_fields(turn))


def _fields(turn: TakeTurn) -> Iterator[Field]:
    for name in ONCE:
        if getattr(turn, name) is not None:
            yield name, getattr(turn, name)
    for way in turn.expand:
        yield "expand", written(way)
    for name in LISTS:
        for value in getattr(turn, name):
            yield name, value


def written(way: Expansion) -> str:
    """`chicago.detroit`, and further stops behind it; `chicago` where the origin is left open."""
    return STOP.join([way.to, *([way.origin or ""] if way.origin or way.via else []), *way.via])


def _way(said: str) -> Expansion:
    to, *rest = said.split(STOP)
    origin = rest[0] if rest else ""
    return Expansion(to, origin or None, tuple(rest[1:]))


def _checked(body: dict[str, object], seat: int, board: Board) -> TakeTurn:
    return cast("TakeTurn", command("turn", seat, body, board))


def changed(turn: TakeTurn, change: str, board: Board) -> TakeTurn:
    """The turn with one part more, less or otherwise."""
    verb, _, what = change.partition(":")
    if verb.startswith(WITH_CASH):
        verb = verb.removeprefix(WITH_CASH)
        turn = replace(turn, bonus="cash")
    after = _changed(turn, verb, what)
    if verb not in ("first", "region"):
        after = replace(after, order=(), regions=())
    body = {name: getattr(after, name) for name in (*ONCE, *LISTS, "expand")}
    return _checked(body, turn.seat, board)


def _changed(turn: TakeTurn, verb: str, what: str) -> TakeTurn:
    match verb:
        case "expand":
            return _expanded(turn, what)
        case "unexpand":
            left = tuple(way for way in turn.expand if way.to != what)
            return replace(turn, expand=left, use=turn.use if left else None)
        case "far":
            return replace(_expanded(replace(turn, use="development"), what), use="development")
        case "increase":
            return replace(turn, increase=(*_without(turn.increase, what), what))
        case "unincrease":
            left_in = _without(turn.increase, what)
            double = turn.double if turn.double in left_in else None
            return replace(turn, increase=left_in, double=double)
        case "double":
            has = what in turn.increase
            increase = turn.increase if has else (*turn.increase, what)
            return replace(_with_bonus(turn, "share"), increase=increase, double=what)
        case "bonus":
            return _with_bonus(turn, what or None)
        case "boom":
            return replace(turn, boom=what or None)
        case "use":
            return _with_tool(turn, what or None)
        case "first":
            return replace(turn, order=(what, *_without(turn.order, what)))
        case "region":
            return replace(turn, regions=(what, *_without(turn.regions, what)))
        case _:
            raise Unreadable(verb, path="do", problem="no such change of a turn")


def _expanded(turn: TakeTurn, what: str) -> TakeTurn:
    """One expansion takes the place of the last one, unless a bonus tile pays for both."""
    way = _way(what)
    others = tuple(other for other in turn.expand if other.to != way.to)
    most = 2 if turn.bonus == "expand" else 1
    if len(others) < len(turn.expand):
        # Another origin for a place that is in it already.
        return replace(turn, expand=tuple(way if o.to == way.to else o for o in turn.expand))
    return replace(turn, expand=(*others[: most - 1], way))


def _with_bonus(turn: TakeTurn, use: str | None) -> TakeTurn:
    expand = turn.expand if use == "expand" else turn.expand[:1]
    double = turn.double if use == "share" else None
    return replace(turn, bonus=use, expand=expand, double=double)


def _with_tool(turn: TakeTurn, use: str | None) -> TakeTurn:
    """What the Development tile led to is left out with it."""
    near = tuple(way for way in turn.expand if not way.via)
    return replace(turn, use=use, expand=near)


def _without(names: tuple[str, ...], name: str) -> tuple[str, ...]:
    return tuple(each for each in names if each != name)


def playable(turn: TakeTurn) -> TakeTurn:
    """Without a tile that has not been used for anything yet."""
    idle = (turn.bonus == "expand" and len(turn.expand) < 2) or (
        turn.bonus == "share" and turn.double is None
    )
    use = turn.use if turn.expand else None
    return replace(turn, bonus=None if idle else turn.bonus, use=use)
