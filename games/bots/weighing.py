"""What each part of a turn seems to gain its mover, as if the others were not."""

from functools import cached_property
from operator import attrgetter

from msgspec import Struct

from games.bots.evaluation import Evaluation, RegionKey
from games.domain import State, moves
from games.domain.commands import Expansion
from games.domain.expanding import cheapest_route
from games.domain.scoring import score_city
from games.domain.state import Tool
from games.domain.turn import has_room_for_double

DEEPEST_CHAIN_COST = 14
A_TOOL_IN_DOLLARS = 4
LEAST_A_DOLLAR = 0.1


class Part(Struct, frozen=True):
    """An increase, or a second franchise in the same city."""

    gain: float
    place: int


class Aim(Struct, frozen=True):
    """A place to expand to: what it costs and gains, and the tools that it takes."""

    place: int
    cost: int
    gain: float
    expansion: Expansion
    use: tuple[Tool, ...] = ()


class Weigher:
    def __init__(self, evaluation: Evaluation, state: State) -> None:
        self.evaluation, self.state = evaluation, state
        self.seat = state.mover
        self.next = (self.seat + 1) % evaluation.seats
        rates = evaluation.rates(state)
        self.dollar = max(LEAST_A_DOLLAR, rates.dollar)
        self.space, self.tile, self.town = rates.space, rates.tile, rates.town
        keys = evaluation.region_keys(state, self.next)
        self.keys: dict[int, RegionKey] = {key[0]: key for key in keys}
        self.gains, self.open = evaluation.gains(), state.free.bit_count()
        self.near_now = evaluation.near_worth(state, state.present[self.seat])

    @cached_property
    def aims(self) -> list[Aim]:
        """The best first."""
        aims = [*self._near_aims(), *self._far_aims()]
        return sorted(aims, key=self.net, reverse=True)

    @cached_property
    def growth(self) -> list[Part]:
        """All increases, the best first."""
        parts = [Part(self.gain(city), city) for city in moves.increases(self.state)]
        return sorted(parts, key=attrgetter("gain"), reverse=True)

    @cached_property
    def worthy(self) -> list[Part]:
        """The increases that gain more than a dollar does."""
        return [part for part in self.growth if part.gain > self.dollar]

    @cached_property
    def doubles(self) -> list[Part]:
        parts = [
            Part(self.gain(part.place, 2) - part.gain, part.place)
            for part in self.growth
            if has_room_for_double(self.state, part.place)
        ]
        return sorted(parts, key=attrgetter("gain"), reverse=True)

    def net(self, aim: Aim) -> float:
        return aim.gain - aim.cost * self.dollar

    def _near_aims(self) -> list[Aim]:
        state, ids, aims = self.state, self.state.board.ids, []
        holds_route = "route" in state.tools[self.seat]
        for place in moves.near_places(state):
            route = cheapest_route(state, self.seat, place)
            if route is None:
                continue
            gain, wish = self._gain_at(place), Expansion(ids[place])
            aims.append(Aim(place, route.cost, gain, wish))
            if holds_route and route.cost > 1:
                gain -= A_TOOL_IN_DOLLARS * self.dollar
                aims.append(Aim(place, 0, gain, wish, ("route",)))
        return aims

    def _far_aims(self) -> list[Aim]:
        state, ids, aims = self.state, self.state.board.ids, []
        tool = A_TOOL_IN_DOLLARS * self.dollar
        for place in moves.far_places(state):
            way, gain = moves.chain(state, place), self._gain_at(place) - tool
            aims.append(Aim(place, way.cost, gain, Expansion(ids[place]), ("development",)))
            if moves.may_use_both(state):
                freed = moves.chain(state, place, has_free_link=True)
                both: tuple[Tool, ...] = ("development", "route")
                wish = moves.expansion(freed)
                aims += [
                    Aim(place, way.cost, gain - tool, wish, both)
                    for way in moves.with_route(state, [freed])
                ]
        return [aim for aim in aims if aim.cost <= DEEPEST_CHAIN_COST]

    def _gain_at(self, place: int) -> float:
        present = self.state.present[self.seat] | 1 << place
        return self.gain(place) + self.evaluation.near_worth(self.state, present) - self.near_now

    def gain(self, place: int, count: int = 1) -> float:
        """Of so many franchises more in the place."""
        key = self.keys[self.state.board.region_of[place]]
        what = (self.open, place, count, key)
        gain = self.gains.get(what)
        if gain is None:
            gain = self.gains[what] = self._gain(place, count, key)
        return gain

    def _gain(self, place: int, count: int, key: RegionKey) -> float:
        state, seat = self.state, self.seat
        size, held, bit = state.sizes[place], state.owners[place], 1 << place
        owners = (*held, *((seat,) * count))
        before = size - len(held) if seat in held else 0
        score = score_city(owners, size, seat)
        is_open = size > 1 and score is None
        if score is not None:
            owners = score.stay
            gain = self._share(score.winner) * score.influence - before * self.space
        else:
            gain = (size - len(owners) - before) * self.space if is_open else self.town
        number, slots, free, marker, mover, late, on_track = key
        at = (state.board.region_places[number] & (bit - 1)).bit_count()
        slots = (*slots[:at], owners, *slots[at + 1 :])
        marker = seat if marker is None and score is not None else marker
        new = (number, slots, free if is_open else free & ~bit, marker, mover, late, on_track)
        worths, was = self.evaluation.region_worths(new), self.evaluation.region_worths(key)
        mine, others = worths[seat] - was[seat], sum(worths) - sum(was)
        return gain + mine - (others - mine) / (len(worths) - 1)

    def _share(self, seat: int) -> float:
        return 1.0 if seat == self.seat else -1.0 / (self.evaluation.seats - 1)
