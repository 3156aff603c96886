"""A turn in sentences, as a story tells it: what was done, then what came of it."""

from collections.abc import Iterable, Sequence

from django.utils.translation import gettext as _

from games.domain import events
from games.domain.events import Event
from games.web.captions import Teller
from games.web.wording import list_words

FIRST = events.TimeRanOut | events.BoomMoved | events.BonusTileSpent | events.ToolSpent
LAST = events.CityScored | events.RegionScored | events.DearLinkMarked | events.MilestoneReached


def until_its_end(turn: Sequence[Event]) -> Sequence[Event]:
    """An order's own events, without what follows of them: the game's end, the next to choose."""
    ends = (n for n, event in enumerate(turn, 1) if isinstance(event, events.TurnEnded))
    return turn[: next(ends, 1)]


def tell_order(teller: Teller, order: Sequence[Event]) -> str:
    """What it did, what came of it, and that the game has ended where it has."""
    ends = [teller.tell(event) for event in order if isinstance(event, events.GameEnded)]
    return " ".join([tell_turn(teller, until_its_end(order)), *ends])


def tell_turn(teller: Teller, turn: Sequence[Event]) -> str:
    return " ".join([tell_deeds(teller, turn), *tell_results(teller, turn)])


def tell_deeds(teller: Teller, turn: Sequence[Event]) -> str:
    """What is no turn is told by its last event, and where the Boom marker was put first."""
    match turn[-1]:
        case events.TurnEnded(seat=seat):
            first = [teller.tell(event) for event in turn if isinstance(event, FIRST)]
            free = [teller.tell(event) for event in _increases(turn) if not event.cost]
            return " ".join([*first, _deed(teller, seat, turn), *free])
        case last_event:
            booms = [event for event in turn if isinstance(event, events.BoomMoved)]
            return " ".join(teller.tell(event) for event in dict.fromkeys((*booms, last_event)))


def tell_results(teller: Teller, turn: Sequence[Event]) -> list[str]:
    return [teller.tell(event) for event in turn if isinstance(event, LAST)]


def _deed(teller: Teller, seat: int, turn: Sequence[Event]) -> str:
    way = _("from %(origin)s to %(place)s for $%(cost)s")
    ways = [teller.fill(way, event) for event in turn if isinstance(event, events.Expanded)]
    cities = [teller.fill("%(place)s", event) for event in _increases(turn) if event.cost]
    if ways and cities:
        sentence = _("%(who)s expands %(ways)s and increases the market share in %(cities)s.")
    elif ways:
        sentence = _("%(who)s expands %(ways)s.")
    elif cities:
        sentence = _("%(who)s increases the market share in %(cities)s.")
    else:
        sentence = _("%(who)s passes.")
    return sentence % {
        "who": teller.colour(seat),
        "ways": list_words(ways),
        "cities": list_words(cities),
    }


def _increases(turn: Iterable[Event]) -> list[events.MarketShareIncreased]:
    return [event for event in turn if isinstance(event, events.MarketShareIncreased)]
