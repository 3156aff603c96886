"""What lies beside the board, as rows for a page: regions, the track, the end."""

from collections.abc import Iterable
from itertools import zip_longest

from django.utils.translation import ngettext
from msgspec import Struct

from games.domain import State
from games.domain.expansions.milestones import marked_by
from games.domain.notation import WORDS
from games.domain.notation.words import kind_text, value_texts
from games.domain.scoring import region_counts
from games.domain.state import RegionScore
from games.web.wording import (
    current_language,
    dollars,
    name_of_region,
)


class Holder(Struct, frozen=True):
    colour: str
    amount: str


class RegionRow(Struct, frozen=True):
    name: str
    tint: str
    closed: bool
    changed: bool
    marker: Holder | None
    values: tuple[str, ...]
    kind: str
    gives_points: bool
    missing: str
    holders: tuple[Holder, ...]
    scored: bool


class Space(Struct, frozen=True):
    influence: int
    red: bool
    tint: str
    name: str


class Milestone(Struct, frozen=True):
    """Who has reached it, and whose franchise marks the first of its two links."""

    name: str
    holders: tuple[Holder, ...]
    marked: tuple[Holder, ...]


def holder(state: State, seat: int, amount: object = "") -> Holder:
    return Holder(state.board.colours[seat], str(amount))


def regions(state: State, changed: Iterable[str]) -> tuple[RegionRow, ...]:
    """Those in play, what is still to be scored first."""
    marked = frozenset(changed)
    rows = [_region_row(state, i, marked) for i in range(len(state.board.regions))]
    return tuple(sorted(rows, key=lambda row: (row.closed, row.scored)))


def _region_row(state: State, index: int, changed: frozenset[str]) -> RegionRow:
    here, words = state.board.regions[index], WORDS[current_language()]
    places = state.board.region_places[index]
    scored = state.scored[index] if state.scored else None
    marker = state.markers[index] if state.markers else None
    tile = state.tiles[index] if state.tiles else None
    values = () if tile is None else tuple(value_texts(tile, words))
    if len(state.money) == 2:
        # T15: with two players the middle number is not used.
        values = values[::2]
    return RegionRow(
        name_of_region(state, index),
        here.colour,
        closed=bool(places & state.setup.closed),
        changed=here.id in changed,
        marker=None if marker is None else holder(state, marker),
        values=values,
        kind="" if tile is None else kind_text(tile, words),
        gives_points=tile is not None and tile.kind in ("influence", "number-of-regions"),
        missing=_missing(state, places & state.free),
        holders=_holders(state, index, scored),
        scored=scored is not None,
    )


def _missing(state: State, free: int) -> str:
    """T13: what is missing before the region is scored."""
    cities = (free & state.board.cities).bit_count()
    towns = (free & state.board.towns).bit_count()
    parts = [
        ngettext("%(count)s city", "%(count)s cities", cities) % {"count": cities}
        if cities
        else "",
        ngettext("%(count)s town", "%(count)s towns", towns) % {"count": towns} if towns else "",
    ]
    return ", ".join(filter(None, parts))


def _holders(state: State, index: int, scored: RegionScore | None) -> tuple[Holder, ...]:
    """How many franchises each seat has there, or what it gained when the region was scored."""
    if scored is not None:
        return tuple(
            holder(
                state,
                share.seat,
                dollars(share.dollars) if share.dollars else f"+{share.influence}",
            )
            for share in scored.shares
        )
    counts = region_counts(state, index) if state.owners else ()
    there = sorted((seat for seat, n in enumerate(counts) if n), key=lambda seat: -counts[seat])
    return tuple(holder(state, seat, counts[seat]) for seat in there)


def track(state: State) -> tuple[Space, ...]:
    board = state.board
    return tuple(
        Space(
            influence,
            number >= board.track.red_zone_from,
            board.regions[index].colour if index is not None else "",
            name_of_region(state, index) if index is not None else "",
        )
        for number, (influence, index) in enumerate(
            zip_longest(board.track.influence, state.track), 1
        )
    )


def milestones(state: State) -> tuple[Milestone, ...]:
    return tuple(
        Milestone(
            WORDS[current_language()].milestones[tile],
            tuple(holder(state, seat) for seat in seats),
            tuple(holder(state, seat) for seat in marked_by(state, tile)),
        )
        for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
    )
