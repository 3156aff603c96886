"""Hints for who is to move: good turns with their reasons, and what speaks against one's own.

What a position is worth is thought out once and kept for whoever asks of it next.
"""

from hashlib import sha256

import msgspec
from django.core.cache import cache
from msgspec import Struct

from games.access import GameView
from games.bots.reasons import Reason, reasons
from games.bots.search import RankedOrder, rank
from games.bots.suggestions import suggestions
from games.domain import Command, Refusal, State
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.errors import NotYourTurn
from games.domain.lobby import choice_awaited
from games.edge import now
from games.limits import HINTS, allow
from games.thinking import think

NODES = 100
"""An answer comes within 300 ms, also where it takes two thoughts."""
KEPT_SECONDS = 3600
Ranked = tuple[RankedOrder, ...]


class NoHints(Refusal):
    says = "No turns are suggested at this table."


class Hint(Struct, frozen=True):
    """`points`: by how many its player is expected to end ahead of the best other."""

    order: Command
    points: float
    reasons: tuple[Reason, ...]


class Comparison(Struct, frozen=True):
    """One's own turn beside the best one, and what the next player would make of it.

    `answer` is None where nobody plays after it.
    """

    own: Hint
    best: Hint
    is_best: bool
    after: State
    answer: Hint | None

    @property
    def lost(self) -> float:
        return max(0.0, self.best.points - self.own.points)


def hints(view: GameView) -> tuple[Hint, ...]:
    """The same turns as mails suggest, in their order."""
    state = _state_for(view)
    orders = think(suggestions, state)
    points = {each.order: each.points for each in _ranked(view, state, orders)}
    return tuple(Hint(each, points[each], reasons(state, each)) for each in orders)


def compare(view: GameView, order: Command) -> Comparison:
    """`order` is one that may be played."""
    state = _state_for(view)
    after = judge(state, order)[1]
    ranked = _ranked(view, state, (order,))
    points = next(each.points for each in ranked if each.order == order)
    best = ranked[0]
    answer = _ranked(view, after, ())[:1] if after.status == "playing" else ()
    return Comparison(
        Hint(order, points, reasons(state, order)),
        _hint(state, best),
        digest(judge(state, best.order)[1]) == digest(after),
        after,
        _hint(after, answer[0]) if answer else None,
    )


def _hint(state: State, ranked: RankedOrder) -> Hint:
    return Hint(ranked.order, ranked.points, reasons(state, ranked.order))


def _state_for(view: GameView) -> State:
    """Where the table allows hints, for who is to move there."""
    state, seat = view.state, view.require_seat()
    if not state.terms.suggestions:
        raise NoHints
    choice_awaited(state)
    if seat != state.mover:
        raise NotYourTurn(seat, (state.mover,))
    return state


def _ranked(view: GameView, state: State, also: tuple[Command, ...]) -> Ranked:
    asked = msgspec.json.encode((digest(state), also))
    key = f"rank:{sha256(asked).hexdigest()}"
    ranked: Ranked | None = cache.get(key)
    if ranked is None:
        allow(HINTS, view.require_player().pk, at=now())
        ranked = think(rank, state, nodes=NODES, also=also)
        cache.set(key, ranked, KEPT_SECONDS)
    return ranked
