"""What lies beside the board, as rows for a page: players, regions, the track, the end."""

from collections.abc import Iterable

from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from msgspec import Struct

from games.domain import Event, State
from games.domain.board import RegionTile
from games.domain.breakdown import gains
from games.domain.income import income
from games.domain.notation import WORDS
from games.domain.notation.words import kind_text, value_texts
from games.domain.scoring import region_counts
from games.domain.state import RegionScore
from games.models import Person
from games.web.wording import (
    Names,
    colour_name,
    current_language,
    dollars,
    name_of_region,
    player_name,
)


class PlayerRow(Struct, frozen=True):
    """`more` is what the seat has gained since the reader was here: points, money."""

    seat: int
    colour: str
    colour_name: str
    name: str
    is_mine: bool
    moves: bool
    won: bool
    points: int
    money: str
    income: str
    bonus: int
    reserve: int
    supply: int
    towns: int
    tools: tuple[str, ...]
    lost: int
    more: tuple[int, int]

    @property
    def tickets(self) -> str:
        return "\u25ae" * self.bonus


class Holder(Struct, frozen=True):
    colour: str
    colour_name: str
    amount: str


class RegionRow(Struct, frozen=True):
    id: str
    name: str
    tint: str
    closed: bool
    changed: bool
    marker: Holder | None
    values: tuple[str, ...]
    kind: str
    missing: str
    holders: tuple[Holder, ...]
    scored: bool


class Space(Struct, frozen=True):
    number: int
    influence: int
    red: bool
    tint: str
    name: str


class Milestone(Struct, frozen=True):
    name: str
    holders: tuple[Holder, ...]


class FinalRow(Struct, frozen=True):
    holder: Holder
    won: bool
    parts: tuple[int, ...]
    total: int


def players(
    state: State, then: State, names: Names, person: Person | None
) -> tuple[PlayerRow, ...]:
    mine = None if person is None else person.pk
    return tuple(
        PlayerRow(
            seat,
            state.board.colours[seat],
            colour_name(state, seat),
            player_name(sits, names),
            is_mine=mine is not None and sits.player == mine,
            moves=seat == state.to_move,
            won=seat in state.winners,
            points=state.final[seat].influence if state.final else state.influence[seat],
            money=dollars(state.money[seat]),
            income=dollars(income(state, seat)),
            bonus=state.bonus[seat],
            reserve=state.reserve[seat],
            supply=state.supply[seat],
            towns=(state.present[seat] & state.board.towns).bit_count(),
            tools=tuple(
                WORDS[current_language()].tools[tool][0].capitalize() for tool in state.tools[seat]
            ),
            lost=state.clock.lost[seat] if state.clock.lost else 0,
            more=_more(state, then, seat),
        )
        for seat, sits in enumerate(state.setup.seats)
    )


def _more(now: State, then: State, seat: int) -> tuple[int, int]:
    if len(then.money) != len(now.money):
        return 0, 0
    return now.influence[seat] - then.influence[seat], now.money[seat] - then.money[seat]


def holder(state: State, seat: int, amount: object = "") -> Holder:
    return Holder(state.board.colours[seat], colour_name(state, seat), str(amount))


def regions(state: State, changed: Iterable[str]) -> tuple[RegionRow, ...]:
    """Those in play, what is still to be scored first."""
    marked = frozenset(changed)
    rows = [_region_row(state, i, marked) for i in range(len(state.board.regions))]
    return tuple(sorted(rows, key=lambda row: (row.closed, row.scored)))


def _region_row(state: State, index: int, changed: frozenset[str]) -> RegionRow:
    here = state.board.regions[index]
    places = state.board.region_places[index]
    scored = state.scored[index] if state.scored else None
    marker = state.markers[index] if state.markers else None
    tile = state.tiles[index] if state.tiles else None
    return RegionRow(
        here.id,
        name_of_region(state, index),
        here.colour,
        closed=bool(places & state.setup.closed),
        changed=here.id in changed,
        marker=None if marker is None else holder(state, marker),
        values=_values(state, tile),
        kind="" if tile is None else kind_text(tile, WORDS[current_language()]),
        missing=_missing(state, places & state.free),
        holders=_shares(state, scored) if scored else _counts(state, index),
        scored=scored is not None,
    )


def _values(state: State, tile: RegionTile | None) -> tuple[str, ...]:
    """T15: with two players the middle number is not used."""
    if tile is None:
        return ()
    values = value_texts(tile, WORDS[current_language()])
    return (values[0], values[2]) if len(state.money) == 2 else tuple(values)


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


def _counts(state: State, index: int) -> tuple[Holder, ...]:
    counts = region_counts(state, index) if state.owners else ()
    there = sorted((seat for seat, n in enumerate(counts) if n), key=lambda seat: -counts[seat])
    return tuple(holder(state, seat, counts[seat]) for seat in there)


def _shares(state: State, scored: RegionScore) -> tuple[Holder, ...]:
    return tuple(
        holder(
            state, share.seat, dollars(share.dollars) if share.dollars else f"+{share.influence}"
        )
        for share in scored.shares
    )


def track(state: State) -> tuple[Space, ...]:
    board = state.board
    return tuple(
        Space(
            number,
            influence,
            number >= board.track.red_zone_from,
            board.regions[index].colour if index is not None else "",
            name_of_region(state, index) if index is not None else "",
        )
        for number, influence in enumerate(board.track.influence, 1)
        for index in (state.track[number - 1] if number <= len(state.track) else None,)
    )


def milestones(state: State) -> tuple[Milestone, ...]:
    return tuple(
        Milestone(
            WORDS[current_language()].milestones[tile], tuple(holder(state, seat) for seat in seats)
        )
        for tile, seats in zip(state.setup.milestones, state.milestones, strict=True)
    )


PARTS = ("city", "region", "track", "towns", "money", "bonus-tiles")


def part_names() -> tuple[str, ...]:
    return (_("Cities"), _("Regions"), _("Track"), _("Towns"), _("Money"), _("Bonus tiles"))


def final(state: State, events: Iterable[Event]) -> tuple[FinalRow, ...]:
    """Where every point came from, the winners first."""
    all_gains = gains(events)
    rows = [
        FinalRow(
            holder(state, each.seat),
            each.seat in state.winners,
            tuple(
                sum(g.influence for g in all_gains if (g.seat, g.what) == (each.seat, part))
                for part in PARTS
            ),
            each.influence,
        )
        for each in state.final
    ]
    return tuple(sorted(rows, key=lambda row: (not row.won, -row.total)))
