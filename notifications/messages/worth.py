"""What a turn costs and what it brings, in a few words."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.domain import Event, State
from games.domain.events import BonusTileSpent, Expanded, MarketShareIncreased, ToolSpent
from games.domain.income import income
from games.domain.notation import WORDS, Language
from games.domain.notation.words import region_name
from games.domain.scoring import region_counts


def cost_line(events: Iterable[Event], language: Language) -> str:
    """What a turn would cost."""
    spent = tuple(_spending(events, language))
    return _("Spends {what}.").format(what=", ".join(spent)) if spent else _("Costs nothing.")


def spent_line(events: Iterable[Event], language: Language) -> str:
    """What a turn that was played has cost; empty if nothing."""
    spent = tuple(_spending(events, language))
    return _("Spent: {what}.").format(what=", ".join(spent)) if spent else ""


def _spending(events: Iterable[Event], language: Language) -> Iterator[str]:
    """Tiles, then dollars."""
    uses = {
        "expand": _("your bonus tile (second expansion)"),
        "share": _("your bonus tile (double market share)"),
        "cash": _("your bonus tile (for money)"),
    }
    tools = {"route": _("your Route tile"), "development": _("your Development tile")}
    events = tuple(events)
    yield from (uses[event.use] for event in events if isinstance(event, BonusTileSpent))
    yield from (tools[event.tool] for event in events if isinstance(event, ToolSpent))
    dollars = sum(
        event.cost for event in events if isinstance(event, Expanded | MarketShareIncreased)
    )
    if dollars:
        yield WORDS[language].dollars.format(dollars)


def gain_line(before: State, after: State, seat: int, language: Language) -> str:
    """What a turn would bring the seat; empty if nothing of what is told here."""
    gains = ", ".join(_gains(before, after, seat, language))
    return _("Brings {what}.").format(what=gains) if gains else ""


def _gains(before: State, after: State, seat: int, language: Language) -> Iterator[str]:
    words, board = WORDS[language], after.board
    points = after.influence[seat] - before.influence[seat]
    if points > 0:
        yield ngettext("{points} point", "{points} points", points).format(points=points)
    led = [
        region_name(region.id, words, board)
        for index, region in enumerate(board.regions)
        if leader(after, index) == seat != leader(before, index)
    ]
    if led:
        yield _("the lead ({regions})").format(regions=", ".join(led))
    towns = (after.present[seat] & ~before.present[seat] & board.towns).bit_count()
    if towns:
        yield ngettext(
            "{count} town (a point at the end)", "{count} towns (a point each at the end)", towns
        ).format(count=towns)
    more = income(after, seat) - income(before, seat)
    if more > 0 and after.status == "playing":
        yield _("{dollars} more income").format(dollars=words.dollars.format(more))


def ranking(state: State, region: int) -> list[tuple[int, int]]:
    """Each seat there with its franchises, the most first.

    T16: who has as many as another comes first beside the tile, then clockwise from there.
    """
    counts, marker = region_counts(state, region), state.markers[region] or 0
    seats = [seat for seat, count in enumerate(counts) if count]
    seats.sort(key=lambda seat: (-counts[seat], (seat - marker) % len(counts)))
    return [(seat, counts[seat]) for seat in seats]


def leader(state: State, region: int) -> int | None:
    """Who would be first if the region were scored now; None where that is open, or over."""
    ranks = ranking(state, region)
    if not ranks or region in state.track:
        return None
    is_tied = len(ranks) > 1 and ranks[0][1] == ranks[1][1]
    return None if is_tied and state.markers[region] is None else ranks[0][0]
