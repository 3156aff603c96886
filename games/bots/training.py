"""Learns the weights of the evaluation by self-play: `python -m games.bots.training 2`.

Temporal differences: after each game every turn's guess is drawn towards the guesses that
followed it and towards the end. The games are of all options, half of them the base game
alone. What was learned so far is kept, and a stopped training goes on from there.
"""

import argparse
import gc
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from time import monotonic

from msgspec import Struct, json, structs

from games.bots.evaluation import Evaluation
from games.bots.patterns import Key, Term, prior
from games.bots.search import Node, look_ahead, no_garbage
from games.bots.weights import Lesson, read_key, write_key
from games.domain import Options
from games.domain.chance import Draws
from games.domain.evolve import replay
from games.domain.setup import start

TRUST_IN_GUESSES = 0.2
"""How far a turn is drawn to the guess that followed it; the rest is what came of the game."""
RATE = 0.1
ODD_MOVES, ODD_SETUPS = 10, 70
"""So many of a hundred are not what seems best: a turn among the best few, a town at random."""
MOST_ODD = 6
LOOKED_AT = 12
QUARTERS = 4
SECONDS_A_LINE = 30
COMPARED_GAMES = 60
DIGITS = 3


class Progress(Struct):
    """A training under way: the lesson so far, and each key's sum of squared slopes."""

    lesson: Lesson
    squares: dict[str, float]


class Turn(Struct, frozen=True):
    """For each seat what it had when a turn began, and what it was expected to gain by."""

    influence: tuple[int, ...]
    terms: list[list[Term]]


class Learner:
    def __init__(self, progress: Progress) -> None:
        lesson = progress.lesson
        self.players, self.seed, self.games = lesson.players, lesson.seed, lesson.games
        self.weights = {read_key(name): weight for name, weight in lesson.weights.items()}
        self.squares = {read_key(name): square for name, square in progress.squares.items()}

    def progress(self) -> Progress:
        weights = {write_key(key): self.weights[key] for key in sorted(self.weights, key=str)}
        squares = {write_key(key): square for key, square in self.squares.items()}
        return Progress(Lesson(self.players, self.games, self.seed, weights), squares)

    def play_and_learn(self) -> float:
        """One game; answers the mean square of its errors."""
        draws = Draws(self.seed, f"training game {self.games}")
        turns, final = play_game(self.players, self.weights, draws)
        self.games += 1
        return self.learn(turns, final)

    def learn(self, turns: Sequence[Turn], final: Sequence[int]) -> float:
        aims, square_errors = _relative(final), 0.0
        for turn in reversed(turns):
            guesses = _relative(
                [
                    influence + sum(self._weight(key) * value for key, value in terms)
                    for influence, terms in zip(turn.influence, turn.terms, strict=True)
                ]
            )
            errors = [aim - guess for aim, guess in zip(aims, guesses, strict=True)]
            square_errors += sum(error * error for error in errors) / len(errors)
            self._follow(errors, turn.terms)
            aims = [
                aim + TRUST_IN_GUESSES * (guess - aim)
                for aim, guess in zip(aims, guesses, strict=True)
            ]
        return square_errors / len(turns)

    def _follow(self, errors: Sequence[float], terms: Sequence[Sequence[Term]]) -> None:
        """Moves each weight the less the more it was moved before."""
        slopes: dict[Key, float] = {}
        for error, mine in zip(errors, terms, strict=True):
            for key, value in mine:
                slopes[key] = slopes.get(key, 0.0) + error * value
        for key, slope in slopes.items():
            square = self.squares[key] = self.squares.get(key, 1.0) + slope * slope
            self.weights[key] += RATE * slope / square**0.5

    def _weight(self, key: Key) -> float:
        weight = self.weights.get(key)
        if weight is None:
            weight = self.weights[key] = prior(key)
        return weight


def _relative(points: Sequence[float]) -> list[float]:
    mean = sum(points) / len(points)
    return [each - mean for each in points]


