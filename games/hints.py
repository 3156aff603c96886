"""Hints for who is to move: good turns with their reasons, and what speaks against one's own.

What a position is worth is thought out once and kept for whoever asks of it next.
"""

from collections.abc import Callable
from hashlib import sha256
from typing import Any

import msgspec
from django.core.cache import cache
from msgspec import Struct

from games.access import GameView
from games.bots import suggestions as suggested
from games.bots.reasons import Reason, reasons
from games.bots.search import RankedOrder, rank
from games.domain import Command, Refusal, State
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.errors import NotYourTurn
from games.domain.lobby import choice_awaited
from games.edge import now
from games.limits import HINTS, allow
from games.thinking import think

NODES = 60
"""Of a thought about one's own turn and of one about the answer: 300 ms for both."""
KEPT_SECONDS = 24 * 3600
Ranked = tuple[RankedOrder, ...]


class NoHints(Refusal):
    says = "No turns are suggested at this table."


class Hint(Struct, frozen=True):
    """`points`: by how many its player is expected to end ahead of the others' mean."""

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


def suggestions(state: State) -> tuple[Command, ...]:
    """As `games.bots` has them, for whoever tells of this position: page, mail, tap."""
    if state.status == "draft" or state.to_move is None or not state.terms.suggestions:
        return suggested.suggestions(state)
    return tuple(each.order for each in _suggest(state))


def hints(view: GameView) -> tuple[Hint, ...]:
    """The same turns, by the same numbers; none of a tile draft, where little can be foreseen."""
    state = _state_for(view)
    found = () if state.status == "draft" else _suggest(state)
    return tuple(_hint(state, each) for each in found)


def compare(view: GameView, order: Command) -> Comparison:
    """`order` is one that may be played."""
    state = _state_for(view)
    after = judge(state, order)[1]
    ranked = _think_once(state, rank, nodes=NODES, also=(order,))
    own = next(each for each in ranked if each.order == order)
    best = ranked[0]
    answer = _think_once(after, rank, nodes=NODES)[:1] if after.status == "playing" else ()
    return Comparison(
        _hint(state, own),
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
    allow(HINTS, view.require_player().pk, at=now())
    return state


def _suggest(state: State) -> Ranked:
    return _think_once(state, suggested.ranked_suggestions)


def _think_once(state: State, thought: Callable[..., Ranked], **more: Any) -> Ranked:
    asked = msgspec.json.encode((thought.__name__, digest(state), more))
    key = f"thought:{sha256(asked).hexdigest()}"
    ranked: Ranked | None = cache.get(key)
    if ranked is None:
        ranked = think(thought, state, **more)
        cache.set(key, ranked, KEPT_SECONDS)
    return ranked
