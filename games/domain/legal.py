"""What the seat to move may do, found by the code that judges it; made for programs and pages."""

from collections.abc import Iterable, Iterator
from typing import Any, Literal, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from games.domain.board import places_in
from games.domain.commands import Choice
from games.domain.events import BonusUse
from games.domain.expanding import cheapest_chain, far_places, reachable_places
from games.domain.expansions import boom
from games.domain.income import empty_spaces, income_for
from games.domain.stages import draft_step, open_cities, open_regions
from games.domain.state import State, Status, Tool
from games.domain.turn import CASH, INCREASE_COST, may_use_bonus


class Way(Struct, frozen=True):
    """An expansion and its cost; `needs` names the bonus tile that would pay for it."""

    to: str
    origin: str = field(name="from")
    via: tuple[str, ...]
    cost: int
    needs: Literal["cash"] | None


class Increase(Struct, frozen=True):
    city: str
    cost: int
    can_double: bool


class BoomMove(Struct, frozen=True):
    """Where the marker may go, and the income that the turn would bring with it there."""

    city: str
    income: int


class Choices(Struct, frozen=True):
    """What the seat to move may do, by `kind` of choice; no kind where nobody is to move.

    `town` has `towns`, `boom` has `cities`; `draft` has `places` with the tiles that fit, or
    `tiles` and, if one is to be laid, `regions`. What follows is a turn's; `money` holds its
    income already. What is offered names one thing each; together they may cost too much.
    Every key is always there, null or empty where the choice has nothing of it.
    """

    version: int
    status: Status
    kind: Choice | None
    seat: int | None
    towns: tuple[str, ...]
    cities: tuple[str, ...]
    places: dict[str, tuple[int, ...]]
    tiles: tuple[str, ...]
    regions: tuple[str, ...]
    income: int | None
    money: int | None
    boom: tuple[BoomMove, ...]
    expand: tuple[Way, ...]
    increase: tuple[Increase, ...]
    bonus: tuple[BonusUse, ...]
    use: dict[Tool, tuple[Way, ...]]
    may_pass: bool = field(name="pass")


NO_CHOICES = Choices(
    version=0, status="open", kind=None, seat=None, towns=(), cities=(), places={}, tiles=(),
    regions=(), income=None, money=None, boom=(), expand=(), increase=(), bonus=(), use={},
    may_pass=False,
)  # fmt: skip


def options(state: State) -> Choices:
    """Every choice open to the seat to move, with its cost; none where nobody is to move."""
    match state.status:
        case "playing":
            return _turn_options(state)
        case "towns":
            towns = places_in(state.free & state.board.towns)
            return _choices(state, "town", towns=_names(state, towns))
        case "boom":
            cities = places_in(boom.starting_cities(state))
            return _choices(state, "boom", cities=_names(state, cities))
        case "draft":
            return _draft_options(state)
        case "open" | "ended" | "abandoned":
            return _choices(state, None)
        case _:
            assert_never(state.status)


def _choices(state: State, kind: Choice | None, **choices: Any) -> Choices:
    return replace(
        NO_CHOICES,
        version=state.version,
        status=state.status,
        kind=kind,
        seat=state.to_move,
        **choices,
    )


def _draft_options(state: State) -> Choices:
    board = state.board
    step = draft_step(state)
    if step == "city":
        left = sorted(set(state.city_pool))
        places = {
            board.ids[city]: tuple(n for n in left if n in board.back(board.places[city].spaces))
            for city in open_cities(state)
        }
        return _choices(state, "draft", places=places)
    regions = open_regions(state) if step == "region" else ()
    return _choices(
        state,
        "draft",
        tiles=tuple(tile.id for tile in state.region_pool),
        regions=tuple(board.regions[region].id for region in regions),
    )


def _turn_options(state: State) -> Choices:
    seat = state.mover
    amount = income_for(state, empty_spaces(state, seat, state.boom))
    purse = state.money[seat] + amount
    can_open = state.spare(seat) > 0
    growing = places_in(state.present[seat] & state.free) if purse >= INCREASE_COST else ()
    return _choices(
        state,
        "turn",
        income=amount,
        money=purse,
        boom=_boom_options(state),
        expand=_expansions(state, purse) if can_open else (),
        increase=tuple(_increase(state, city) for city in growing) if can_open else (),
        bonus=bonus_uses(state),
        use=_tool_options(state, purse) if can_open else {},
        may_pass=True,
    )


def _increase(state: State, city: int) -> Increase:
    can_double = state.sizes[city] - len(state.owners[city]) >= 2
    return Increase(state.board.ids[city], INCREASE_COST, can_double)


def bonus_uses(state: State) -> tuple[BonusUse, ...]:
    """B1: what a bonus tile may be used for, if the seat to move may use one at all."""
    return ("expand", "share", "cash") if may_use_bonus(state, state.mover) else ()


def _expansions(state: State, purse: int) -> tuple[Way, ...]:
    """Every link that leads to an open place and can be paid."""
    seat, board = state.mover, state.board
    with_cash = _with_cash(state, purse)
    return tuple(
        Way(
            board.ids[place],
            board.ids[route.end],
            (),
            route.cost,
            None if route.cost <= purse else "cash",
        )
        for place in places_in(reachable_places(state, seat))
        for route in board.routes[place]
        if route.bit & state.present[seat] and route.cost <= with_cash
    )


def _with_cash(state: State, purse: int) -> int:
    return purse + CASH if "cash" in bonus_uses(state) else purse


def _boom_options(state: State) -> tuple[BoomMove, ...]:
    """Where the Boom marker may go, and what income that would bring."""
    if state.boom is None:
        return ()
    seat = state.mover
    cities = (state.boom, *places_in(boom.reachable_cities(state, state.boom)))
    return tuple(
        BoomMove(state.board.ids[city], income_for(state, empty_spaces(state, seat, city)))
        for city in cities
    )


def _tool_options(state: State, purse: int) -> dict[Tool, tuple[Way, ...]]:
    seat, board = state.mover, state.board
    uses: dict[Tool, tuple[Way, ...]] = {}
    if "route" in state.tools[seat]:
        uses["route"] = tuple(
            Way(board.ids[place], board.ids[route.end], (), 0, None)
            for place in places_in(reachable_places(state, seat))
            for route in board.routes[place]
            if route.bit & state.present[seat]
        )
    if "development" in state.tools[seat]:
        uses["development"] = tuple(_chains(state, purse))
    return uses


def _chains(state: State, purse: int) -> Iterator[Way]:
    """The cheapest chain to each place beyond the next links that can be paid."""
    with_cash = _with_cash(state, purse)
    for place in places_in(far_places(state, state.mover)):
        chain = cheapest_chain(state, state.present[state.mover], place)
        cost = sum(chain.links)
        if cost <= with_cash:
            origin, *between = _names(state, chain.path[:-1])
            needs: Literal["cash"] | None = None if cost <= purse else "cash"
            yield Way(state.board.ids[place], origin, tuple(between), cost, needs)


def _names(state: State, places: Iterable[int]) -> tuple[str, ...]:
    return tuple(state.board.ids[place] for place in places)
