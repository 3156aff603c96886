"""What a turn costs, in a few words."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from games.domain import Event
from games.domain.events import BonusTileSpent, Expanded, MarketShareIncreased, ToolSpent
from games.domain.notation import WORDS, Language


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
