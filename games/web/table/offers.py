"""What may be added to a turn that is being put together, each with what it would lead to.

Nothing is offered that `decide` would not take: every offer is tried.
"""

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext as _
from msgspec import Struct
from msgspec.structs import replace

from games.domain import Event, Refusal, State, moves
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import judge
from games.domain.errors import CannotPay
from games.domain.events import BonusUse, Expanded, RegionScored
from games.domain.expansions import OPENINGS
from games.domain.income import income
from games.domain.moments import Judgement
from games.domain.notation import WORDS, Language, outcome
from games.domain.notation.words import region_name
from games.domain.turn import CASH, INCREASE_COST, places_to_order
from games.web.table import drafts
from games.web.wording import dollars


class Offer(Struct, frozen=True):
    """A button: what the form holds after it, and where a tap on the map finds it.

    Within its group the key stays the same from draft to draft. `tile` says that a bonus tile is
    turned in for it, `scores` is what comes of it that would not come without, `leaves` the purse
    after it, `way` the places that it goes by.
    """

    key: str
    value: str
    name: str
    place: str = ""
    cost: str = ""
    detail: str = ""
    tile: str = ""
    scores: str = ""
    leaves: str = ""
    way: str = ""
    chosen: bool = False


class Group(Struct, frozen=True):
    """Offers under their heading, one below the other or in a row."""

    name: str
    asks: str
    offers: tuple[Offer, ...]
    look: str = "list"


