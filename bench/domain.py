"""Speed of the rules, with python-chess and the eventsourcing package as yardsticks.

Nothing here waits: it is the processor's time, whoever else is at work.
"""

from collections.abc import Callable
from random import Random
from time import process_time
from uuid import UUID

import chess
from eventsourcing.application import Application
from eventsourcing.domain import Aggregate, event

from bench.measure import print_line, seconds, versus
from games.domain import Event, Options, State
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.moves import options
from games.domain.payloads import decoder, encoder
from games.domain.playout import random_command
from games.domain.setup import start
from tests.bots import greedy

GAMES = 60
CHESS_GAMES = 20
MOST_CHESS_MOVES = 400


def main() -> None:
    print("domain")
    measure_playouts()
    measure_replays()
    measure_middle_game()


def measure_playouts() -> None:
    ours, chess_moves = versus(
        franchise_turns, lambda: chess_moves_of(until_over=True), clock=process_time
    )
    _, bare = versus(lambda: 1, lambda: chess_moves_of(until_over=False), clock=process_time)
    print_line(
        "random playouts, 2 players, turns/s over chess moves/s",
        f"{1 / ours:,.0f} / {1 / chess_moves:,.0f} = {chess_moves / ours:.2f}",
        ">= 0.6",
        "computer players and suggestions try turns out at this pace",
    )
    print_line(
        "the same over chess moves without a test for the end",
        f"{1 / ours:,.0f} / {1 / bare:,.0f} = {bare / ours:.2f}",
        ">= 0.6",
        "the rules of a turn are less than a hundredth of what it costs a web process",
    )


def draws() -> Callable[[int], int]:
    chance = Random(1).random
    return lambda n: int(chance() * n)


def franchise_turns() -> int:
    below, turns = draws(), 0
    for seed in range(GAMES):
        state = replay(start(2, seed=seed))
        while state.status != "ended":
            _, state = judge(state, random_command(state, below))
            turns += 1
    return turns


def chess_moves_of(*, until_over: bool) -> int:
    below, moves = draws(), 0
    for _ in range(CHESS_GAMES):
        board = chess.Board()
        for _ in range(MOST_CHESS_MOVES):
            legal = list(board.legal_moves)
            if not legal or (until_over and board.is_game_over()):
                break
            board.push(legal[below(len(legal))])
            moves += 1
    return moves


class Tally(Aggregate):
    """The smallest aggregate that a game could be with the eventsourcing package."""

    @event("Started")
    def __init__(self, seats: int) -> None:
        self.money = [0] * seats

    @event("Paid")
    def pay(self, seat: int, amount: int) -> None:
        self.money[seat] += amount


def measure_replays() -> None:
    events = finished_game(5)
    text = encoder.encode(events)
    shelf: Application[UUID] = Application()
    tally = Tally(5)
    for i in range(len(events) - 1):
        tally.pay(i % 5, 1)
    shelf.save(tally)

    def ours() -> int:
        return len(events) if replay(decoder.decode(text)) else 0

    def theirs() -> int:
        return len(events) if shelf.repository.get(tally.id) else 0

    def decoding() -> int:
        return len(decoder.decode(text))

    mine, bare = versus(ours, decoding, rounds=20, clock=process_time)
    again, floor = versus(ours, theirs, rounds=20, clock=process_time)
    whole, alone = (each * len(events) * 1000 for each in (mine, bare))
    print_line(
        f"replay of a 5-player game, {len(events)} events, over decoding its JSON",
        f"{whole:.2f} / {alone:.2f} ms = {whole / alone:.1f}",
        "<= 2 ms",
        "what a finished game costs to be shown again, beside reading it",
    )
    print_line(
        "an event of it, against eventsourcing's in-memory repository",
        f"{again * 1e6:.2f} / {floor * 1e6:.2f} us = 1/{floor / again:.1f}",
        "<= 1/8",
        "a long history is no reason for snapshots of it",
    )


def finished_game(players: int) -> tuple[Event, ...]:
    events, state = list(start(players, seed=5)), replay(start(players, seed=5))
    while state.status != "ended":
        happened, state = judge(state, greedy.choose(state, 1))
        events += happened
    return tuple(events)


def measure_middle_game() -> None:
    everything = Options(milestones=True, boom=True, region_tiles=1)
    plain, rich = middle_table(Options()), middle_table(everything)
    print_line(
        "options(state) in the middle game",
        f"{seconds_of_options(plain) * 1000:.3f} ms",
        "<= 0.5 ms",
        "what may be played is worked out anew for each page and each call",
    )
    print_line(
        "the same with all expansions",
        f"{seconds_of_options(rich) * 1000:.3f} ms",
        "<= 0.5 ms",
        "",
    )

    def choice() -> int:
        return 1 if greedy.choose(rich, 1) else 0

    print_line(
        "a choice of the computer player, all expansions",
        f"{seconds(choice, clock=process_time) * 1000:.1f} ms",
        "<= 50 ms",
        "a worker plays some hundreds of computer turns a second",
    )


def middle_table(chosen: Options) -> State:
    state = replay(start(5, options=chosen, seed=3))
    while len(state.track) < 3:
        _, state = judge(state, greedy.choose(state, 1))
    return state


def seconds_of_options(state: State) -> float:
    def work() -> int:
        for _ in range(200):
            options(state)
        return 200

    return seconds(work, clock=process_time)
