"""The list of computer players."""

from typing import get_args

from games.bots import BOTS, STAND_IN, BotName


def test_every_computer_player_can_be_named_and_one_stands_in() -> None:
    assert get_args(BotName) == tuple(BOTS)
    assert STAND_IN in BOTS
