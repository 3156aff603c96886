"""What the first hint misses against the master: `python -m tests.bots.hints_beside_master`.

Positions of games between regular players, with two to four, of the base game and with all
expansions in turn; points are what the master expects of both orders. Hints are those that are
thought ahead; with `--soon` those of a table that nobody has thought about.
"""

import os
from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.bots.pairings import ALL, BASE
from games.bots.search import rank
from games.bots.strengths import choose_as_regular, nodes_of_master
from games.bots.suggestions import NODES, nodes_ahead, ranked_suggestions
from games.domain import State
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.setup import start

EVERY = 7
NEAR = 0.5


def positions(count: int) -> Iterator[State]:
    seed = 0
    while True:
        options = (BASE, ALL)[seed % 2]
        state = replay(start(2 + seed // 2 % 3, options=options, seed=seed))
        while state.status != "ended":
            if state.status == "playing" and state.turn % EVERY == seed % EVERY:
                yield state
                count -= 1
                if not count:
                    return
            _, state = judge(state, choose_as_regular(state, seed + state.version))
        seed += 1


def missed(state: State, *, is_soon: bool) -> float:
    """Points between the master's turn and the first hint; 0 where they are one."""
    hint = ranked_suggestions(state, nodes=NODES if is_soon else nodes_ahead(state, 1))
    nodes = nodes_of_master(state)
    if not hint or hint[0].order == rank(state, nodes=nodes)[0].order:
        return 0.0
    ranked = rank(state, nodes=nodes, also=(hint[0].order,))
    own = next(each for each in ranked if each.order == hint[0].order)
    return ranked[0].points - own.points


def main() -> None:
    parser = ArgumentParser(prog="python -m tests.bots.hints_beside_master", description=__doc__)
    parser.add_argument("count", type=int, nargs="?", default=1000)
    parser.add_argument("--soon", action="store_true")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    args = parser.parse_args()
    with ProcessPoolExecutor(args.processes) as pool:
        losses = []
        for loss in pool.map(partial(missed, is_soon=args.soon), positions(args.count)):
            losses.append(loss)
            same = sum(each == 0 for each in losses) / len(losses)
            near = sum(each <= NEAR for each in losses) / len(losses)
            mean = sum(losses) / len(losses)
            told = f"{len(losses):5} {same:.1%} the same, {near:.1%} near, {mean:.2f} points missed"
            print(told, flush=True)  # noqa: T201


if __name__ == "__main__":
    main()
