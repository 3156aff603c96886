"""What the map tells of whatever is tapped: a place, a link, or the plate of a region."""

from collections.abc import Iterator
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext as _
from django.utils.translation import ngettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from msgspec import Struct
from msgspec.structs import replace

from games.access import person_of, see_game
from games.domain import Refusal, State, moves
from games.domain.board import Way, places_in
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import judge
from games.domain.notation import WORDS
from games.domain.notation.words import kind_text, value_texts
from games.domain.scoring import rank_seats, region_counts
from games.domain.turn import INCREASE_COST
from games.web.requests import refusal_text
from games.web.table.standings import Holder, holder
from games.web.wording import current_language, dollars, name_of_region


class Card(Struct, frozen=True):
    """`ways` are the reader's, `roads` all links of a place, each with its price."""

    name: str
    about: str
    holders: tuple[Holder, ...] = ()
    lines: tuple[str, ...] = ()
    ways: tuple[str, ...] = ()
    roads: tuple[str, ...] = ()


@never_cache
@require_safe
def card(request: HttpRequest, game_id: UUID) -> HttpResponse:
    """`at` is the id of the part of the picture; `part` is asked for by a script."""
    view = see_game(person_of(request), game_id)
    state = view.state
    if not state.owners:
        raise Http404
    context = {
        "game_id": game_id,
        "state": state,
        "card": card_of(state, request.GET.get("at", ""), view.seat),
    }
    page = "card.html" if "part" in request.GET else "card_page.html"
    return render(request, f"table/{page}", context)


def card_of(state: State, at: str, own: int | None) -> Card:
    board = state.board
    kind, _dash, name = at.partition("-")
    if kind == "place" and name in board.index:
        return Reader(state, own).place(board.index[name])
    if kind == "plate" and name in board.region_index:
        return Reader(state, own).region(board.region_index[name])
    for one, other, cost in board.links if kind == "link" else ():
        if name == f"{one}-{other}":
            return Reader(state, own).link(board.index[one], board.index[other], cost)
    raise Http404


