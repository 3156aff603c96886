"""The list of computer players."""

from typing import get_args

from games.bots import STAND_IN, STRENGTHS, BotName, bot_order, strength_of
from games.domain.evolve import replay
from games.domain.notation import WORDS
from games.domain.setup import start


def test_every_strength_can_be_named_and_says_how_it_plays() -> None:
    assert get_args(BotName) == tuple(STRENGTHS) == ("newcomer", "regular", "strong", "master")
    assert [each.name for each in STRENGTHS.values()] == list(STRENGTHS)
    assert len({each.character for each in STRENGTHS.values()}) == len(STRENGTHS)
    for words in WORDS.values():
        assert list(words.new_game.strengths) == list(STRENGTHS)


def test_a_name_that_a_game_keeps_from_before_or_from_elsewhere_stands_for_the_stand_in() -> None:
    assert [strength_of(name).name for name in ("greedy", "of-another-server")] == [STAND_IN] * 2
    state = replay(start(2, seed=3))
    assert bot_order(state, "greedy") == bot_order(state) == bot_order(state, "regular")
