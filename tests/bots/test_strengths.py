"""The four strengths: whole games by the rules, the same again, and each better than chance."""

from functools import partial

import pytest
from hypothesis import given, settings

from games.bots import STRENGTHS, Bot, bot_order, strengths
from games.bots.arena import interval, play
from games.bots.pairings import BASE, FEATURES, LISTS, Pairing, player
from games.bots.weights import weights_for
from games.domain import Options
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.setup import start
from tests.domain.games import any_options, any_players, any_seed


@pytest.mark.uncounted
@settings(max_examples=5)
@given(any_players, any_options, any_seed)
def test_they_play_whole_games_with_every_option(count: int, chosen: Options, seed: int) -> None:
    state = replay(start(count, options=chosen, seed=seed))
    choose: list[Bot] = [
        strengths.choose_as_newcomer,
        strengths.choose_as_regular,
        partial(strengths.choose_by_search, nodes=8),
    ]
    while state.status != "ended":
        _, state = judge(state, choose[(state.mover + seed) % 3](state, seed))
    assert state.winners


@pytest.mark.uncounted
@pytest.mark.parametrize("name", STRENGTHS)
def test_the_same_table_gives_the_same_order(name: str) -> None:
    state = replay(start(2, seed=4))
    assert bot_order(state, name) == bot_order(state, name)


def test_before_the_first_turn_they_do_not_always_choose_alike() -> None:
    state = replay(start(2, seed=4))
    towns = {str(strengths.choose_by_search(state, seed, nodes=10)) for seed in range(12)}
    assert len(towns) > 1


def test_a_game_of_the_arena_is_the_same_again_and_the_draws_of_its_seats_are() -> None:
    pairing = Pairing("regular", "newcomer", 2, BASE, 0.75)
    one, again, other_seat = (play(pairing, number, 1, 10) for number in (0, 0, 1))
    assert (one.won, one.digest) == (again.won, again.digest)
    assert one.digest != other_seat.digest


@pytest.mark.parametrize(("better", "worse"), [("newcomer", "chance"), ("regular", "newcomer")])
def test_each_beats_the_one_below_in_most_of_ten_games(better: str, worse: str) -> None:
    pairing = Pairing(better, worse, 2, BASE, 0.75)
    assert sum(play(pairing, number, 1, 10).won for number in range(10)) > 6


@pytest.mark.parametrize("name", LISTS)
def test_all_who_are_paired_can_play(name: str) -> None:
    state = replay(start(2, seed=4, options=Options(introductory=True)))
    for pairing in LISTS[name]():
        for who in (pairing.one.partition("@")[0], pairing.others.partition("@")[0]):
            judge(state, player(who, 100)(state, 1))


def test_every_weight_belongs_to_a_feature() -> None:
    heads = tuple(head for heads in FEATURES.values() for head in heads)
    for players in range(2, 6):
        assert all(str(key[0]).startswith(heads) for key in weights_for(players))


def test_the_interval_is_wilsons() -> None:
    low, high = interval(75, 100)
    assert (round(low, 3), round(high, 3)) == (0.657, 0.825)