class Reader:
    """Who asks; what their seat may do is found as if it were to move."""

    def __init__(self, state: State, own: int | None) -> None:
        self.state = state
        self.board = state.board
        self.own = own
        may_ask = own is not None and state.status == "playing"
        self.mine = replace(state, to_move=own) if may_ask else None

    def place(self, index: int) -> Card:
        here, state = self.board.places[index], self.state
        return Card(
            here.name,
            self._about(index),
            tuple(self._holders(index)),
            tuple(self._lines(index)),
            tuple(self._ways(index)),
            tuple(
                f"{self.board.places[route.end].name} {dollars(route.cost)}"
                for route in self.board.routes[index]
                if not state.setup.closed >> route.end & 1
            ),
        )

    def _about(self, index: int) -> str:
        region = name_of_region(self.state, self.board.region_of[index])
        facts = {"region": region, "size": self.state.sizes[index]}
        if self.state.setup.closed >> index & 1:
            return _("Out of play, %(region)s") % facts
        if self.board.places[index].is_town:
            return _("Town, %(region)s") % facts
        if not self.state.free >> index & 1:
            return _("Scored city, %(region)s") % facts
        return _("City of %(size)s, %(region)s") % facts

    def _counts(self, index: int) -> dict[int, int]:
        """By seat, who came first before the others."""
        owners = self.state.owners[index]
        return {} if self._is_closed(index) else {seat: owners.count(seat) for seat in owners}

    def _is_closed(self, index: int) -> bool:
        return bool(self.state.setup.closed >> index & 1)

    def _holders(self, index: int) -> Iterator[Holder]:
        for seat, count in self._counts(index).items():
            yield holder(self.state, seat, count)

    def _lines(self, index: int) -> Iterator[str]:
        state, is_free = self.state, self.state.free >> index & 1
        if self._is_closed(index):
            return
        if self.board.places[index].is_town:
            yield _("A town counts 1 point at the end of the game.")
        elif is_free and state.sizes[index]:
            yield from self._city(index)
        yield from self._why_not(index)

    def _city(self, index: int) -> Iterator[str]:
        size, counts = self.state.sizes[index], self._counts(index)
        left = size - sum(counts.values())
        worth = _(
            "Worth %(all)s points to who has more than half of its spaces, "
            "or %(half)s to who has the most when it is full."
        )
        yield worth % {"all": size, "half": size // 2}
        yield ngettext(
            "%(count)s more franchise fills it.", "%(count)s more franchises fill it.", left
        ) % {"count": left}
        for seat, count in counts.items():
            missing = size // 2 + 1 - count
            if missing <= left:
                yield self._majority(seat, missing)

    def _majority(self, seat: int, missing: int) -> str:
        if seat == self.own:
            return _("You have more than half with %(count)s more.") % {"count": missing}
        return _("%(who)s has more than half with %(count)s more.") % {
            "who": self._colour(seat),
            "count": missing,
        }

    def _why_not(self, index: int) -> Iterator[str]:
        """In the words of the code that would refuse it."""
        if self.mine is None:
            return
        here = self.board.ids[index]
        if index in moves.increases(self.mine):
            cost = {"cost": dollars(INCREASE_COST)}
            refusal = self._refusal(increase=(here,))
            yield refusal or _("You can increase your market share here for %(cost)s.") % cost
        else:
            yield from filter(None, [self._refusal(expand=(Expansion(here),))])

    def _refusal(self, **order: tuple[str | Expansion, ...]) -> str:
        if self.mine is None:
            return ""
        try:
            judge(self.mine, TakeTurn(self.mine.mover, **order))  # type: ignore[arg-type]
        except Refusal as refusal:
            return refusal_text(refusal)
        return ""

    def _ways(self, index: int) -> Iterator[str]:
        if self.mine is None:
            return
        if index in moves.near_places(self.mine):
            for way in moves.links(self.mine, index):
                yield self._from(way)
        elif index in moves.far_places(self.mine):
            way = moves.chain(self.mine, index)
            yield f"{self._from(way)} ({WORDS[current_language()].tools['development'][0]})"

    def _from(self, way: Way) -> str:
        by = ", ".join(map(self.board.name_of, way.path[-2::-1]))
        return f"{_('from %(place)s') % {'place': by}} {dollars(way.cost)}"

    def link(self, one: int, other: int, cost: int) -> Card:
        names = [self.board.places[end].name for end in (one, other)]
        lines: list[str] = []
        for start, end in ((one, other), (other, one)):
            if self.mine is None or not self.mine.present[self.mine.mover] >> start & 1:
                continue
            ids = self.board.ids
            refusal = self._refusal(expand=(Expansion(ids[end], ids[start]),))
            to = _("You can go from %(origin)s to %(place)s for %(cost)s.")
            facts = {
                "origin": self.board.places[start].name,
                "place": self.board.places[end].name,
                "cost": dollars(cost),
            }
            lines.append(refusal or to % facts)
        if self.mine is not None and not lines:
            lines.append(_("You have no franchise at either end."))
        return Card(
            " – ".join(names),
            _("Link, %(cost)s") % {"cost": dollars(cost)},
            lines=tuple(dict.fromkeys(lines)),
        )

    def region(self, index: int) -> Card:
        state, name = self.state, name_of_region(self.state, index)
        scored = state.scored[index]
        if self.board.region_places[index] & state.setup.closed:
            return Card(name, WORDS[current_language()].board.closed)
        if scored is not None:
            amounts = {
                share.seat: dollars(share.dollars) if share.dollars else f"+{share.influence}"
                for share in scored.shares
            }
        else:
            counts = region_counts(state, index)
            amounts = {seat: str(counts[seat]) for seat in rank_seats(counts, state.markers[index])}
        return Card(
            name,
            WORDS[current_language()].board.scored if scored else self._gives(index),
            tuple(holder(state, seat, amount) for seat, amount in amounts.items()),
            () if scored else tuple(self._missing(index)),
        )

    def _gives(self, index: int) -> str:
        tile, words = self.state.tiles[index], WORDS[current_language()]
        if tile is None:
            return words.board.no_tile
        first, second, others = value_texts(tile, words)
        facts = {"first": first, "second": second, "others": others, "kind": kind_text(tile, words)}
        if len(self.state.money) == 2:
            return _("Most franchises %(first)s, second most %(others)s %(kind)s") % facts
        most = _(
            "Most franchises %(first)s, second most %(second)s, all others %(others)s %(kind)s"
        )
        return most % facts

    def _missing(self, index: int) -> Iterator[str]:
        state, places = self.state, self.board.region_places[index] & self.state.free
        for kind, says in (
            (self.board.cities, _("To be scored before: %(places)s.")),
            (self.board.towns, _("Towns that must be taken before: %(places)s.")),
        ):
            names = [self.board.places[place].name for place in places_in(places & kind)]
            if names:
                yield says % {"places": ", ".join(names)}
        marker = state.markers[index]
        if marker is None:
            yield _("Whose turn first scores a city here wins ties.")
        else:
            who = {"who": self._colour(marker)}
            yield _("Ties go to %(who)s, then clockwise from there.") % who
        step = self.board.track.influence[len(state.track)]
        yield ngettext(
            "Whose turn scores the region gains %(count)s point on the track.",
            "Whose turn scores the region gains %(count)s points on the track.",
            step,
        ) % {"count": step}

    def _colour(self, seat: int) -> str:
        return WORDS[current_language()].colours[self.board.colours[seat]]
