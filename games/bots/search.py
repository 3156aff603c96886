"""What the seat to move can do, ranked by a search."""

from collections.abc import Iterable

from msgspec import Struct

from games.bots.greedy import choose
from games.bots.worth import order_value
from games.domain import Command, State, moves


class RankedOrder(Struct, frozen=True):
    """`points`: by how many its player is expected to end ahead of the best other."""

    order: Command
    points: float
    nodes: int


def rank(
    state: State, *, nodes: int, seed: int = 0, also: Iterable[Command] = ()
) -> tuple[RankedOrder, ...]:
    """The orders that were looked at, the best first; those of `also` are among them."""
    if state.status == "playing":
        orders: list[Command] = [choose(state, seed + i) for i in range(3)]
    else:
        orders = list(moves.setup_orders(state))
    looked_at = list(dict.fromkeys((*orders, *also)))
    ranked = [RankedOrder(order, order_value(state, order), nodes) for order in looked_at]
    return tuple(sorted(ranked, key=lambda each: -each.points))
