"""What the first hint misses against the master: `python -m tests.bots.hints_beside_master`.

Positions of games between regular players, with two to four, of the base game and with all
expansions in turn; points are what the master expects of both orders.
"""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor

from games.bots.pairings import ALL, BASE
from games.bots.search import rank
from games.bots.strengths import choose_as_regular, nodes_of_master
from games.bots.suggestions import ranked_suggestions
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


def missed(state: State) -> float:
    """Points between the master's turn and the first hint; 0 where they are one."""
    hint = ranked_suggestions(state)
    if not hint:
        return 0.0
    ranked = rank(state, nodes=nodes_of_master(state), also=(hint[0].order,))
    own = next(each for each in ranked if each.order == hint[0].order)
    return ranked[0].points - own.points


def main(count: int) -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        losses = []
        for loss in pool.map(missed, positions(count)):
            losses.append(loss)
            same = sum(each == 0 for each in losses) / len(losses)
            near = sum(each <= NEAR for each in losses) / len(losses)
            mean = sum(losses) / len(losses)
            told = f"{len(losses):5} {same:.1%} the same, {near:.1%} near, {mean:.2f} points missed"
            print(told, flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
