"""What the seat to move can do, ranked by a search.

With two players a tree grows best first: each step goes down by the order that seems best to
whoever is to move, where what was looked at seldom counts a little better than it seems, and
looks ahead from one table there. A table is worth what its best order is worth. With more, the
tree is of the mover's own turns alone, and the others reply by what seems best at once: their
plans cannot be foreseen, and a tree of all would not get as far as the mover's next turn.
"""

import gc
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import lru_cache
from math import inf, sqrt

from msgspec import Struct
from msgspec.structs import replace

from games.bots.evaluation import Evaluation, Outlook
from games.bots.turns import turns
from games.bots.weights import weights_for
from games.domain import Command, Refusal, State, moves
from games.domain.decide import judge

CURIOSITY, CURIOSITY_AMONG_MANY = 0.3, 1.0
"""How many points an order may seem worse and still be looked at again: the more, the less can be
foreseen of the others."""
MOST_AT_ROOT, MOST_BELOW = 24, 9
REPLIES_A_ROUND = 36
"""So many orders of all others together are looked at for what they reply."""
A_FEW = 2
"""An order is chosen if it was looked at half as often as the one most looked at."""
FORCED = 4
"""Every so many steps go to the orders that a caller asks about."""


class RankedOrder(Struct, frozen=True):
    """`points`: by how many its player is expected to end ahead of the others' mean."""

    order: Command
    points: float
    nodes: int


class Node:
    """A table, the order that led to it, and what that is worth to who gave the order."""

    __slots__ = ("children", "order", "outlook", "state", "visits", "worth")

    def __init__(self, order: Command | None, state: State, outlook: Outlook, worth: float) -> None:
        self.order, self.state, self.outlook, self.worth = order, state, outlook, worth
        self.visits = 0
        self.children: list[Node] | None = None


class Search:
    def __init__(self, evaluation: Evaluation, state: State, also: Sequence[Command] = ()) -> None:
        self.evaluation, self.seat = evaluation, state.mover
        others = len(state.money) - 1
        self.curiosity = CURIOSITY if others == 1 else CURIOSITY_AMONG_MANY
        self.most_replies = REPLIES_A_ROUND // others
        # A search takes nothing back.
        start = replace(state, turn_starts=())
        self.root = Node(None, start, Outlook([]), 0.0)
        self.root.children = look_ahead(evaluation, start, MOST_AT_ROOT, also)
        self.nodes = 1
        self.also = [child for child in self.root.children if child.order in also]

    def run(self, nodes: int) -> None:
        """Looks ahead from so many tables, the first of them included."""
        steps = 0
        while self.nodes < nodes:
            steps += 1
            forced = None
            if self.also and steps % FORCED == 0:
                forced = self.also[steps // FORCED % len(self.also)]
            self._step(forced)

    def ranking(self) -> list[RankedOrder]:
        """What was looked at seldom may seem better than it is, and is not ranked above."""
        children = self.root.children or []
        most = max((child.visits for child in children), default=0)
        seat, found, points = self.seat, list[RankedOrder](), inf
        for child in sorted(
            children, key=lambda child: (child.visits * A_FEW >= most, child.worth), reverse=True
        ):
            points = min(points, child.outlook.lead(seat))
            if child.order is not None:
                found.append(RankedOrder(child.order, points, child.visits))
        return found

    def _step(self, forced: Node | None) -> None:
        path, node = [], self.root
        while node.children:
            path.append(node)
            node = forced if forced and node is self.root else self._most_promising(node)
        if node.children is None:
            self._open(node)
        else:
            # The end of a game, looked at again.
            self.nodes += 1
        node.visits += 1
        for parent in reversed(path):
            node.worth = node.outlook.worth(parent.state.mover)
            parent.visits += 1
            parent.outlook = max(parent.children or (), key=lambda child: child.worth).outlook
            node = parent

    def _most_promising(self, node: Node) -> Node:
        best, most = node, -inf
        curiosity = self.curiosity * sqrt(node.visits)
        for child in node.children or ():
            seems = child.worth + curiosity / (1 + child.visits)
            if seems > most:
                best, most = child, seems
        return best

    def _open(self, node: Node) -> None:
        if len(node.state.money) > 2:
            while node.state.to_move not in (None, self.seat):
                reply = look_ahead(self.evaluation, node.state, self.most_replies)[0]
                node.state, node.outlook = reply.state, reply.outlook
                self.nodes += 1
        node.children = look_ahead(self.evaluation, node.state, MOST_BELOW)
        self.nodes += 1
        if node.children:
            node.outlook = node.children[0].outlook


def look_ahead(
    evaluation: Evaluation, state: State, most: int, also: Sequence[Command] = ()
) -> list[Node]:
    """The tables after the likely orders, the best for the mover first; none after the end."""
    seat, found = state.to_move, []
    if seat is None:
        return []
    likely: Sequence[Command]
    likely = turns(evaluation, state, most) if state.status == "playing" else ()
    for order in dict.fromkeys((*(likely or moves.setup_orders(state)), *also)):
        try:
            after = judge(state, order)[1]
        except Refusal:
            # Its parts can be had each for itself, but not together.
            continue
        outlook = evaluation.outlook(after)
        found.append(Node(order, after, outlook, outlook.worth(seat)))
    # Who can play on does not end a game without winning it.
    kept = [node for node in found if node.order in also or not _is_given_away(node.state, seat)]
    return sorted(kept or found, key=lambda node: -node.worth)


def _is_given_away(state: State, seat: int) -> bool:
    return state.to_move is None and state.winners != (seat,)


def rank(state: State, *, nodes: int, also: Iterable[Command] = ()) -> tuple[RankedOrder, ...]:
    """The orders that were looked at, the best first; those of `also` are among them."""
    with no_garbage():
        return _rank(state, nodes, tuple(also))


def _rank(state: State, nodes: int, also: tuple[Command, ...]) -> tuple[RankedOrder, ...]:
    """Its tree is gone when it ends: the collector would walk through it for an eighth of the time."""
    search = Search(evaluation_for(state), state, also)
    search.run(nodes)
    return tuple(search.ranking())


def evaluation_for(state: State) -> Evaluation:
    return _evaluation_for(Layout(state))


class Layout:
    """What an evaluation hangs on, which does not change within a game."""

    def __init__(self, state: State) -> None:
        self.state = state
        setup = state.setup
        self.key = (state.sizes, state.tiles, setup.closed, setup.milestones, len(state.money))

    def __hash__(self) -> int:
        return hash(self.key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Layout) and self.key == other.key


@lru_cache(maxsize=4)
def _evaluation_for(layout: Layout) -> Evaluation:
    return Evaluation(weights_for(len(layout.state.money)), layout.state)


@contextmanager
def no_garbage() -> Iterator[None]:
    """A tree has no cycles, but makes so much that the collector would run all the time."""
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
