"""Plays the strengths against each other: `python -m games.bots.arena`.

Each pairing goes on until the 95 % interval of its wins clears its goal, or its games are
played. The one player sits in each seat in turn; towns are drawn, and the same draws are
played once from every seat. The same seed and nodes play the same games.
"""

import argparse
import os
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from hashlib import sha256
from math import sqrt
from time import process_time

from msgspec import Struct, json, structs

from games.bots.pairings import BASE, LISTS, Pairing, Player, player
from games.domain.chance import Draws
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.domain.setup import start

A_BLOCK = 20
"""So many games are played before the interval is looked at again."""
SURE = 1.96
MOST_TURNS = 400


class Played(Struct, frozen=True):
    """A game: the share of the win that the one player has, its seconds a choice, its course."""

    won: float
    seconds: float
    digest: str


class Score(Struct, frozen=True):
    pairing: Pairing
    games: int
    won: float
    low: float
    high: float
    different: int
    seconds: float


def play(pairing: Pairing, number: int, seed: int, part: int) -> Played:
    one, others = player(pairing.one, part), player(pairing.others, part)
    return play_with(pairing, number, seed, one, others)


def play_with(pairing: Pairing, number: int, seed: int, one: Player, others: Player) -> Played:
    """Game number so and so: the seat changes with each, the draws once all seats had them."""
    seats, mine = pairing.players, number % pairing.players
    seed += number // seats
    state = replay(start(seats, options=pairing.options, seed=seed))
    draws, spent, choices, orders = Draws(seed, "towns"), 0.0, 0, []
    while state.status != "ended" and state.turn < MOST_TURNS:
        state = structs.replace(state, turn_starts=())
        is_mine = state.mover == mine
        if state.status != "playing":
            order = random_command(state, draws.below)
        else:
            began = process_time()
            order = (one if is_mine else others)(state, seed + state.version)
            if is_mine:
                spent, choices = spent + process_time() - began, choices + 1
        orders.append(order)
        state = judge(state, order)[1]
    won = (mine in state.winners) / max(1, len(state.winners))
    return Played(won, spent / max(1, choices), sha256(json.encode(orders)).hexdigest())


def interval(won: float, games: int) -> tuple[float, float]:
    """Wilson's, of 95 %."""
    share, z = won / games, SURE * SURE
    middle = (share + z / (2 * games)) / (1 + z / games)
    width = SURE * sqrt(share * (1 - share) / games + z / (4 * games * games)) / (1 + z / games)
    return middle - width, middle + width


def compete(
    pairing: Pairing, most: int, seed: int, part: int, pool: ProcessPoolExecutor
) -> Iterator[Score]:
    """The score so far after each block; the last one is the pairing's."""
    played: list[Played] = []
    while len(played) < most:
        block = range(len(played), min(most, len(played) + A_BLOCK))
        played += pool.map(partial(_play, pairing, seed, part), block)
        won, games = sum(each.won for each in played), len(played)
        low, high = interval(won, games)
        yield Score(
            pairing,
            games,
            won / games,
            low,
            high,
            len({each.digest for each in played}),
            sum(each.seconds for each in played) / games,
        )
        if low >= pairing.goal:
            return


def _play(pairing: Pairing, seed: int, part: int, number: int) -> Played:
    return play(pairing, number, seed, part)


def row(score: Score) -> str:
    pairing = score.pairing
    kind = "base" if pairing.options == BASE else "all expansions"
    return (
        f"| {pairing.one} | {pairing.players - 1} {pairing.others} | {kind} | {score.games} "
        f"| {score.won:.0%} | {score.low:.0%} to {score.high:.0%} | {pairing.goal:.0%} "
        f"| {score.different} | {score.seconds * 1000:,.0f} |"
    )


def table(scores: Iterable[Score]) -> str:
    head = "| player | against | game | games | wins | 95 % interval | goal | different | ms a choice |"
    return "\n".join([head, "|---" * 9 + "|", *map(row, scores)])


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.bots.arena", description=__doc__)
    parser.add_argument("--of", choices=LISTS, default="goals")
    parser.add_argument("--games", type=int, default=400, help="at most, a pairing")
    parser.add_argument("--part", type=int, default=1, help="10: at a tenth of the nodes")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument("--only", default="", help="pairings whose row holds this text")
    args = parser.parse_args()
    scores = []
    with ProcessPoolExecutor(args.processes) as pool:
        for pairing in LISTS[args.of]():
            if args.only not in row(Score(pairing, 1, 0, 0, 0, 0, 0)):
                continue
            for score in compete(pairing, args.games, args.seed, args.part, pool):
                print(row(score), flush=True)  # noqa: T201
            scores.append(score)
    print(f"\n{table(scores)}")  # noqa: T201


if __name__ == "__main__":
    main()
