"""Three good things to do at a table, by number: the same ones whenever the same table is asked."""

from collections.abc import Iterable, Iterator
from math import inf

from msgspec.structs import replace

from games.bots import BOTS
from games.bots.worth import lead
from games.domain import Command, Refusal, State
from games.domain.board import places_in
from games.domain.commands import ChooseTown, Expansion, PlaceBoom, TakeTurn
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.expanding import reachable_places
from games.domain.expansions import boom

MOST = 3
SEEDS = 12


def suggestions(state: State) -> tuple[Command, ...]:
    """At most three, all legal: what the computer player would do, then the best of other ways."""
    if state.to_move is None:
        return ()
    seed = state.setup.seed + state.version
    first = BOTS["greedy"](state, seed)
    ranked = [
        first,
        *sorted(_other_orders(state, first, seed), key=lambda order: -_value(state, order)),
    ]
    found: list[Command] = []
    for order in ranked:
        if order not in found and not _is_pass(order) and _value(state, order) > -inf:
            found.append(order)
        if len(found) == MOST:
            break
    return tuple(found)


def _other_orders(state: State, first: Command, seed: int) -> Iterable[Command]:
    seat, ids = state.mover, state.board.ids
    match state.status:
        case "playing":
            return _turns(state, first)
        case "towns":
            towns = places_in(state.free & state.board.towns)
            return [ChooseTown(seat, ids[town]) for town in towns]
        case "boom":
            return [PlaceBoom(seat, ids[city]) for city in places_in(boom.starting_cities(state))]
        case _:
            return [BOTS["greedy"](state, seed + more) for more in range(1, SEEDS)]


def _turns(state: State, first: Command) -> Iterator[TakeTurn]:
    """Turns that expand elsewhere, or nowhere, and grow where the first one does."""
    seat, ids = state.mover, state.board.ids
    if not isinstance(first, TakeTurn):
        return
    taken = {each.to for each in first.expand}
    base = TakeTurn(seat, boom=first.boom)
    for place in places_in(reachable_places(state, seat)):
        if ids[place] not in taken:
            yield _grown(state, replace(base, expand=(Expansion(ids[place]),)))
    yield _grown(state, base)


def _grown(state: State, order: TakeTurn) -> TakeTurn:
    """With an increase wherever one can still be paid and pays."""
    value = _value(state, order)
    for city in places_in(state.present[state.mover] & state.free):
        more = replace(order, increase=(*order.increase, state.board.ids[city]))
        raised = _value(state, more)
        if raised > value:
            order, value = more, raised
    return order


def _is_pass(order: Command) -> bool:
    return isinstance(order, TakeTurn) and not (order.expand or order.increase)


def _value(state: State, order: Command) -> float:
    """How far ahead the order leaves its player; nothing is worse than one that is refused."""
    try:
        after = replay(decide(state, order), state)
    except Refusal:
        return -inf
    return lead(after, order.seat)
