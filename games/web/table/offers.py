"""What may be added to a turn that is being put together, each with what it would lead to.

Nothing is offered that `decide` would not take: every offer is tried.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.domain import Event, Refusal, State, moves
from games.domain.commands import TakeTurn
from games.domain.decide import decide
from games.domain.errors import CannotPay
from games.domain.events import BonusUse, Expanded, RegionScored
from games.domain.evolve import replay
from games.domain.income import income
from games.domain.notation import WORDS, Language, outcome
from games.domain.notation.words import region_name
from games.domain.turn import CASH, INCREASE_COST
from games.web.table.drafts import WITH_CASH, changed, playable, written
from games.web.wording import dollars


class Offer(Struct, frozen=True):
    """A button: the change of the turn that it stands for, and where a tap on the map finds it.

    `scores` is what comes of it that would not come without, `leaves` the purse after it.
    """

    do: str
    name: str
    place: str = ""
    cost: str = ""
    detail: str = ""
    scores: str = ""
    leaves: str = ""
    chosen: bool = False


class Offers(Struct, frozen=True):
    expand: tuple[Offer, ...]
    origins: tuple[Offer, ...]
    far: tuple[Offer, ...]
    increase: tuple[Offer, ...]
    double: tuple[Offer, ...]
    bonus: tuple[Offer, ...]
    tools: tuple[Offer, ...]
    boom: tuple[Offer, ...]
    order: tuple[Offer, ...]


def offers(state: State, turn: TakeTurn, language: Language) -> Offers:
    """Around `turn`, as far as it has come."""
    desk = Desk(state, turn, language)
    return Offers(
        expand=tuple(desk.expansions()),
        origins=tuple(desk.origins()),
        far=tuple(desk.chains()),
        increase=tuple(desk.increases()),
        double=tuple(desk.doubles()),
        bonus=tuple(desk.bonus_tiles()),
        tools=tuple(desk.tools()),
        boom=tuple(desk.boom_cities()),
        order=tuple(desk.orders()),
    )


class Desk:
    def __init__(self, state: State, turn: TakeTurn, language: Language) -> None:
        self.state = state
        self.turn = turn
        self.words = WORDS[language]
        self.language = language
        self.board = state.board
        self.drafted = {way.to: way for way in turn.expand}
        as_it_is = tried(state, turn)
        self.events = () if isinstance(as_it_is, Refusal) else as_it_is
        self.comes = outcome(self.events, language)

    def expansions(self) -> Iterator[Offer]:
        """T2 to T4: each place once, by its cheapest link; dearer ones are among the origins."""
        for place in moves.near_places(self.state):
            here = self.board.ids[place]
            if here in self.drafted:
                yield self.taken(here)
                continue
            offer = self.offered(f"expand:{self._ways(place)[0]}", here)
            if offer:
                yield offer

    def _ways(self, place: int) -> list[str]:
        return [written(moves.expansion(way)) for way in moves.links(self.state, place)]

    def origins(self) -> Iterator[Offer]:
        for here, way in self.drafted.items():
            ways = self._ways(self.board.index[here])
            if way.via or len(ways) < 2:
                continue
            taken = written(way) if way.origin else ways[0]
            for other in ways:
                offer = self.offered(f"expand:{other}", here, chosen=other == taken)
                if offer:
                    yield replace(offer, place="")

    def chains(self) -> Iterator[Offer]:
        """G2: where only the Development tile leads."""
        for place in moves.far_places(self.state):
            here = self.board.ids[place]
            if here in self.drafted:
                yield self.taken(here)
                continue
            way = moves.expansion(moves.chain(self.state, place))
            offer = self.offered(f"far:{written(way)}", here)
            if offer:
                yield offer

    def increases(self) -> Iterator[Offer]:
        for city in moves.increases(self.state):
            here = self.board.ids[city]
            if here in self.turn.increase:
                yield Offer(
                    f"unincrease:{here}", self.name(here), here, dollars(INCREASE_COST), chosen=True
                )
                continue
            offer = self.offered(f"increase:{here}", here)
            if offer:
                yield replace(offer, cost=dollars(INCREASE_COST))

    def doubles(self) -> Iterator[Offer]:
        """B3: once the tile for it is chosen."""
        if self.turn.bonus != "share":
            return
        for city in moves.increases(self.state):
            here = self.board.ids[city]
            offer = self.offered(f"double:{here}", here, chosen=here == self.turn.double)
            if offer:
                yield replace(offer, place="")

    def bonus_tiles(self) -> Iterator[Offer]:
        for use in moves.bonus_uses(self.state):
            chosen = self.turn.bonus == use
            yield Offer("bonus:" if chosen else f"bonus:{use}", bonus_name(use), chosen=chosen)

    def tools(self) -> Iterator[Offer]:
        for tool in self.state.tools[self.turn.seat]:
            chosen = self.turn.use == tool
            name = self.words.tools[tool][0].capitalize()
            yield Offer("use:" if chosen else f"use:{tool}", name, chosen=chosen)

    def boom_cities(self) -> Iterator[Offer]:
        """O2: before income, so that it may pay."""
        cities = [self.board.ids[city] for city in moves.boom_cities(self.state)]
        for here in cities:
            stays = cities[0]
            offer = self.offered(
                "boom:" if here == stays else f"boom:{here}",
                here,
                chosen=here == (self.turn.boom or stays),
            )
            if offer:
                earned = dollars(moves.income_with(self.state, self.board.index[here]))
                pays = _("income %(income)s") % {"income": earned}
                yield replace(offer, place="", detail=pays)

    def orders(self) -> Iterator[Offer]:
        """T12, T18: which comes first, where that can matter."""
        placed = list(dict.fromkeys([*self.drafted, *self.turn.increase]))
        events = tried(self.state, self.turn)
        if isinstance(events, Refusal) or len(placed) < 2:
            return
        for kind, names in (("first", placed), ("region", scored_regions(events))):
            first = (self.turn.order if kind == "first" else self.turn.regions)[:1] or names[:1]
            for here in names if len(names) > 1 and outcome(events) else ():
                yield Offer(f"{kind}:{here}", self.name(here), chosen=here in first)

    def taken(self, place: str) -> Offer:
        """What it costs and where it comes from stays to be seen."""
        cost, way = self._way_to(place, self.events)
        return Offer(f"unexpand:{place}", self.name(place), place, cost, way, chosen=True)

    def _way_to(self, place: str, events: tuple[Event, ...]) -> tuple[str, str]:
        for event in events:
            if isinstance(event, Expanded) and event.place == place:
                by = ", ".join(self.name(stop) for stop in event.path[-2::-1])
                return dollars(event.cost), _("from %(place)s") % {"place": by}
        return "", ""

    def offered(self, do: str, place: str, *, chosen: bool = False) -> Offer | None:
        """With $10 of a bonus tile, if it could not be paid without."""
        wished = changed(self.turn, do, self.board)
        events = tried(self.state, wished)
        detail = ""
        if isinstance(events, CannotPay) and self._has_cash_left():
            do, detail = (
                f"{WITH_CASH}{do}",
                _("with %(cash)s of a bonus tile") % {"cash": dollars(CASH)},
            )
            events = tried(self.state, replace(wished, bonus="cash"))
        if isinstance(events, Refusal):
            return None
        cost, way = self._way_to(place, events)
        detail = ", ".join(filter(None, (way, detail)))
        comes = outcome(events, self.language)
        scores = "; ".join(line for line in comes if line not in self.comes)
        leaves = self._leaves(events)
        return Offer(do, self.name(place), place, cost, detail, scores, leaves, chosen=chosen)

    def _has_cash_left(self) -> bool:
        return self.turn.bonus is None and "cash" in moves.bonus_uses(self.state)

    def _leaves(self, events: tuple[Event, ...]) -> str:
        after = replay(events, self.state)
        return _("then %(money)s, next income %(income)s") % {
            "money": dollars(after.money[self.turn.seat]),
            "income": dollars(income(after, self.turn.seat)),
        }

    def name(self, place: str) -> str:
        index = self.board.index.get(place)
        if index is None:
            return region_name(place, self.words, self.board)
        return self.board.places[index].name


def tried(state: State, turn: TakeTurn) -> tuple[Event, ...] | Refusal:
    try:
        return decide(state, playable(turn))
    except Refusal as refusal:
        return refusal


def bonus_name(use: BonusUse) -> str:
    match use:
        case "expand":
            return _("Expand a second time")
        case "share":
            return _("Double a market share")
        case "cash":
            return _("Take %(cash)s") % {"cash": dollars(CASH)}


def scored_regions(events: tuple[Event, ...]) -> list[str]:
    return [event.region for event in events if isinstance(event, RegionScored)]
