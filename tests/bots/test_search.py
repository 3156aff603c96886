"""The search and its evaluation: legal, the same again, and true to what its weights say."""

import pytest
from hypothesis import given, settings
from msgspec.structs import replace

from games.bots.evaluation import A_WIN, Evaluation
from games.bots.search import Round, Tree, evaluation_for, look_ahead, rank
from games.bots.weights import weights_for
from games.domain import Options, Refusal, State
from games.domain.chance import Draws
from games.domain.commands import Expansion, TakeTurn
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.playout import random_command
from games.domain.setup import start
from tests.domain.games import any_options, any_players, any_seed, steps
from tests.domain.tables import lay

BEFORE_A_MAJORITY = "washington: blue blue red blue"


@pytest.mark.uncounted
@settings(max_examples=10)
@given(any_players, any_options, any_seed)
def test_a_guess_is_the_sum_of_its_terms_by_their_weights(
    players: int, options: Options, seed: int
) -> None:
    weights = weights_for(players)
    for state, _ in steps(players, options, seed):
        if state.status != "playing" or len(state.still) == players - 1:
            continue
        evaluation = Evaluation(weights, state)
        points = evaluation.outlook(state).points
        for seat, terms in enumerate(evaluation.terms(state)):
            worth = sum(evaluation.weight(key) * value for key, value in terms)
            assert points[seat] == pytest.approx(state.influence[seat] + worth)


@pytest.mark.uncounted
@settings(max_examples=10)
@given(any_players, any_options, any_seed)
def test_what_is_looked_ahead_to_is_what_the_rules_make_of_it(
    players: int, options: Options, seed: int
) -> None:
    for number, (state, _) in enumerate(steps(players, options, seed)):
        if number % 5 or state.status == "draft":
            continue
        nodes = look_ahead(evaluation_for(state), state, 14)
        assert [node.worth for node in nodes] == sorted((n.worth for n in nodes), reverse=True)
        for node in nodes:
            assert node.order is not None
            assert judge(state, node.order)[1] == node.state


def middle(players: int, seed: int = 3) -> State:
    played = [state for state, _ in steps(players, Options(), seed) if state.status == "playing"]
    return played[len(played) // 2]


@pytest.mark.parametrize("players", [2, 4])
def test_the_same_table_and_nodes_give_the_same_ranking(players: int) -> None:
    state = middle(players)
    assert rank(state, nodes=30) == rank(state, nodes=30)


@pytest.mark.parametrize("players", [2, 4])
def test_an_order_that_is_asked_about_is_ranked_and_looked_at(players: int) -> None:
    state = middle(players)
    asked = random_command(state, Draws(5, "test").below)
    ranked = {each.order: each for each in rank(state, nodes=60, also=(asked,))}
    assert ranked[asked].nodes > 0


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("nodes", [20, 100])
def test_a_search_looks_ahead_from_no_more_tables_than_it_may(players: int, nodes: int) -> None:
    state = middle(players)
    search = Tree if players == 2 else Round
    ours = search(evaluation_for(state), state)
    ours.run(nodes)
    assert nodes // 2 < ours.nodes <= nodes


def test_among_many_more_thought_is_given_to_what_others_reply() -> None:
    state = middle(4)
    ours = Round(evaluation_for(state), state)
    ours.run(400)
    visits = [node.visits for node in ours.orders]
    assert 0 < min(visits) < max(visits)


def test_nothing_is_ranked_above_what_was_looked_at_most() -> None:
    points = [each.points for each in rank(middle(2), nodes=40)]
    assert points == sorted(points, reverse=True)


def test_t7_a_majority_within_reach_comes_first() -> None:
    state = lay(3, BEFORE_A_MAJORITY, money={"blue": 5})
    best = rank(state, nodes=30)[0].order
    assert isinstance(best, TakeTurn)
    assert "washington" in best.increase


def test_g2_the_tools_are_among_what_is_looked_at() -> None:
    state = lay(
        4,
        "reno: blue\nlas-vegas: red\nlos-angeles: red\nsan-francisco scored: red blue",
        money={"blue": 9},
        bonus={},
        tools={"blue": ("development", "route")},
    )
    used = {each.order.use for each in rank(state, nodes=1) if isinstance(each.order, TakeTurn)}
    assert {("development",), ("development", "route")} <= used


def test_b1_to_b4_each_use_of_a_bonus_tile_is_among_what_is_looked_at() -> None:
    uses = set()
    for state, _ in steps(2, Options(), 5):
        if state.status == "playing":
            looked_at = rank(state, nodes=1)
            uses |= {each.order.bonus for each in looked_at if isinstance(each.order, TakeTurn)}
    assert uses == {None, "expand", "share", "cash"}


def test_t20_a_game_is_not_passed_to_its_end_by_who_does_not_win() -> None:
    state = replace(lay(2, "pueblo: blue\nomaha: red red", money={"red": 9}), still=(1,))
    best = rank(state, nodes=1)[0].order
    assert isinstance(best, TakeTurn)
    assert best.expand
    passed = TakeTurn(state.mover)
    assert passed in [each.order for each in rank(state, nodes=1, also=(passed,))]


def test_t20_who_is_ahead_is_expected_to_end_the_game() -> None:
    ahead = replace(lay(2, "pueblo: blue"), still=(1,), influence=(5, 0))
    behind = replace(ahead, influence=(0, 5))
    evaluation = evaluation_for(ahead)
    assert evaluation.outlook(ahead).worth(0) > A_WIN
    assert evaluation.outlook(behind).winner is None


def test_an_order_that_the_rules_refuse_is_not_ranked() -> None:
    state = middle(2)
    refused = TakeTurn(state.mover, expand=(Expansion("new-york"), Expansion("new-york")))
    with pytest.raises(Refusal):
        judge(state, refused)
    assert refused not in [each.order for each in rank(state, nodes=1, also=(refused,))]


def test_m4_games_with_other_milestones_share_no_guesses() -> None:
    games = [replay(start(2, options=Options(milestones=True), seed=seed)) for seed in range(9)]
    one = games[0]
    other = next(game for game in games if game.setup.milestones != one.setup.milestones)
    assert evaluation_for(one) is evaluation_for(one)
    assert evaluation_for(one) is not evaluation_for(other)
