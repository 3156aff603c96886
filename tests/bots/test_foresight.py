"""What orders are worth to people: no search's hopes, and the same each time."""

import pytest

from games.bots.foresight import lead_after, rank_beside, settle
from games.bots.search import rank
from games.bots.strengths import choose_as_regular
from games.domain import Options, State
from games.domain.commands import TakeTurn
from games.domain.decide import judge
from games.domain.evolve import replay
from games.domain.setup import start
from tests.domain.tables import lay


def table_of_regulars(players: int, turns: int) -> State:
    state = replay(start(players, options=Options(introductory=True), seed=3))
    for _ in range(turns):
        state = judge(state, choose_as_regular(state, state.version))[1]
    return state


@pytest.mark.parametrize("players", [2, 4])
def test_the_first_keeps_its_place_and_no_other_is_told_to_be_better(players: int) -> None:
    state = table_of_regulars(players, 6)
    ranked = rank(state, nodes=40)
    settled = settle(state, ranked)
    assert [each.order for each in settled] == [each.order for each in ranked]
    points = [each.points for each in settled]
    assert points == sorted(points, reverse=True)
    assert points[0] == lead_after(state, ranked[0].order)
    for before, after in zip(ranked, settled, strict=True):
        lost = before.points - ranked[0].points
        assert after.points >= points[0] + lost - 1e-9


def test_an_order_beside_itself_has_lost_nothing() -> None:
    state = table_of_regulars(3, 5)
    order = choose_as_regular(state, 1)
    best, own = rank_beside(state, orders=(order, order), nodes=12)
    assert best == own
    assert settle(state, ()) == ()


def test_T20_of_an_order_that_ends_the_game_the_end_counts() -> None:
    state = lay(2, "omaha: blue\nogallala: red", still=["red"], influence={"blue": 20})
    end = judge(state, TakeTurn(0))[1]
    assert end.status == "ended"
    assert lead_after(state, TakeTurn(0)) == end.influence[0] - end.influence[1]
