"""The suggestions of a turn mail: legal, different, and the same ones for the same table."""

import msgspec
import pytest
from hypothesis import given, settings

from games.bots import suggestions as suggested
from games.bots.search import rank
from games.bots.suggestions import suggestions
from games.domain import Options, State
from games.domain.commands import TakeTurn
from games.domain.decide import decide, judge
from tests.domain.games import any_options, any_players, any_seed, steps
from tests.domain.tables import lay


@pytest.mark.uncounted
@settings(max_examples=5)
@given(any_players, any_options, any_seed)
def test_suggestions_are_legal_and_different_and_only_the_best_may_be_a_pass(
    players: int, options: Options, seed: int
) -> None:
    for number, (state, _) in enumerate(steps(players, options, seed)):
        if number % 7:
            continue
        offered = suggestions(state)
        assert len(offered) <= 3
        assert len(set(map(str, offered))) == len(offered)
        for order in offered:
            decide(state, order)
        for order in offered[1:]:
            assert not isinstance(order, TakeTurn) or order.expand or order.increase


def test_the_first_is_what_a_search_puts_first_and_each_aims_elsewhere() -> None:
    state = lay(3, "omaha: blue\nchicago: red orange\ndallas: blue red", money={"blue": 9})
    offered = [order for order in suggestions(state) if isinstance(order, TakeTurn)]
    assert offered[0] == rank(state, nodes=suggested.NODES)[0].order
    assert len({tuple(wish.to for wish in order.expand) for order in offered}) == 3


def test_a_pass_is_offered_where_nothing_is_better(monkeypatch: pytest.MonkeyPatch) -> None:
    state = lay(3, "omaha: blue\nchicago: red orange\ndallas: blue red", money={"blue": 9})
    ranked = rank(state, nodes=suggested.NODES, also=(TakeTurn(state.mover),))
    waits = next(each for each in ranked if each.order == TakeTurn(state.mover))
    monkeypatch.setattr(suggested, "rank", lambda *_, **__: (waits, *ranked))
    passes = [order == waits.order for order in suggestions(state)]
    assert passes == [True, False, False]


def test_in_a_tile_draft_some_are_offered_and_in_the_end_none() -> None:
    (draft, _), *_, (state, last) = steps(2, Options(layout="draft"), 7)
    assert suggestions(draft)
    assert suggestions(judge(state, last)[1]) == ()


@pytest.mark.uncounted
def test_the_same_table_read_again_offers_the_same() -> None:
    for state, _ in steps(4, Options(boom=True, region_tiles=1), 7):
        again = msgspec.json.decode(msgspec.json.encode(state), type=State)
        assert suggestions(again) == suggestions(state)