def offers(state: State, turn: TakeTurn, language: Language) -> tuple[Group, ...]:
    """Around `turn`, as far as it has come."""
    draft = Draft(state, turn, language)
    return (
        *draft.openings(),
        Group("bonus", _("Bonus tile"), tuple(draft.bonus_tiles()), "row"),
        Group("tools", _("Use a tile"), tuple(draft.tools()), "row"),
        Group("origins", _("From where"), tuple(draft.origins())),
        Group("expand", _("Expand to"), tuple(draft.expansions())),
        Group("far", _("With the Development tile"), tuple(draft.chains())),
        Group("increase", _("Increase your market share"), tuple(draft.increases())),
        Group("double", _("Double"), tuple(draft.doubles())),
        Group("order", _("What comes first"), tuple(draft.orders()), "row"),
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
        self.tools_a_turn = state.rulings.tools_a_turn
        self.drafted = {way.to: way for way in turn.expand}
        judged = try_turn(state, turn)
        self.events = () if isinstance(judged, Refusal) else judged[0]
        self.comes = outcome(self.events, language)
        self.needs_cash = turn.bonus == "cash" and self._needs_cash(turn)

    def expansions(self) -> Iterator[Offer]:
        """T2 to T4: each place once, by its cheapest link; dearer ones are among the origins."""
        for place in moves.near_places(self.state):
            yield from self.expansion(place, drafts.expand(self.unordered, self._ways(place)[0]))

    def chains(self) -> Iterator[Offer]:
        """G2: where only the Development tile leads."""
        with_tile = drafts.use_tool(self.unordered, "development", self.tools_a_turn)
        has_free_link = "route" in with_tile.use
        for place in moves.far_places(self.state):
            way = moves.chain(self.state, place, has_free_link=has_free_link)
            yield from self.expansion(place, drafts.expand(with_tile, moves.expansion(way)))

    def expansion(self, place: int, after: TakeTurn) -> Iterator[Offer]:
        """Once chosen it can be dropped; what it costs and where it comes from stays to be seen."""
        here = self.board.ids[place]
        if here in self.drafted:
            cost, origin, way = self._way_to(here, self.events)
            without = self._thrifty(drafts.drop_expansion(self.unordered, here))
            name, tile = self.name(here), self._tile() if self.needs_cash else ""
            text = drafts.text_of(without)
            yield Offer(here, text, name, here, cost, origin, tile, way=way, chosen=True)
            return
        yield from self.offer_if_legal(here, after)

    def _ways(self, place: int) -> list[Expansion]:
        return [moves.expansion(way) for way in moves.links(self.state, place)]

    def origins(self) -> Iterator[Offer]:
        for here, way in self.drafted.items():
            ways = self._ways(self.board.index[here])
            if way.via or len(ways) < 2:
                continue
            taken = way if way.origin else ways[0]
            for other in ways:
                after, key = drafts.expand(self.unordered, other), f"{here}-{other.origin}"
                yield from self.offer_if_legal(
                    here, after, key=key, place="", chosen=other == taken
                )

    def increases(self) -> Iterator[Offer]:
        for city in moves.increases(self.state):
            here, cost = self.board.ids[city], dollars(INCREASE_COST)
            if here in self.turn.increase:
                without = self._thrifty(drafts.drop_increase(self.unordered, here))
                yield Offer(here, drafts.text_of(without), self.name(here), here, cost, chosen=True)
                continue
            after = drafts.increase(self.unordered, here)
            yield from self.offer_if_legal(here, after, cost=cost)

    def doubles(self) -> Iterator[Offer]:
        """B3: once the tile for it is chosen."""
        if self.turn.bonus != "share":
            return
        for city in moves.increases(self.state):
            here = self.board.ids[city]
            after, is_chosen = drafts.double(self.unordered, here), here == self.turn.double
            yield from self.offer_if_legal(here, after, place="", chosen=is_chosen)

    def bonus_tiles(self) -> Iterator[Offer]:
        names: dict[BonusUse, str] = {
            "expand": _("Expand a second time"),
            "share": _("Double a market share"),
            "cash": _("Take %(cash)s") % {"cash": dollars(CASH)},
        }
        for use in moves.bonus_uses(self.state):
            chosen = self.turn.bonus == use
            after = drafts.use_bonus(self.unordered, None if chosen else use)
            yield Offer(use, drafts.text_of(after), names[use], chosen=chosen)

    def tools(self) -> Iterator[Offer]:
        for tool in self.state.tools[self.turn.seat]:
            chosen = tool in self.turn.use
            after = (
                drafts.drop_tool(self.unordered, tool)
                if chosen
                else drafts.use_tool(self.unordered, tool, self.tools_a_turn)
            )
            name = self.words.tools[tool][0].capitalize()
            yield Offer(tool, drafts.text_of(after), name, chosen=chosen)

    def openings(self) -> Iterator[Group]:
        """Before income, so that it may pay."""
        for opening in OPENINGS:
            chosen = getattr(self.turn, opening.field)
            offers: list[Offer] = []
            for number, (place, earned) in enumerate(
                moves.opening_incomes(self.state, opening).items()
            ):
                here, stays = self.board.ids[place], number == 0
                after = replace(self.unordered, **{opening.field: None if stays else here})
                is_chosen = stays if chosen is None else here == chosen
                pays = _("income %(income)s") % {"income": dollars(earned)}
                offers += self.offer_if_legal(here, after, place="", detail=pays, chosen=is_chosen)
            yield Group(opening.field, _(opening.title), tuple(offers))

    def orders(self) -> Iterator[Offer]:
        """T12, T18: which comes first, where that can matter."""
        if not self.comes:
            return
        placed = list(dict.fromkeys(places_to_order(self.state, self.turn)))
        regions = [event.region for event in self.events if isinstance(event, RegionScored)]
        for names, chosen, put_first in (
            (placed, self.turn.order, drafts.place_first),
            (regions, self.turn.regions, drafts.score_first),
        ):
            first = (*chosen, *names)[:1]
            for here in names if len(names) > 1 else ():
                after = drafts.text_of(put_first(self.turn, here))
                yield Offer(here, after, self.name(here), chosen=here in first)

    def _way_to(self, place: str, events: tuple[Event, ...]) -> tuple[str, str, str]:
        for event in events:
            if isinstance(event, Expanded) and event.place == place:
                by = ", ".join(self.name(stop) for stop in event.path[-2::-1])
                origin = _("from %(place)s") % {"place": by}
                return dollars(event.cost), origin, " ".join(event.path)
        return "", "", ""

    def offer_if_legal(self, here: str, after: TakeTurn, **known: Any) -> Iterator[Offer]:
        """With the dollars of a bonus tile, if it could not be paid without, and the fields that
        are `known`."""
        after = self._thrifty(after)
        judged = try_turn(self.state, after)
        needs_cash = after.bonus == "cash" and self._needs_cash(after)
        has_cash_left = self.turn.bonus is None and "cash" in moves.bonus_uses(self.state)
        if isinstance(judged, CannotPay) and has_cash_left:
            after, needs_cash = replace(after, bonus="cash"), True
            judged = try_turn(self.state, after)
        if isinstance(judged, Refusal):
            return
        events, then = judged
        cost, origin, way = self._way_to(here, events)
        comes = outcome(events, self.language)
        leaves = _("then %(money)s, next income %(income)s") % {
            "money": dollars(then.money[self.turn.seat]),
            "income": dollars(income(then, self.turn.seat)),
        }
        offer = Offer(
            here,
            drafts.text_of(after),
            self.name(here),
            here,
            cost,
            origin,
            self._tile() if needs_cash else "",
            self.words.semicolon.join(line for line in comes if line not in self.comes),
            leaves,
            way,
        )
        yield replace(offer, **known)

    def _thrifty(self, after: TakeTurn) -> TakeTurn:
        """A tile that paid for what is no longer chosen is taken back."""
        is_idle = self.needs_cash and after.bonus == "cash" and not self._needs_cash(after)
        return replace(after, bonus=None) if is_idle else after

    def _needs_cash(self, turn: TakeTurn) -> bool:
        return isinstance(try_turn(self.state, replace(turn, bonus=None)), CannotPay)

    def _tile(self) -> str:
        return _("with a bonus tile: %(cash)s") % {"cash": dollars(CASH)}

    def name(self, place: str) -> str:
        if place in self.board.index:
            return self.board.name_of(place)
        return region_name(place, self.words, self.board)


def try_turn(state: State, turn: TakeTurn) -> Judgement | Refusal:
    try:
        return judge(state, drafts.playable(turn))
    except Refusal as refusal:
        return refusal
