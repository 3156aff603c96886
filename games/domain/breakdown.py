"""Where every point came from, worked out from the events alone."""

from collections.abc import Iterable, Iterator
from typing import Literal

from msgspec import Struct

from games.domain.course import effective_events
from games.domain.events import CityScored, Event, GameEnded, RegionScored, TurnEnded

GainSource = Literal["city", "region", "track", "towns", "money", "bonus-tiles"]
GainReason = Literal[
    "majority",
    "most-of-a-full-city",
    "first",
    "second",
    "present",
    "active-player",
    "final-scoring",
]
RANKS: dict[int, GainReason] = {1: "first", 2: "second"}


class Gain(Struct, frozen=True):
    """`where` is the city or region that was scored, `rule` the id on the rules page."""

    seat: int
    influence: int
    what: GainSource
    why: GainReason
    rule: str
    turn: int
    version: int
    where: str | None = None


def gains(events: Iterable[Event]) -> tuple[Gain, ...]:
    """Every gain of influence in a whole history, without zeros and without turns taken back."""
    return tuple(gain for gain in _all_gains(events) if gain.influence)


def _all_gains(events: Iterable[Event]) -> Iterator[Gain]:
    turn = 1
    for version, event in effective_events(events):
        if isinstance(event, TurnEnded):
            turn += 1
        elif isinstance(event, CityScored):
            why: GainReason = "majority" if event.majority else "most-of-a-full-city"
            yield Gain(event.winner, event.influence, "city", why, "T8", turn, version, event.city)
        elif isinstance(event, RegionScored):
            where = event.region
            for share in event.shares:
                why = RANKS.get(share.rank, "present")
                yield Gain(share.seat, share.influence, "region", why, "T14", turn, version, where)
            why = "active-player"
            yield Gain(event.seat, event.influence, "track", why, "T17", turn, version, where)
        elif isinstance(event, GameEnded):
            why, last = "final-scoring", turn - 1
            for final in event.final:
                seat = final.seat
                yield Gain(seat, final.towns, "towns", why, "E1", last, version)
                yield Gain(seat, final.money, "money", why, "E1", last, version)
                yield Gain(seat, final.bonus_tiles, "bonus-tiles", why, "E1", last, version)
