"""The computer player of old, a yardstick: legal in every game, the same again, and sensible."""

import pytest
from hypothesis import given, settings

from games.domain import Options
from games.domain.chance import Draws
from games.domain.commands import TakeTurn
from games.domain.decide import decide
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.domain.setup import start
from tests.bots import greedy
from tests.domain.games import any_options, any_players, any_seed
from tests.domain.tables import lay


def wins_against_chance(players: int, seed: int) -> bool:
    seat, draws = seed % players, Draws(seed, "test")
    state = replay(start(players, seed=seed))
    while state.status != "ended":
        own = state.mover == seat
        order = greedy.choose(state, seed) if own else random_command(state, draws.below)
        state = replay(decide(state, order), state)
    return state.winners == (seat,)


@pytest.mark.uncounted
@pytest.mark.parametrize(("players", "games", "wins"), [(2, 20, 19), (4, 10, 8)])
def test_it_wins_most_games_against_chance(players: int, games: int, wins: int) -> None:
    assert sum(wins_against_chance(players, seed) for seed in range(games)) >= wins


@pytest.mark.uncounted
@settings(max_examples=15)
@given(any_players, any_options, any_seed)
def test_it_plays_whole_games_with_every_option(players: int, chosen: Options, seed: int) -> None:
    state = replay(start(players, options=chosen, seed=seed))
    while state.status != "ended":
        state = replay(decide(state, greedy.choose(state, seed)), state)
    assert state.winners


def test_the_same_table_and_seed_give_the_same_command() -> None:
    state = lay(3, "omaha: blue\nchicago: red orange\ndallas: blue red", money={"blue": 9})
    assert len({repr(greedy.choose(state, 5)) for _ in range(5)}) == 1


def test_it_takes_the_majority_that_lies_before_it() -> None:
    state = lay(3, "washington: blue blue red blue", money={"blue": 5})
    order = greedy.choose(state, 1)
    assert isinstance(order, TakeTurn)
    assert "washington" in order.increase


def test_it_uses_the_development_and_the_route_tile() -> None:
    uses = set()
    for seed in range(40):
        state = lay(
            4,
            "reno: blue\nlas-vegas: red\nlos-angeles: red\nsan-francisco scored: red blue",
            money={"blue": 9},
            bonus={},
            tools={"blue": ("development", "route")},
        )
        order = greedy.choose(state, seed)
        uses |= set(order.use if isinstance(order, TakeTurn) else ())
    assert uses & {"development", "route"}
