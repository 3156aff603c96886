"""What may be added to a turn that is being put together, each with what it would lead to.

Nothing is offered that `decide` would not take: every offer is tried.
"""

from collections.abc import Iterator

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.domain import Event, Refusal, State, moves
from games.domain.commands import Expansion, OpeningField, TakeTurn
from games.domain.decide import judge
from games.domain.errors import CannotPay
from games.domain.events import BonusUse, Expanded, RegionScored
from games.domain.expansions import OPENINGS
from games.domain.income import income
from games.domain.moments import Judgement
from games.domain.notation import WORDS, Language, outcome
from games.domain.notation.words import region_name
from games.domain.turn import CASH, INCREASE_COST
from games.web.table import drafts
from games.web.wording import dollars


class Offer(Struct, frozen=True):
    """A button: what the form holds after it, and where a tap on the map finds it.

    Within its group the key stays the same from draft to draft. `scores` is what comes of it
    that would not come without, `leaves` the purse after it.
    """

    key: str
    value: str
    name: str
    place: str = ""
    cost: str = ""
    detail: str = ""
    scores: str = ""
    leaves: str = ""
    chosen: bool = False


class OpeningOffers(Struct, frozen=True):
    """The places that a turn may begin with, under their heading."""

    group: str
    asks: str
    offers: tuple[Offer, ...]


class Offers(Struct, frozen=True):
    expand: tuple[Offer, ...]
    origins: tuple[Offer, ...]
    far: tuple[Offer, ...]
    increase: tuple[Offer, ...]
    double: tuple[Offer, ...]
    bonus: tuple[Offer, ...]
    tools: tuple[Offer, ...]
    openings: tuple[OpeningOffers, ...]
    order: tuple[Offer, ...]


def offers(state: State, turn: TakeTurn, language: Language) -> Offers:
    """Around `turn`, as far as it has come."""
    draft = Draft(state, turn, language)
    return Offers(
        expand=tuple(draft.expansions()),
        origins=tuple(draft.origins()),
        far=tuple(draft.chains()),
        increase=tuple(draft.increases()),
        double=tuple(draft.doubles()),
        bonus=tuple(draft.bonus_tiles()),
        tools=tuple(draft.tools()),
        openings=tuple(draft.openings()),
        order=tuple(draft.orders()),
    )


