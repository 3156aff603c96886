"""The master against the player of old: `python -m tests.bots.against_greedy`.

Four hundred games each with two, three and four players, towns drawn, at a tenth of the nodes.
"""

import os
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial

from games.bots.arena import A_BLOCK, Score, interval, play_with, row
from games.bots.pairings import BASE, Pairing, player
from tests.bots import greedy

GOALS = {2: 0.97, 3: 0.95, 4: 0.85}
TENTH = 10


def play_one(players: int, number: int) -> float:
    pairing = Pairing("master", "greedy", players, BASE, GOALS[players])
    return play_with(pairing, number, 1, player("master", TENTH), greedy.choose).won


def scores(players: int, games: int, pool: ProcessPoolExecutor) -> Iterator[Score]:
    won = list[float]()
    while len(won) < games:
        block = range(len(won), min(games, len(won) + A_BLOCK))
        won += pool.map(partial(play_one, players), block)
        low, high = interval(sum(won), len(won))
        pairing = Pairing("master", "greedy", players, BASE, GOALS[players])
        yield Score(pairing, len(won), sum(won) / len(won), low, high, len(won), 0.0)


def main(games: int) -> None:
    with ProcessPoolExecutor(os.cpu_count()) as pool:
        for players in GOALS:
            for score in scores(players, games, pool):
                print(row(score), flush=True)  # noqa: T201


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 400)
