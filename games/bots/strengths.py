"""The four strengths, each a function from a table and a seed to an order."""

from games.bots import greedy
from games.domain import Command, State


def choose_as_newcomer(state: State, seed: int) -> Command:
    return greedy.choose(state, seed)


def choose_as_regular(state: State, seed: int) -> Command:
    return greedy.choose(state, seed)


def choose_as_strong(state: State, seed: int) -> Command:
    return greedy.choose(state, seed)


def choose_as_master(state: State, seed: int) -> Command:
    return greedy.choose(state, seed)