class Draft:
    def __init__(self, state: State, turn: TakeTurn, language: Language) -> None:
        self.state = state
        self.turn = turn
        # What comes first is chosen anew when anything else has changed.
        self.unordered = replace(turn, order=(), regions=())
        self.words = WORDS[language]
        self.language = language
        self.board = state.board
        self.drafted = {way.to: way for way in turn.expand}
        judged = try_turn(state, turn)
        self.events = () if isinstance(judged, Refusal) else judged[0]
        self.comes = outcome(self.events, language)

    def expansions(self) -> Iterator[Offer]:
        """T2 to T4: each place once, by its cheapest link; dearer ones are among the origins."""
        for place in moves.near_places(self.state):
            here = self.board.ids[place]
            if here in self.drafted:
                yield self.offer_to_drop(here)
                continue
            offer = self.offer_of(here, drafts.expand(self.unordered, self._ways(place)[0]))
            if offer:
                yield offer

    def _ways(self, place: int) -> list[Expansion]:
        return [moves.expansion(way) for way in moves.links(self.state, place)]

    def origins(self) -> Iterator[Offer]:
        for here, way in self.drafted.items():
            ways = self._ways(self.board.index[here])
            if way.via or len(ways) < 2:
                continue
            taken = way if way.origin else ways[0]
            for other in ways:
                after = drafts.expand(self.unordered, other)
                offer = self.offer_of(here, after, chosen=other == taken)
                if offer:
                    yield replace(offer, key=f"{here}-{other.origin}", place="")

    def chains(self) -> Iterator[Offer]:
        """G2: where only the Development tile leads."""
        for place in moves.far_places(self.state):
            here = self.board.ids[place]
            if here in self.drafted:
                yield self.offer_to_drop(here)
                continue
            way = moves.expansion(moves.chain(self.state, place))
            offer = self.offer_of(here, drafts.expand_far(self.unordered, way))
            if offer:
                yield offer

    def increases(self) -> Iterator[Offer]:
        for city in moves.increases(self.state):
            here, cost = self.board.ids[city], dollars(INCREASE_COST)
            if here in self.turn.increase:
                after = drafts.text_of(drafts.drop_increase(self.unordered, here))
                yield Offer(here, after, self.name(here), here, cost, chosen=True)
                continue
            offer = self.offer_of(here, drafts.increase(self.unordered, here))
            if offer:
                yield replace(offer, cost=cost)

    def doubles(self) -> Iterator[Offer]:
        """B3: once the tile for it is chosen."""
        if self.turn.bonus != "share":
            return
        for city in moves.increases(self.state):
            here = self.board.ids[city]
            after = drafts.double(self.unordered, here)
            offer = self.offer_of(here, after, chosen=here == self.turn.double)
            if offer:
                yield replace(offer, place="")

    def bonus_tiles(self) -> Iterator[Offer]:
        for use in moves.bonus_uses(self.state):
            chosen = self.turn.bonus == use
            after = drafts.use_bonus(self.unordered, None if chosen else use)
            yield Offer(use, drafts.text_of(after), bonus_name(use), chosen=chosen)

    def tools(self) -> Iterator[Offer]:
        for tool in self.state.tools[self.turn.seat]:
            chosen = self.turn.use == tool
            after = drafts.use_tool(self.unordered, None if chosen else tool)
            name = self.words.tools[tool][0].capitalize()
            yield Offer(tool, drafts.text_of(after), name, chosen=chosen)

    def openings(self) -> Iterator[OpeningOffers]:
        """Before income, so that it may pay."""
        for opening in OPENINGS:
            incomes = moves.opening_incomes(self.state, opening)
            offers = tuple(self._opening_offers(opening.field, incomes))
            if offers:
                yield OpeningOffers(opening.field, _(opening.title), offers)

    def _opening_offers(self, field: OpeningField, incomes: dict[int, int]) -> Iterator[Offer]:
        chosen = getattr(self.turn, field)
        for number, (place, earned) in enumerate(incomes.items()):
            here, stays = self.board.ids[place], number == 0
            after = replace(self.unordered, **{field: None if stays else here})
            is_chosen = stays if chosen is None else here == chosen
            offer = self.offer_of(here, after, chosen=is_chosen)
            if offer:
                pays = _("income %(income)s") % {"income": dollars(earned)}
                yield replace(offer, place="", detail=pays)

    def orders(self) -> Iterator[Offer]:
        """T12, T18: which comes first, where that can matter."""
        placed = list(dict.fromkeys([*self.drafted, *self.turn.increase]))
        if len(placed) < 2 or not self.comes:
            return
        regions = [event.region for event in self.events if isinstance(event, RegionScored)]
        for names, chosen, put_first in (
            (placed, self.turn.order, drafts.place_first),
            (regions, self.turn.regions, drafts.score_first),
        ):
            first = (*chosen, *names)[:1]
            for here in names if len(names) > 1 else ():
                after = drafts.text_of(put_first(self.turn, here))
                yield Offer(here, after, self.name(here), chosen=here in first)

    def offer_to_drop(self, place: str) -> Offer:
        """What it costs and where it comes from stays to be seen."""
        cost, way = self._way_to(place, self.events)
        after = drafts.text_of(drafts.drop_expansion(self.unordered, place))
        return Offer(place, after, self.name(place), place, cost, way, chosen=True)

    def _way_to(self, place: str, events: tuple[Event, ...]) -> tuple[str, str]:
        for event in events:
            if isinstance(event, Expanded) and event.place == place:
                by = ", ".join(self.name(stop) for stop in event.path[-2::-1])
                return dollars(event.cost), _("from %(place)s") % {"place": by}
        return "", ""

    def offer_of(self, place: str, after: TakeTurn, *, chosen: bool = False) -> Offer | None:
        """With $10 of a bonus tile, if it could not be paid without."""
        judged, detail = try_turn(self.state, after), ""
        if isinstance(judged, CannotPay) and self._has_cash_left():
            after = replace(after, bonus="cash")
            judged = try_turn(self.state, after)
            detail = _("with %(cash)s of a bonus tile") % {"cash": dollars(CASH)}
        if isinstance(judged, Refusal):
            return None
        events, then = judged
        cost, way = self._way_to(place, events)
        comes = outcome(events, self.language)
        return Offer(
            place,
            drafts.text_of(after),
            self.name(place),
            place,
            cost,
            ", ".join(filter(None, (way, detail))),
            "; ".join(line for line in comes if line not in self.comes),
            self._leaves(then),
            chosen=chosen,
        )

    def _has_cash_left(self) -> bool:
        return self.turn.bonus is None and "cash" in moves.bonus_uses(self.state)

    def _leaves(self, then: State) -> str:
        seat = self.turn.seat
        return _("then %(money)s, next income %(income)s") % {
            "money": dollars(then.money[seat]),
            "income": dollars(income(then, seat)),
        }

    def name(self, place: str) -> str:
        index = self.board.index.get(place)
        if index is None:
            return region_name(place, self.words, self.board)
        return self.board.places[index].name


def try_turn(state: State, turn: TakeTurn) -> Judgement | Refusal:
    try:
        return judge(state, drafts.playable(turn))
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
