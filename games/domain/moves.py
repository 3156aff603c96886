"""All that may be played, found by the code that judges it.

What the set-up waits for are whole orders. A turn is put together from parts, each of which
is offered by itself: together they may cost too much.
"""

from collections.abc import Iterable, Mapping
from typing import Any, Literal, assert_never

from msgspec import Struct, field
from msgspec.structs import replace

from games.domain import board, expanding
from games.domain.board import places_in
from games.domain.commands import KINDS, Choice, Expansion, PlaceCityTile, SetupCommand
from games.domain.events import BonusUse
from games.domain.expansions import OPENINGS, tools
from games.domain.income import empty_spaces, income_for, own_spaces
from games.domain.moments import Opening
from games.domain.stages import due_choice
from games.domain.state import State, Status, Tool
from games.domain.turn import (
    CASH,
    INCREASE_COST,
    growing_cities,
    has_room_for_double,
    may_use_bonus,
)
from games.domain.units import (
    CityId,
    Dollars,
    PlaceId,
    RegionId,
    SeatNumber,
    TileId,
    TownId,
    VersionNumber,
)


class Way(Struct, frozen=True):
    """An expansion and its cost; `needs` names the bonus tile that would pay for it."""

    to: PlaceId
    """Where the marker would go."""
    origin: PlaceId = field(name="from")
    """The own place that it would come from."""
    via: tuple[PlaceId, ...]
    """The places between the two."""
    cost: Dollars
    needs: Literal["cash"] | None
    """`cash` where only the $10 of a bonus tile pay for it."""


class Increase(Struct, frozen=True):
    city: CityId
    cost: Dollars
    can_double: bool
    """Whether a bonus tile could double it."""


class BoomMove(Struct, frozen=True):
    """Where the marker may go, and the income that the turn would bring with it there."""

    city: CityId
    income: Dollars


class Choices(Struct, frozen=True):
    """What the seat to move may do, by `kind` of choice; no kind where nobody is to move.

    `town` has `towns`, `boom` has `cities`; `draft` has `places` with the tiles that fit, or
    `tiles` and, if one is to be laid, `regions`. What follows is a turn's; `money` holds its
    income already. What is offered names one thing each; together they may cost too much.
    `use_both` is where both tools together lead. Every key is always there, null or empty
    where the choice has nothing of it.
    """

    version: VersionNumber
    """The version that a move is sent with, in `If-Match`."""
    status: Status
    """What the game waits for, or how it is over."""
    kind: Choice | None
    """Which call takes the choice."""
    seat: SeatNumber | None
    """The seat that is to move."""
    towns: tuple[TownId, ...]
    """Free towns to start in."""
    cities: tuple[CityId, ...]
    """Where the Boom marker may go."""
    places: dict[CityId, tuple[int, ...]]
    """Cities that wait for a tile, each with the sizes that fit."""
    tiles: tuple[TileId, ...]
    """Region tiles to choose from."""
    regions: tuple[RegionId, ...]
    """Regions that wait for a tile."""
    income: Dollars | None
    """What the turn brings at its start."""
    money: Dollars | None
    """What can be spent, the income with it."""
    boom: tuple[BoomMove, ...]
    """Where the Boom marker may go first."""
    expand: tuple[Way, ...]
    """Every link that can be paid, each for itself."""
    increase: tuple[Increase, ...]
    """Every city whose market share may grow."""
    bonus: tuple[BonusUse, ...]
    """What a bonus tile may be spent on."""
    use: dict[Tool, tuple[Way, ...]]
    """By tool, where it leads."""
    use_both: tuple[Way, ...]
    """Where both tools together lead."""
    may_pass: bool = field(name="pass")
    """Whether `{}` is a turn."""


NO_CHOICES = Choices(
    version=0, status="open", kind=None, seat=None, towns=(), cities=(), places={}, tiles=(),
    regions=(), income=None, money=None, boom=(), expand=(), increase=(), bonus=(), use={},
    use_both=(), may_pass=False,
)  # fmt: skip


SETUP_FIELDS = {"town": "towns", "city": "cities", "tile": "tiles", "region": "regions"}
"""What the orders of the set-up name, and under which key the options list it."""


def setup_orders(state: State) -> tuple[SetupCommand, ...]:
    """Every order that the set-up may go on with; none where it is over, or has not begun."""
    choice = due_choice(state)
    return () if choice is None else tuple(choice.orders(state))


def opening_incomes(state: State, opening: Opening) -> dict[int, int]:
    """Where a turn may begin, first as it is, and what its income is then."""
    seat, places = state.mover, opening.places(state)
    if not places:
        return {}
    others = empty_spaces(state, seat) - opening.extra_spaces(state, seat, places[0])
    return {
        place: income_for(state, others + opening.extra_spaces(state, seat, place))
        for place in places
    }


def income_with(state: State, chosen: Mapping[str, int]) -> int:
    """What the turn's income is if it begins with these places, one for each opening."""
    spaces = own_spaces(state, state.mover)
    for opening in OPENINGS:
        if opening.field in chosen:
            spaces += opening.extra_spaces(state, state.mover, chosen[opening.field])
    return income_for(state, spaces)