def play_game(
    players: int, weights: Mapping[Key, float], draws: Draws
) -> tuple[list[Turn], tuple[int, ...]]:
    """Every turn of a game, with an odd one now and then, and how it ended."""
    state = replay(start(players, options=draw_options(draws), seed=draws.below(1 << 32)))
    evaluation, turns = Evaluation(weights, state), list[Turn]()
    while state.status != "ended":
        state = structs.replace(state, turn_starts=())
        if state.status == "playing":
            turns.append(Turn(state.influence, evaluation.terms(state)))
        odd = ODD_MOVES if state.status == "playing" else ODD_SETUPS
        nodes = look_ahead(evaluation, state, LOOKED_AT)
        state = _pick(nodes, odd, draws).state
    return turns, state.influence


def _pick(nodes: Sequence[Node], odd: int, draws: Draws) -> Node:
    if draws.below(100) >= odd:
        return nodes[0]
    if nodes[0].state.turn > 1:
        nodes = nodes[:MOST_ODD]
    return nodes[draws.below(len(nodes))]


def draw_options(draws: Draws) -> Options:
    if draws.below(2):
        return Options()
    return Options(
        milestones=bool(draws.below(2)),
        boom=bool(draws.below(2)),
        region_tiles=(None, 1, 2)[draws.below(3)],
        layout=("printed", "random")[draws.below(2)],
    )


def compare(
    players: int, one: Mapping[Key, float], other: Mapping[Key, float], games: int
) -> float:
    """The share of games that the first weights win, in each seat in turn, of all it could."""
    won = 0.0
    for number in range(games):
        draws, mine = Draws(number // players, "comparison"), number % players
        options = draw_options(draws)
        state = replay(start(players, options=options, seed=number // players))
        evaluations = [Evaluation(one if seat == mine else other, state) for seat in range(players)]
        while state.status != "ended":
            state = structs.replace(state, turn_starts=())
            nodes = look_ahead(evaluations[state.mover], state, LOOKED_AT)
            state = _pick(nodes, 0 if state.status == "playing" else 100, draws).state
        won += (mine in state.winners) / len(state.winners)
    return won / games


def train(learner: Learner, games: int, compared: int = COMPARED_GAMES) -> Iterator[str]:
    """A line now and then; after each quarter what it gained."""
    last, errors, by_hand = monotonic(), list[float](), dict[Key, float]()
    before, began = dict(learner.weights), learner.games
    yield "  games  weights   error   wins over the quarter before, over weights by hand"
    for quarter in range(1, QUARTERS + 1):
        until = began + (games - began) * quarter // QUARTERS
        while learner.games < until:
            errors.append(learner.play_and_learn())
            if monotonic() - last > SECONDS_A_LINE:
                last = monotonic()
                gc.collect()
                yield _line(learner, errors)
        gained = compare(learner.players, learner.weights, before, compared)
        over_hand = compare(learner.players, learner.weights, by_hand, compared)
        yield f"{_line(learner, errors)}   {gained:.0%}, {over_hand:.0%}"
        before, errors = dict(learner.weights), []


def _line(learner: Learner, errors: Sequence[float]) -> str:
    error = (sum(errors) / len(errors)) ** 0.5 if errors else 0.0
    return f"{learner.games:7,} {len(learner.weights):8,} {error:7.2f}"


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m games.bots.training", description=__doc__)
    parser.add_argument("players", type=int, choices=range(2, 6))
    parser.add_argument("--games", type=int, default=40_000, help="in all; some 40,000 an hour")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("var/training"))
    args = parser.parse_args()
    args.folder.mkdir(parents=True, exist_ok=True)
    kept = args.folder / f"{args.players}.json"
    progress = (
        json.decode(kept.read_bytes(), type=Progress)
        if kept.exists()
        else Progress(Lesson(args.players, 0, args.seed, {}), {})
    )
    learner = Learner(progress)
    with no_garbage():
        for line in train(learner, args.games):
            print(line, flush=True)  # noqa: T201 - progress is what a terminal is for.
            kept.write_bytes(json.encode(learner.progress()))
    lesson = learner.progress().lesson
    lesson.weights = {name: round(weight, DIGITS) for name, weight in lesson.weights.items()}
    weights = Path(__file__).parent / "learned" / f"{args.players}.json"
    weights.write_bytes(json.format(json.encode(lesson), indent=1) + b"\n")
    print(f"{weights.name}: {len(lesson.weights):,} weights")  # noqa: T201


if __name__ == "__main__":
    main()
