"""What the seat to move can do, ranked by a search.

With two players a tree grows best first: each step goes down by the order that seems best to
whoever is to move, where what was looked at seldom counts a little better than it seems, and
looks ahead from one table there. A table is worth what its best order is worth. With more, a
search goes from an order to the seat's next turn and no further, as the others' plans cannot be
foreseen; but each time an order is looked at again, all who move until then, and the seat itself
in its next turn, think longer.
"""

import gc
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cached_property, lru_cache
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
"""So many orders of all others together are looked at for what they reply at once."""
THOUGHTS = (0, 2, 6, 18)
"""Into so many orders each who follows looks: the first time that an order is looked into, the
second time, and so on."""
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


class Search(ABC):
    curiosity: float

    def __init__(
        self,
        evaluation: Evaluation,
        state: State,
        also: Sequence[Command] = (),
        most: int = MOST_AT_ROOT,
    ) -> None:
        self.evaluation, self.seat = evaluation, state.mover
        self.root = Node(None, state, Outlook([]), 0.0)
        self.orders = self.root.children = look_ahead(evaluation, state, most, also)
        self.nodes = 1
        self.also = [node for node in self.orders if node.order in also]

    def run(self, nodes: int) -> None:
        """Looks ahead from so many tables, the first of them included."""
        steps, forced = 0, None
        while self.step(forced, nodes - self.nodes):
            steps += 1
            is_asked_for = self.also and steps % FORCED == 0
            forced = self.also[steps // FORCED % len(self.also)] if is_asked_for else None

    @abstractmethod
    def step(self, forced: Node | None, left: float) -> bool:
        """Whether one was made, as so many tables are left to look ahead from."""

    def best_first(self) -> list[Node]:
        """What was looked at seldom may seem better than it is, and is not ranked above."""
        most = max((node.visits for node in self.orders), default=0)
        return sorted(
            self.orders, key=lambda node: (node.visits * A_FEW >= most, node.worth), reverse=True
        )

    def ranking(self) -> list[RankedOrder]:
        found, points = list[RankedOrder](), inf
        for node in self.best_first():
            points = min(points, node.outlook.lead(self.seat))
            if node.order is not None:
                found.append(RankedOrder(node.order, points, node.visits))
        return found

    def most_promising(self, nodes: Iterable[Node], visits: int) -> Node:
        """Of those below a table that was looked at so often."""
        best, most = self.root, -inf
        curiosity = self.curiosity * sqrt(visits)
        for node in nodes:
            seems = node.worth + curiosity / (1 + node.visits)
            if seems > most:
                best, most = node, seems
        return best


class Tree(Search):
    """Of two players."""

    curiosity = CURIOSITY

    def step(self, forced: Node | None, left: float) -> bool:
        if left <= 0:
            return False
        path, node = [], self.root
        while children := node.children:
            path.append(node)
            if forced and node is self.root:
                node = forced
            else:
                node = self.most_promising(children, node.visits)
        if node.children is None:
            node.children = look_ahead(self.evaluation, node.state, MOST_BELOW)
            if node.children:
                node.outlook = node.children[0].outlook
        # The end of a game may be looked at again.
        self.nodes += 1
        node.visits += 1
        for parent in reversed(path):
            node.worth = node.outlook.worth(parent.state.mover)
            parent.visits += 1
            parent.outlook = max(parent.children or (), key=lambda child: child.worth).outlook
            node = parent
        return True


class Round(Search):
    """Of more players: from an order to the seat's next turn."""

    curiosity = CURIOSITY_AMONG_MANY
    thoughts: Sequence[int] = THOUGHTS

    @cached_property
    def searches(self) -> dict[int, "RoundAtOnce"]:
        """Of those who follow, by the table, which the search keeps."""
        return {}

    def step(self, forced: Node | None, left: float) -> bool:
        most = len(self.thoughts)
        payable = [
            node for node in self.orders if node.visits < most and self._cost_of(node) <= left
        ]
        if not payable:
            return False
        node = forced if forced in payable else self.most_promising(payable, self.root.visits)
        node.outlook = self._outlook_after(node, self.thoughts[node.visits])
        node.worth = node.outlook.worth(self.seat)
        node.visits += 1
        self.root.visits += 1
        return True

    def _cost_of(self, node: Node) -> int:
        """In tables, if it is looked into once more."""
        seats = self.evaluation.seats
        return seats * (1 + seats * self.thoughts[node.visits])

    def _outlook_after(self, node: Node, thought: int) -> Outlook:
        state, outlook = node.state, node.outlook
        replies = REPLIES_A_ROUND // (self.evaluation.seats - 1)
        while state.to_move not in (None, self.seat):
            state, outlook = self._follow(state, thought, replies)
        if state.to_move is not None:
            outlook = self._follow(state, thought, MOST_BELOW)[1]
        return outlook

    def _follow(self, state: State, thought: int, most: int) -> tuple[State, Outlook]:
        """By what seems best at once, or after so much thought; goes on where it stopped before."""
        search = self.searches.get(id(state))
        if search is None:
            search = self.searches[id(state)] = RoundAtOnce(self.evaluation, state, most=most)
            self.nodes += search.nodes
        known = search.nodes
        while search.root.visits < thought and search.step(None, inf):
            pass
        self.nodes += search.nodes - known
        best = search.best_first()[0]
        return best.state, best.outlook


class RoundAtOnce(Round):
    thoughts = (0,)


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
    kind: type[Search] = Tree if len(state.money) == 2 else Round
    # A search takes nothing back.
    search = kind(evaluation_for(state), replace(state, turn_starts=()), also)
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


@lru_cache(maxsize=2)
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
