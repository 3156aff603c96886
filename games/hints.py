"""Hints for who is to move: good turns with their reasons, and what speaks against one's own.

What is suggested at a table is thought out ahead, once, and kept until the game goes on. What
else somebody asks of a position is kept for who asks next.
"""

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any
from uuid import UUID

import msgspec
from django.core.cache import cache
from msgspec import Struct
from msgspec.structs import replace

from games.access import GameView
from games.bots import suggestions as suggested
from games.bots.foresight import rank_beside
from games.bots.reasons import Reason, reasons
from games.bots.search import RankedOrder, rank
from games.bots.suggestions import FEW_NODES, are_ranked
from games.domain import Command, Refusal, State
from games.domain.decide import judge
from games.domain.digest import digest
from games.domain.errors import NotYourTurn
from games.domain.lobby import choice_awaited
from games.edge import now
from games.limits import HINTS, allow
from games.models import Suggested
from games.thinking import think

KEPT_SECONDS = 24 * 3600
Ranked = tuple[RankedOrder, ...]
encoder = msgspec.json.Encoder()
decoder = msgspec.json.Decoder(Ranked)


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


def suggestions(game_id: UUID, state: State) -> tuple[Command, ...]:
    """What is numbered in mails and on pages; `state` is the game's present table."""
    return suggestions_of({game_id: state})[game_id]


def suggestions_of(tables: Mapping[UUID, State]) -> dict[UUID, tuple[Command, ...]]:
    """The same of many games, read at once."""
    ranked = _suggest({game: state for game, state in tables.items() if are_ranked(state)})
    return {
        game: tuple(each.order for each in ranked[game])
        if game in ranked
        else suggested.draft_suggestions(state)
        for game, state in tables.items()
    }


def ideas(state: State) -> tuple[Command, ...]:
    """The like for a table that is only tried."""
    if not are_ranked(state):
        return suggested.draft_suggestions(state)
    ranked = _think_once(state, rank, nodes=FEW_NODES)
    return tuple(each.order for each in suggested.choose(ranked))


def hints(view: GameView) -> tuple[Hint, ...]:
    """The same turns, by the same numbers; none of a tile draft."""
    state = _state_for(view)
    found = _suggest({view.game_id: state})[view.game_id] if are_ranked(state) else ()
    return tuple(_hint(state, each) for each in found)


def compare(view: GameView, order: Command) -> Comparison:
    """`order` is one that may be played."""
    state = _state_for(view)
    after = judge(state, order)[1]
    own, best = _own_and_best(view.game_id, state, order)
    answer = _think_once(after, rank, nodes=FEW_NODES)[:1] if after.status == "playing" else ()
    return Comparison(
        _hint(state, own),
        _hint(state, best),
        _leads_to(state, best.order) == digest(after),
        after,
        _hint(after, answer[0]) if answer else None,
    )


def _own_and_best(game_id: UUID, state: State, order: Command) -> tuple[RankedOrder, RankedOrder]:
    """No order is better than the first hint; what is no hint is looked at beside that."""
    hinted, table = _suggest({game_id: state})[game_id], _leads_to(state, order)
    for each in hinted:
        if _leads_to(state, each.order) == table:
            return replace(each, order=order), hinted[0]
    orders = (hinted[0].order if hinted else order, order)
    best, own = _think_once(state, rank_beside, orders=orders, nodes=FEW_NODES)
    return own, best


def _leads_to(state: State, order: Command) -> str:
    return digest(judge(state, order)[1])


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


def think_ahead(game_id: UUID, state: State, waiting: int) -> None:
    """Of as many tables as wait for it, that of one."""
    if are_ranked(state) and game_id not in _read_kept({game_id: state}):
        nodes = suggested.nodes_ahead(state, waiting)
        _keep(game_id, state, think(suggested.ranked_suggestions, state, nodes=nodes))


def _suggest(tables: Mapping[UUID, State]) -> dict[UUID, Ranked]:
    found = _read_kept(tables)
    missing = {game: state for game, state in tables.items() if game not in found}
    for game, state in missing.items():
        found[game] = think(suggested.ranked_suggestions, state)
        _keep(game, state, found[game])
    return found | _read_kept(missing)


def _read_kept(tables: Mapping[UUID, State]) -> dict[UUID, Ranked]:
    rows = Suggested.objects.in_bulk(tables) if tables else {}
    return {
        game: decoder.decode(row.ranked)
        for game, row in rows.items()
        if row.position == digest(tables[game])
    }


def _keep(game_id: UUID, state: State, ranked: Ranked) -> None:
    """What was kept of this position before stays, as a mail may have told it, and so does what
    was kept of a later one.
    """
    row = Suggested(game_id, digest(state), encoder.encode(ranked).decode(), state.version)
    older = Suggested.objects.filter(pk=game_id, version__lt=row.version)
    if not older.exclude(position=row.position).update(
        position=row.position, ranked=row.ranked, version=row.version
    ):
        Suggested.objects.bulk_create([row], ignore_conflicts=True)


def _think_once(state: State, thought: Callable[..., Ranked], **more: Any) -> Ranked:
    asked = msgspec.json.encode((thought.__name__, digest(state), more))
    key = f"thought:{sha256(asked).hexdigest()}"
    ranked: Ranked | None = cache.get(key)
    if ranked is None:
        ranked = think(thought, state, **more)
        cache.set(key, ranked, KEPT_SECONDS)
    return ranked
