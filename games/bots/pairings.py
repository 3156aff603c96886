"""Who plays whom in the arena, and what is to be shown by it."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache, partial
from itertools import pairwise

from msgspec import Struct

from games.bots import strengths
from games.bots.evaluation import Evaluation
from games.bots.search import MOST_AT_ROOT, Layout, look_ahead
from games.bots.weights import weights_for
from games.domain import Command, Options, State
from games.domain.chance import Draws
from games.domain.playout import random_command

Player = Callable[[State, int], Command]
BASE = Options()
ALL = Options(milestones=True, boom=True, region_tiles=1)
LADDER = ("newcomer", "regular", "strong", "master")
FEATURES = {
    "cities": ("city",),
    "regions": ("first", "second", "low", "absent", "close"),
    "money": ("money-1", "money-2", "money-3"),
    "income": ("income",),
    "bonus tiles": ("bonus",),
    "towns": ("town",),
    "reach": ("near-",),
    "turn": ("move",),
    "milestones": ("reserve", "milestone-"),
    "tools": ("route", "development"),
    "supply": ("short",),
}
"""What the evaluation sees, by how its keys begin."""
CURVE = (100, 400, 1000, 4000)
"""Nodes: about 0.05, 0.2, 0.5 and 2 seconds."""


class Pairing(Struct, frozen=True):
    """One player among others of one kind; `goal` is the share of games that it is to win."""

    one: str
    others: str
    players: int
    options: Options
    goal: float


def goals() -> Iterator[Pairing]:
    """Each strength against chance or the strength below it."""
    yield Pairing("newcomer", "chance", 2, BASE, 0.95)
    for lower, higher in pairwise(LADDER):
        of_four = 0.3 if higher == "master" else 0.45
        yield Pairing(higher, lower, 2, BASE, 0.75)
        yield Pairing(higher, lower, 4, BASE, of_four)
        yield Pairing(higher, lower, 2, ALL, 0.7)
        yield Pairing(higher, lower, 4, ALL, min(of_four, 0.4))


def curve() -> Iterator[Pairing]:
    """Each number of nodes against the one before; the goal is more than an even share."""
    for players in (2, 4):
        for fewer, more in pairwise(CURVE):
            yield Pairing(f"master@{more}", f"master@{fewer}", players, BASE, 1 / players)


def ablation() -> Iterator[Pairing]:
    """The whole evaluation against one that does not see a feature."""
    for feature in FEATURES:
        options = ALL if feature in ("milestones", "tools") else BASE
        yield Pairing("regular", f"regular without {feature}", 2, options, 1.0)


LISTS: Mapping[str, Callable[[], Iterator[Pairing]]] = {
    "goals": goals,
    "curve": curve,
    "ablation": ablation,
}


def player(name: str, part: int) -> Player:
    """A strength at the so manieth part of its nodes; `master@60` has so many of them.

    `regular without cities` does not see that feature.
    """
    name, _, left_out = name.partition(" without ")
    name, _, nodes = name.partition("@")
    if left_out:
        return partial(_choose_without, FEATURES[left_out])
    searching: Mapping[str, Callable[[State], int]] = {
        "strong": strengths.nodes_of_strong,
        "master": strengths.nodes_of_master,
    }
    if nodes:
        return partial(strengths.choose_by_search, nodes=int(nodes))
    if name in searching:
        return partial(_choose_with_part, searching[name], part)
    plain: Mapping[str, Player] = {
        "chance": _choose_by_chance,
        "newcomer": strengths.choose_as_newcomer,
        "regular": strengths.choose_as_regular,
    }
    return plain[name]


def _choose_with_part(
    nodes_of: Callable[[State], int], part: int, state: State, seed: int
) -> Command:
    return strengths.choose_by_search(state, seed, nodes=nodes_of(state) // part)


def _choose_by_chance(state: State, seed: int) -> Command:
    return random_command(state, Draws(seed, "chance").below)


def _choose_without(heads: tuple[str, ...], state: State, _seed: int) -> Command:
    nodes = look_ahead(_evaluation_without(heads, Layout(state)), state, MOST_AT_ROOT)
    return strengths.order_to(nodes[0])


@lru_cache(maxsize=4)
def _evaluation_without(heads: tuple[str, ...], layout: Layout) -> Evaluation:
    weights = weights_for(len(layout.state.money))
    return Evaluation(
        {key: 0.0 if str(key[0]).startswith(heads) else w for key, w in weights.items()},
        layout.state,
    )
