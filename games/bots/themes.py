"""What a better turn had that the played one had not, and what a player's losses have in common."""

from collections.abc import Iterable
from itertools import chain
from typing import Literal

from msgspec import Struct

from games.domain import Event, State
from games.domain.commands import TakeTurn
from games.domain.events import CityScored, RegionScored
from games.domain.income import income

Theme = Literal[
    "ends",
    "goes-on",
    "regions",
    "cities",
    "gifts",
    "majorities",
    "bonus-kept",
    "bonus-wasted",
    "idle",
    "split",
    "income",
    "place",
]
"""What the played turn lacked, what matters most first: the end of the game, or that it goes on; a
region, or a city, that could be scored; that others get nothing by it; a hold on a city that
another won then; a bonus tile, or the right moment for one; an expansion; one more increase;
income; the better place."""


class Line(Struct, frozen=True):
    """An order with its events, and the table after it."""

    order: TakeTurn
    events: tuple[Event, ...]
    after: State


def theme_of(played: Line, best: Line, following: Iterable[Event]) -> Theme | None:
    """What matters most of all that holds; `following` is what the others played until the seat's
    next turn."""
    order, wanted, seat = played.order, best.order, played.order.seat
    places, better_places = _places(order), _places(wanted)
    ends = _ends(best) - _ends(played)
    checks: tuple[tuple[Theme, bool], ...] = (
        ("ends", ends > 0),
        ("goes-on", ends < 0),
        ("regions", _count_regions(best) > _count_regions(played)),
        ("cities", _count_cities(best) > _count_cities(played)),
        ("gifts", _points_of_others(played) > _points_of_others(best)),
        ("majorities", bool((better_places - places) & _cities_lost(following, seat))),
        ("bonus-kept", wanted.bonus is not None and order.bonus is None),
        ("bonus-wasted", wanted.bonus is None and order.bonus is not None),
        ("idle", len(wanted.expand) > len(order.expand)),
        ("split", len(wanted.increase) > len(order.increase)),
        ("income", income(best.after, seat) > income(played.after, seat)),
        ("place", better_places != places),
    )
    return next((theme for theme, holds in checks if holds), None)


def _ends(line: Line) -> int:
    return int(line.after.status == "ended")


def _count_regions(line: Line) -> int:
    return sum(isinstance(event, RegionScored) for event in line.events)


def _count_cities(line: Line) -> int:
    """Those that the turn's player won."""
    scored = (each for each in line.events if isinstance(each, CityScored))
    return sum(each.winner == line.order.seat for each in scored)


def _points_of_others(line: Line) -> int:
    """What others got by this turn."""
    seat = line.order.seat
    cities = (each for each in line.events if isinstance(each, CityScored))
    regions = (each for each in line.events if isinstance(each, RegionScored))
    shares = chain.from_iterable(region.shares for region in regions)
    return sum(each.influence for each in cities if each.winner != seat) + sum(
        each.influence for each in shares if each.seat != seat
    )


def _cities_lost(events: Iterable[Event], seat: int) -> set[str]:
    return {each.city for each in events if isinstance(each, CityScored) and each.winner != seat}


def _places(order: TakeTurn) -> set[str]:
    return {each.to for each in order.expand} | set(order.increase)