def bonus_uses(state: State) -> tuple[BonusUse, ...]:
    """B1: what a bonus tile may be used for, if the seat to move may use one at all."""
    return ("expand", "share", "cash") if may_use_bonus(state, state.mover) else ()


def near_places(state: State) -> tuple[int, ...]:
    """Where one link leads, as long as the supply lasts."""
    if state.spare(state.mover) <= 0:
        return ()
    return places_in(expanding.reachable_places(state, state.mover))


def links(state: State, *near: int) -> list[board.Way]:
    """The links from own franchises to near places; to each the cheapest first."""
    printed, present = state.board, state.present[state.mover]
    ways: list[board.Way] = []
    for place in near:
        ways += expanding.direct_ways(printed, printed.neighbours[place] & present, place)
    return ways


def far_places(state: State) -> tuple[int, ...]:
    """G2: where only a Development tile leads that the seat to move has."""
    seat = state.mover
    if "development" not in state.tools[seat] or state.spare(seat) <= 0:
        return ()
    return places_in(tools.far_places(state, seat))


def chain(state: State, place: int, *, has_free_link: bool = False) -> board.Way:
    """The cheapest one to a far place; with a free link, the one that is cheapest then."""
    starts = state.present[state.mover]
    return tools.cheapest_chain(state, starts, place, has_free_link=has_free_link)


def may_use_both(state: State) -> bool:
    """G2: whether the seat to move has both tools, and its game lets a turn use them."""
    return min(len(state.tools[state.mover]), state.rulings.tools_a_turn) > 1


def with_route(state: State, ways: Iterable[board.Way]) -> list[board.Way]:
    """The ways on which the Route tile may be used, their dearest link free."""
    return [tools.free_dearest_link(way) for way in ways if tools.may_use_route(state, way)]


def expansion(way: board.Way) -> Expansion:
    """The wish for exactly this way."""
    return Expansion(way.path[-1], way.path[0], way.path[1:-1])


def increases(state: State) -> tuple[int, ...]:
    """The cities whose market share may grow, as long as the supply lasts."""
    if state.spare(state.mover) <= 0:
        return ()
    return places_in(growing_cities(state, state.mover))


def options(state: State) -> Choices:
    """Every choice open to the seat to move, with its cost; none where nobody is to move."""
    match state.status:
        case "playing":
            return _turn_options(state)
        case "towns" | "boom" | "draft":
            return _setup_options(state)
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


def _setup_options(state: State) -> Choices:
    named: dict[str, dict[str, None]] = {name: {} for name in SETUP_FIELDS.values()}
    places: dict[str, tuple[int, ...]] = {}
    for order in setup_orders(state):
        if isinstance(order, PlaceCityTile):
            places[order.place] = (*places.get(order.place, ()), order.tile)
            continue
        for field_name, name in SETUP_FIELDS.items():
            if hasattr(order, field_name):
                named[name][getattr(order, field_name)] = None
    once = {name: tuple(ids) for name, ids in named.items()}
    return _choices(state, KINDS[state.status], places=places, **once)


def _turn_options(state: State) -> Choices:
    ids, held = state.board.ids, state.tools[state.mover]
    earned, uses = income_for(state, empty_spaces(state, state.mover)), bonus_uses(state)
    purse = state.money[state.mover] + earned
    most = purse + CASH if "cash" in uses else purse
    near = links(state, *near_places(state))
    use: dict[Tool, tuple[Way, ...]] = {}
    if "route" in held and state.spare(state.mover) > 0:
        use["route"] = _paid_ways(with_route(state, near), purse, most)
    if "development" in held and state.spare(state.mover) > 0:
        far = [chain(state, place) for place in far_places(state)]
        use["development"] = _paid_ways(far, purse, most)
    both = far_places(state) if may_use_both(state) else ()
    freed = with_route(state, [chain(state, place, has_free_link=True) for place in both])
    growing = increases(state) if purse >= INCREASE_COST else ()
    return _choices(
        state,
        "turn",
        income=earned,
        money=purse,
        expand=_paid_ways(near, purse, most),
        increase=tuple(
            [
                Increase(ids[city], INCREASE_COST, has_room_for_double(state, city))
                for city in growing
            ]
        ),
        bonus=uses,
        use=use,
        use_both=_paid_ways(freed, purse, most),
        may_pass=True,
        **{opening.field: _opening_moves(state, opening) for opening in OPENINGS},
    )


def _opening_moves(state: State, opening: Opening) -> tuple[BoomMove, ...]:
    ids, incomes = state.board.ids, opening_incomes(state, opening)
    return tuple([BoomMove(ids[city], pays) for city, pays in incomes.items()])


def _paid_ways(ways: Iterable[board.Way], purse: int, most: int) -> tuple[Way, ...]:
    """Those that can be paid: from the purse, or with the dollars of a bonus tile."""
    paid = []
    for way in ways:
        path, cost = way.path, way.cost
        if cost <= most:
            needs: Literal["cash"] | None = None if cost <= purse else "cash"
            paid.append(Way(path[-1], path[0], path[1:-1], cost, needs))
    return tuple(paid)
